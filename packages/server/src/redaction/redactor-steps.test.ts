/**
 * Counts accesses to the automaton's tables: no vault and no output makes a byte cost more than a fixed number of them,
 * nor a value cost more states.
 */
import { describe, expect, it } from 'vitest';
import { buildAutomaton } from './build-automaton.ts';
import { patternsOf } from './patterns.ts';
import { createRedactionStream } from './redaction-stream.ts';
import { buildRedactor, scanTables } from './redactor.ts';
import { finish } from './steps.ts';

const LOOKS_PER_BYTE = 120;
const STATES_PER_BYTE = 12;

/** The same table; each access is counted. */
function counted<T extends object>(table: T, count: () => void): T {
  return new Proxy(table, {
    get: (target, key) => {
      count();
      return target[key as keyof T];
    },
  });
}

function looksPerByte(values: readonly string[], text: string, chunk: number): { looks: number; output: string } {
  const patterns = finish(patternsOf(values.map((value, index) => ({ name: `S${index}`, value }))));
  const automaton = finish(buildAutomaton(patterns));
  const tables = scanTables(automaton, patterns);
  let looks = 0;
  const look = () => void looks++;
  const { classes, rows, depth, fail, accept, label, child, sibling } = automaton;
  const watched = Object.fromEntries(
    Object.entries({ classes, rows, depth, fail, accept, label, child, sibling }).map(([name, table]) => [
      name,
      counted(table, look),
    ]),
  );
  const stream = createRedactionStream([
    {
      ...tables,
      automaton: { ...automaton, ...watched },
      columns: counted(tables.columns, look),
      rowStarts: counted(tables.rowStarts, look),
    },
  ]);
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunk) pieces.push(stream.push(bytes.subarray(at, at + chunk)));
  pieces.push(stream.end());
  return { looks: looks / bytes.length, output: Buffer.concat(pieces).toString() };
}

const shared = 'the same hundred characters stand at the beginning of each of them, whatever comes after that: ';
const NASTY: [name: string, values: readonly string[], text: string, secret?: string][] = [
  ['a value of two letters', ['ab'.repeat(2000)], 'ab'.repeat(50_000), 'abab'],
  ['a very long value of two letters', ['ab'.repeat(32_000)], 'ab'.repeat(100_000), 'abab'],
  ['its beginning, again and again', ['ab'.repeat(2000)], `${'ab'.repeat(1900)}x`.repeat(20), 'abab'],
  ['runs of each length', Array.from({ length: 240 }, (_, n) => 'a'.repeat(n + 6)), 'a '.repeat(30_000)],
  ['nested values', Array.from({ length: 60 }, (_, n) => 'xy'.repeat(n + 4)), 'xy'.repeat(30_000), 'xyxyxyxy'],
  ['blanks inside', Array.from({ length: 99 }, (_, n) => `a${' '.repeat(n)}bcdef`), 'a bcdef  a  b'.repeat(5000)],
  ['blanks between', ['abcdefgh'], `a${' '.repeat(9000)}b${'\n'.repeat(9000)}c`.repeat(5)],
  ['escapes that are none', ['xg'.repeat(500)], '\\xg'.repeat(30_000)],
  ['escapes that are some', ['%41'.repeat(300), 'A'.repeat(12)], '%41%4'.repeat(20_000)],
  ['colours', ['k7Q'.repeat(200)], 'k7Qk7\x1b[mQ'.repeat(10_000)],
  ['one beginning', Array.from({ length: 300 }, (_, n) => `${shared}${n}${'z'.repeat(200)}`), shared.repeat(500)],
  ['dumps', ['6162'.repeat(30)], '00000000: 6162 6162 6162 6162  abababab\n'.repeat(2500)],
];

describe('whatever the vault and the output', () => {
  it.each(NASTY)('%s: a byte costs so many looks', (_name, values, text, secret) => {
    const { looks, output } = looksPerByte(values, text.slice(0, 30_000), 65_536);
    expect(looks).toBeLessThan(LOOKS_PER_BYTE);
    if (secret !== undefined) expect(output).not.toContain(secret);
  });

  it.each(NASTY)('%s: byte by byte, too', (_name, values, text, secret) => {
    const { looks, output } = looksPerByte(values, text.slice(0, 6_000), 1);
    expect(looks).toBeLessThan(2 * LOOKS_PER_BYTE);
    if (secret !== undefined) expect(output.slice(0, -5000)).not.toContain(secret);
  });
});

describe('long values', () => {
  const letters = (seed: number, length: number): string => {
    let text = '';
    for (let state = seed + 1; text.length < length; state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) {
      text += (state >>> 8).toString(36);
    }
    return text.slice(0, length);
  };
  const secrets = Array.from({ length: 8 }, (_, index) => ({ name: `L${index}`, value: letters(index, 65_000) }));
  const redactor = buildRedactor(secrets);

  it('make few states of each byte', () => {
    expect(redactor.weight).toBeLessThan(8 * 65_000 * STATES_PER_BYTE * 0.3);
  });

  it('are taken out whole, in each of the forms that long values have', () => {
    const { value } = secrets[3]!;
    for (const form of [
      value,
      value.toUpperCase(),
      [...value].reverse().join(''),
      Buffer.from(value).toString('hex'),
      Buffer.from(`a${value}`).toString('base64'),
      value.replace(/.{70}/g, '$&\r\n    '),
      value.replace(/.{50}/g, '$&\x1b[31m'),
      value.replace(/[aeiou]/g, (vowel) => `%${vowel.charCodeAt(0).toString(16)}`),
    ]) {
      expect(redactor.redactText(`<${form}>`)).toMatch(/^<.{0,3}\{\{L3\}\}.{0,9}>$/s);
    }
  });

  it('are taken out where a part of them is shown', () => {
    const { value } = secrets[5]!;
    const output = redactor.redactText(`<${value.slice(1000, 3000)}>`);
    expect(output.length).toBeLessThan(150);
    expect(output).toContain('{{L5}}');
  });

  it('are left alone where they only begin alike', () => {
    const text = `${secrets[1]!.value.slice(0, 40)} and ${secrets[1]!.value.slice(0, 60)}`;
    expect(redactor.redactText(text)).toBe(text);
  });
});
