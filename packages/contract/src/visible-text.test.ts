/** What would hide in a command, or change how it is drawn, is written out; what people write is left as it is. */
import { describe, expect, it } from 'vitest';
import { firstLine, shortText, visibleText } from './visible-text.ts';

const between = (...codes: number[]): string => codes.map((code) => `a${String.fromCodePoint(code)}b`).join(' ');

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

describe('text as a person is shown it', () => {
  it.each([
    [
      'bidirectional controls',
      [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
    ],
    ['zero-width characters', [0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0xfeff, 0x00ad, 0x180e]],
    ['controls', [0x00, 0x01, 0x07, 0x08, 0x0b, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9f]],
    ['separators of lines, and unusual spaces', [0x2028, 0x2029, 0xa0, 0x2003, 0x202f, 0x3000]],
    ['what draws nothing', [0x034f, 0x115f, 0x1160, 0x17b4, 0x2800, 0x3164, 0xffa0, 0xfe00, 0xfe0f, 0xe0100]],
    ['tags, private and unassigned ones, half a pair', [0xe0041, 0xe000, 0x0378, 0xd800]],
    ['marks that strike through or enclose', [0x0335, 0x0336, 0x0338, 0x20dd, 0x20e5]],
  ])('writes out %s', (_what, codes) => {
    for (const code of codes) {
      const shown = visibleText(between(code));
      const name = code.toString(16).toUpperCase().padStart(4, '0');
      expect(shown).toBe(`a⟨U+${name}⟩b`);
    }
  });

  it.each([
    ['symbols without a picture', [0x1d159, 0x2800]],
    ['blanks, fillers and joiners of scripts that nobody writes in', [0x13441, 0x13442, 0x16fe4, 0x1107f, 0x2d7f]],
    ['joiners of other scripts on a letter of an alphabet', [0x17d2, 0x1039, 0x94d]],
    ['selectors', [0x1bc9d, 0x180b, 0xfe01, 0xe01ef]],
  ])('writes out %s', (_what, codes) => {
    for (const code of codes) expect(visibleText(between(code))).toBe(`a⟨U+${hex(code)}⟩b`);
  });

  it('writes out every character that Unicode says to draw as nothing, whatever it is', () => {
    const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Co}]/u;
    const left: string[] = [];
    for (let code = 0; code <= 0xe0fff; code += 1) {
      const character = String.fromCodePoint(code);
      if (character === '\n' || character === '\t' || !ignorable.test(character)) continue;
      if (visibleText(`a${character}b`) !== `a⟨U+${hex(code)}⟩b`) left.push(hex(code));
    }
    expect(left).toEqual([]);
  });

  it('writes out a mark that stands on no letter, and piles of them', () => {
    expect(visibleText('/\u0301etc')).toBe('/⟨U+0301⟩etc');
    expect(visibleText('\u0301x')).toBe('⟨U+0301⟩x');
    expect(visibleText(`e${'\u0301'.repeat(5)}`)).toBe(`e${'\u0301'.repeat(3)}⟨U+0301⟩⟨U+0301⟩`);
  });

  it('leaves what people write', () => {
    const text = 'echo "déjà vu — naïve, cafe\u0301, привет, 你好, שלום, ❤\ufe0f 🚀"\n\tnext {{KEY}} $x';
    expect(visibleText(text)).toBe(text);
    expect(visibleText(visibleText('a\u202eb'))).toBe('a⟨U+202E⟩b');
    const others = 'नमस्ते សួស្តី မင်္ဂလာပါ สวัสดี مُحَمَّد đặt й ё └── ✓ ⠋ µ € → ½ 𝑥 ♪ 𝄞';
    expect(visibleText(others)).toBe(others);
  });

  it('says on one line how many others there are', () => {
    expect(firstLine(`echo ok${'\n'.repeat(60)}rm -rf /srv`)).toEqual({ line: 'echo ok', more: 60 });
    expect(shortText(`\n\necho ok\nrm x\n`)).toBe('echo ok ⏎ +3');
    expect(shortText('echo ok\n')).toBe('echo ok');
  });
});
