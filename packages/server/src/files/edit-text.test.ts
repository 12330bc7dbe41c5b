/** Edits of a shown text, compared with a plain implementation on what is really there. */
import { fileDiff } from '@synapse/contract/file-diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRedactor } from '../redaction/index.ts';
import { finish } from '../redaction/steps.ts';
import { editSteps, realText, shownText } from './edit-text.ts';
import { showText, textOf } from './shown-text.ts';

const SECRETS = [
  { name: 'DB_PASSWORD', value: 'correct-horse-battery' },
  { name: 'API_KEY', value: 'sk_live_4f9a8b7c6d5e' },
];
const redactor = buildRedactor(SECRETS);
/** For the plain implementation a name is one character, which stands for the name or for its value. */
const SIGNS = ['\ue000', '\ue001'];
const named = (text: string): string =>
  SECRETS.reduce((shown, { name }, index) => shown.replaceAll(SIGNS[index]!, `{{${name}}}`), text);
const fill = (text: string): string =>
  SECRETS.reduce((filled, { value }, index) => filled.replaceAll(SIGNS[index]!, value), text);
const editText = (...work: Parameters<typeof editSteps>) => finish(editSteps(...work));
const count = (text: string, part: string): number => text.split(part).length - 1;

/** Lines with every kind of end, unicode, and names of secrets. */
const word = fc.constantFrom('a', 'b', 'port = 1', 'é✓', '😀', ...SIGNS, '{{other}}', '{', '}}', '\t', '"', '\\');
const text = fc
  .array(fc.tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom('\n', '\r\n', '')), { maxLength: 12 })
  .map((lines) => lines.map(([words, end]) => words.join(' ') + end).join(''));

describe('edits', () => {
  it('do what a plain replacement does, on the text with the values in it', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(), text, fc.boolean(), async (plain, from, length, wanted, all) => {
        const real = fill(plain);
        const before = await showText(real, redactor);
        expect(before.text).toBe(named(plain));
        expect(realText(before.stretches)).toBe(real);
        const characters = [...plain];
        const start = characters.length === 0 ? 0 : from % characters.length;
        const old = characters.slice(start, start + 1 + (length % 40)).join('');
        if (old === '') return;
        // A name that is new in the text stays a name: it is filled in only where it stood before.
        const kept = wanted.replaceAll(/[\ue000\ue001]/g, (name) => (old.includes(name) ? name : 'x'));
        const edit = { old: named(old), new: named(kept), all };
        const times = count(plain, old);
        if (times !== 1 && !all) {
          expect(() => editText('/f', before.stretches, [edit])).toThrow();
          return;
        }
        const after = editText('/f', before.stretches, [edit]);
        const edited = plain.replaceAll(old, () => kept);
        expect(realText(after)).toBe(fill(edited));
        expect(shownText(after)).toBe(named(edited));
      }),
      { numRuns: 400 },
    );
  });

  it('of half a name find nothing, and literal braces are text', async () => {
    const real = 'a {{API_KEY}} b sk_live_4f9a8b7c6d5e c';
    const { stretches } = await showText(real, redactor);
    expect(shownText(stretches)).toBe('a {{API_KEY}} b {{API_KEY}} c');
    const edited = editText('/f', stretches, [{ old: 'b {{API_KEY}} c', new: '{{API_KEY}}', all: false }]);
    expect(realText(edited)).toBe('a {{API_KEY}} sk_live_4f9a8b7c6d5e');
    expect(() => editText('/f', stretches, [{ old: '{{API', new: 'x' }])).not.toThrow();
    expect(() => editText('/f', stretches, [{ old: '}} c', new: 'x' }])).toThrow(/0/);
    expect(() => editText('/f', stretches, [{ old: '{{API_KEY}}', new: 'x' }])).toThrow(/2/);
  });

  it('of 2 MiB end, and keep every byte', async () => {
    const line = `key = ${SECRETS[0]!.value} é\r\n`;
    const real = `${line.repeat(Math.floor((2 * 1024 * 1024) / Buffer.byteLength(line)))}end`;
    const { stretches } = await showText(real, redactor);
    const edits = [
      { old: 'é\r\nend', new: 'é\r\nlast {{DB_PASSWORD}}' },
      { old: 'key = {{DB_PASSWORD}}', new: 'key={{DB_PASSWORD}}', all: true },
    ];
    const after = realText(editText('/f', stretches, edits));
    expect(after).toBe(`${real.slice(0, -3).replaceAll('key = ', 'key=')}last {{DB_PASSWORD}}`);
  });

  it('never show a value, also in the diff', async () => {
    const real = `one\npassword=${SECRETS[0]!.value}\nthree`;
    const before = await showText(real, redactor);
    const after = editText('/f', before.stretches, [
      { old: 'one\npassword={{DB_PASSWORD}}', new: '1\npw={{DB_PASSWORD}}' },
    ]);
    expect(realText(after)).toBe(`1\npw=${SECRETS[0]!.value}\nthree`);
    const diff = fileDiff(before.text, shownText(after), '/f');
    expect(diff).toBe(
      '--- /f\n+++ /f\n@@ -1,3 +1,3 @@\n-one\n-password={{DB_PASSWORD}}\n+1\n+pw={{DB_PASSWORD}}\n three\n\\ No newline at end of file',
    );
  });
});

describe('text', () => {
  it('is UTF-8 without NUL, with its byte order mark', () => {
    expect(textOf(Buffer.from([0x61, 0]))).toBeNull();
    expect(textOf(Buffer.from([0xff, 0xfe]))).toBeNull();
    expect(textOf(Buffer.from('\ufeffé'))).toBe('\ufeffé');
    expect(textOf(Buffer.alloc(0))).toBe('');
  });
});

describe('a diff', () => {
  const few = fc.constantFrom('a\n', 'b\n', 'c\n', 'd\r\n');
  const many = fc.nat({ max: 60 }).map((number) => `${number}\n`);
  it.each([
    ['of few different lines', few],
    ['of many different lines', many],
    ['of both', fc.oneof(few, many)],
  ])('%s leads from the one to the other', (_, line) => {
    const lines = fc.array(line, { maxLength: 60 }).map((all) => all.join(''));
    const ends = fc.constantFrom('', 'last');
    fc.assert(
      fc.property(lines, ends, lines, ends, (one, oneEnd, other, otherEnd) => {
        const [before, after] = [one + oneEnd, other + otherEnd];
        expect(apply(before, fileDiff(before, after, 'f'))).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});

/** What `patch` does. */
function apply(before: string, diff: string): string {
  if (diff === '') return before;
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  const rows = diff.split('\n').slice(2);
  for (const [index, row] of rows.entries()) {
    const body = `${row.slice(1)}${rows[index + 1]?.startsWith('\\') ? '' : '\n'}`;
    const from = /^@@ -(\d+)(?:,(\d+))? /.exec(row);
    if (from) {
      const start = Number(from[1]) - (from[2] === '0' ? 0 : 1);
      while (at < start) result.push(old[at++]!);
    } else if (row.startsWith('+')) result.push(body);
    else if (row.startsWith('-') || row.startsWith(' ')) {
      expect(old[at]).toBe(body);
      if (row.startsWith(' ')) result.push(body);
      at++;
    }
  }
  return [...result, ...old.slice(at)].join('');
}
