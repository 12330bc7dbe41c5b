/** What somebody who watches is shown of what is held back: next to nothing of a secret, and never a byte of one that is found. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildRedactor, hidingShapes, type RedactionStream, type Redactor } from './index.ts';

const noise = (seed: string, length: number): string =>
  createHash('sha512').update(seed).digest('base64url').slice(0, length);

/** As many as a small team has. */
const VAULT = Array.from({ length: 13 }, (_, at) => ({ name: `S${at}`, value: noise(`secret ${at}`, 24) }));
const vault = buildRedactor(VAULT);

const redactorOf = (value: string): Redactor => buildRedactor([{ name: 'X', value }]);
const text = (bytes: Buffer | null): string | null => bytes?.toString('latin1') ?? null;

/** What is shown at the end of each chunk, if a pause follows: what is final, and what is shown of the rest. */
function views(stream: RedactionStream, chunks: readonly string[]): { final: string; ahead: string | null }[] {
  let final = '';
  return chunks.map((chunk) => {
    final += stream.push(Buffer.from(chunk)).toString('latin1');
    return { final, ahead: text(stream.ahead()) };
  });
}

/** Every way to cut a text in two, and each character by itself. */
const chunkings = (whole: string): string[][] => [
  [...whole],
  [whole],
  ...Array.from({ length: whole.length - 1 }, (_, at) => [whole.slice(0, at + 1), whole.slice(at + 1)]),
];

describe('ahead', () => {
  it.each([
    'started',
    'started\n',
    'Balance: 250000',
    'Listening on port 8080\n',
    'Progress: 100%',
    '\x1b[32mdone\x1b[0m\n',
    'Proceed? [y/N] ',
    '42',
    'Added',
    'H',
  ])('shows all of %j after a pause, whatever is in the vault', (said) => {
    for (const chunks of chunkings(said)) {
      const last = views(vault.stream(), chunks).at(-1)!;
      expect(last.final + (last.ahead ?? '')).toBe(said);
    }
  });

  it('says that nothing is held back where that is so', () => {
    expect(views(buildRedactor([]).stream(), ['started\n'])).toEqual([{ final: 'started\n', ahead: null }]);
    expect(views(redactorOf('correct horse battery').stream(), ['no such thing!'])[0]!.ahead).toBe(null);
  });

  // The longest beginning that is shown: a quarter of the shortest form, and three characters at most.
  it.each([
    ['Tr0ub4dor&3-and-more', 3],
    ['Tr0ub4dor&3x', 3],
    ['Tr0ub4dor&', 2],
    ['Tr0ub4do', 2],
    ['Tr0ub4', 1],
    ['Tr0ub', 1],
    ['Tr0u', 1],
  ])('of %s that is printed slowly, shows %i characters at most', (value, most) => {
    const redactor = redactorOf(value);
    for (const chunks of chunkings(`<${value}>`)) {
      let given = '';
      for (const [at, { final, ahead }] of views(redactor.stream(), chunks).entries()) {
        given += chunks[at];
        const shown = final + (ahead ?? '');
        const open = given.slice(1).replace('>', '');
        if (given.startsWith('<') && open !== value && shown !== '<' && shown.startsWith('<')) {
          expect(shown.length - 1, `${given} ${shown}`).toBeLessThanOrEqual(most);
        }
        expect(shown).not.toContain(value.slice(0, most + 1));
      }
    }
    const first = views(redactor.stream(), [`<${value.slice(0, most)}`]).at(-1)!;
    expect(first.final + first.ahead).toBe(`<${value.slice(0, most)}`);
    const next = views(redactor.stream(), [`<${value.slice(0, most + 1)}`]).at(-1)!;
    expect(next).toEqual({ final: '<', ahead: '' });
  });

  it.each([
    ['in base64', (value: string) => Buffer.from(value).toString('base64')],
    ['in hex', (value: string) => Buffer.from(value).toString('hex')],
    ['percent-encoded', (value: string) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['reversed', (value: string) => [...value].reverse().join('')],
    ['coloured', (value: string) => [...value].map((char) => `\x1b[1m${char}`).join('')],
    ['one character a line', (value: string) => [...value].join('\n')],
  ])('never shows four characters of a value %s', (_how, form) => {
    for (const { value } of VAULT.slice(0, 3)) {
      const printed = form(value);
      const characters = (shown: string): string =>
        shown.replace(/\x1b\[\d*m?|\n/g, '').replace(/%[0-9a-f]{2}/g, decodeURIComponent);
      const whole = characters(printed);
      for (const { final, ahead } of views(vault.stream(), [...printed])) {
        const shown = characters(final.replace(/\{\{\w+\}\}/g, '') + (ahead ?? ''));
        for (let at = 0; at + 4 <= whole.length; at++) expect(shown).not.toContain(whole.slice(at, at + 4));
      }
    }
  });

  it('shows nothing of a match that is found, nor of a short value that may stand alone', () => {
    const overlapping = buildRedactor([
      { name: 'A', value: 'abcdefgh-abcdefgh' },
      { name: 'B', value: 'fgh-abcdefgh-and-more' },
    ]);
    for (const { final, ahead } of views(overlapping.stream(), [...'<abcdefgh-abcdefgh'])) {
      expect(final + (ahead ?? '')).toMatch(/^(?:<a?b?c?|<\{\{A\}\})$/);
    }
    expect(views(redactorOf('q7x9').stream(), ['<q7x9']).at(-1)).toEqual({ final: '<', ahead: '' });
  });

  it('shows nothing of data in a dump, of a credential of ours, nor of private data by its shape', () => {
    expect(views(vault.stream(), ['00000000: 4142 4344']).at(-1)).toEqual({ final: '', ahead: '' });
    expect(views(vault.stream(), ['dk_ai_abc']).at(-1)!.ahead).toBe('');
    expect(views(hidingShapes(vault).stream(), ['AWS_SECRET_ACCESS_KEY=abcdefgh']).at(-1)!.ahead).toBe('');
  });

  it('changes nothing of what is returned in the end, however it is cut', () => {
    const [one, two] = VAULT as [(typeof VAULT)[0], (typeof VAULT)[0]];
    const printed = `start ${one.value} ${Buffer.from(two.value).toString('base64')} 250000 ${one.value.slice(0, 9)}`;
    const whole = vault.redactText(printed);
    for (const chunks of chunkings(printed)) {
      const stream = vault.stream();
      const { final } = views(stream, chunks).at(-1)!;
      expect(final + stream.end().toString('latin1')).toBe(whole);
      expect(stream.ahead()).toBe(null);
    }
  });
});
