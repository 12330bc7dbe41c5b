import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHarmlessText, harmless } from './harmless-text.ts';

describe('text for a terminal', () => {
  it.each([
    ['plain', 'a\tb\nc é 漢 😀\n', 'a\tb\nc é 漢 😀\n'],
    ['colours', '\x1b[1;31mred\x1b[0m \x1b[38;5;9mx\x1b[m', '\x1b[1;31mred\x1b[0m \x1b[38;5;9mx\x1b[m'],
    ['a colour that is left on', '\x1b[31mred', '\x1b[31mred\x1b[0m'],
    ['the clipboard', 'a\x1b]52;c;aGk=\x07b', 'a^[]52;c;aGk=^Gb'],
    ['a title', '\x1b]0;title\x1b\\', '^[]0;title^[\\'],
    ['a question that is answered by typing', '\x1b[6n\x1b[c\x1bP$q"p\x1b\\', '^[P$q"p^[\\'],
    ['moving up and erasing', 'rm -rf /\x1b[1A\x1b[2K\x1b[Gls', 'rm -rf /ls'],
    ['another screen', '\x1b[?1049h\x1b[?25lx', 'x'],
    ['what grep writes around a find', '\x1b[01;31m\x1b[Kfound\x1b[m\x1b[K', '\x1b[01;31mfound\x1b[m'],
    ['sequences of one byte', '\x9b2J\x9d52;c;x\x9c', '<U+009B>2J<U+009D>52;c;x<U+009C>'],
    ['a whole reset', '\x1bcx', '^[cx'],
    ['backspaces', 'evil\b\b\b\bgood\x7f', 'evil^H^H^H^Hgood^?'],
    ['writing over a line', 'evil\rgood\r\nnext\r', 'evil\ngood\r\nnext\n'],
    ['a turned direction', 'a\u202etxt.exe\u2069', 'a<U+202E>txt.exe<U+2069>'],
    ['private colours', '\x1b[>4;2mx\x1b[?4my', 'xy'],
    ['a cut sequence', 'x\x1b[3', 'x^[[3'],
    ['a sequence that never ends', `\x1b[${'1;'.repeat(100)}`, `^[[${'1;'.repeat(100)}`],
    ['nothing and bells', '\0\x07', '^@^G'],
  ])('shows %s harmlessly', (_, text, shown) => {
    expect(harmless(text)).toBe(shown);
  });

  it('does not depend on where the text is cut, and lets nothing but colours, tabs and lines through', () => {
    const piece = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '3',
      ';',
      'm',
      'K',
      '\x9b',
      '\r',
      '\n',
      'é',
      '\x07',
      '?',
      ' ',
      '\b',
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 8 }), { maxLength: 8 }), (chunks) => {
        const texts = chunks.map((chunk) => chunk.join(''));
        const filter = createHarmlessText();
        const shown = texts.map((text) => filter.pass(text)).join('') + filter.end();
        expect(shown).toBe(harmless(texts.join('')));
        const bare = shown.replace(/\x1b\[[\d;:]*m/g, '').replaceAll('\r\n', '\n');
        expect(bare).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 3_000 },
    );
  });

  it('holds back no more than a sequence, however much comes', () => {
    const filter = createHarmlessText();
    for (let count = 0; count < 1_000; count++) filter.pass('\x1b['.padEnd(70, '1'));
    expect(filter.end().length).toBeLessThan(100);
  });
});
