/** A stream that is handed from one instance to another, in the middle of anything, removes what one stream would. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRedactor, joinRedactors, type Redactor } from './redactor.ts';

const SECRETS = [
  { name: 'WORD', value: 'correct-horse-battery' },
  { name: 'LINES', value: 'first line\nsecond\nthird line' },
  { name: 'PIN', value: 'tok5' },
  { name: 'AGAIN', value: 'abcabcabcab' },
  { name: 'LONG', value: Array.from({ length: 60 }, (_, at) => `k${(at * 7919) % 997}`).join('') },
];
/** Longer than what is kept of a stream. */
const FILLER = 'nothing to see here, move along\n'.repeat(2_000);
const hexDump = (text: string): string =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,32}/g) ?? []
  )
    .map((row, at) => `${(at * 16).toString(16).padStart(8, '0')}: ${row.match(/.{1,4}/g)!.join(' ')}`)
    .join('\n');

const whole = fc.constantFrom(...SECRETS.map(({ value }) => value));
const piece = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 4, arbitrary: whole.chain((value) => fc.nat(value.length).map((to) => value.slice(0, to))) },
  { weight: 3, arbitrary: whole.chain((value) => fc.nat(value.length).map((from) => value.slice(from))) },
  { weight: 2, arbitrary: whole.map((value) => Buffer.from(value).toString('base64')) },
  { weight: 2, arbitrary: whole.map((value) => [...value].join('\x1b[31m')) },
  { weight: 2, arbitrary: whole.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: whole.map((value) => `\n${hexDump(`some words ${value} and more`)}\n`) },
  { weight: 2, arbitrary: whole.map((value) => `\n${gzipSync(`in here: ${value}`).toString('base64')}\n`) },
  { weight: 3, arbitrary: fc.constantFrom('\n', ' ', 'abc', 'tok', '5', '%', '\\', '\x1b[', '"') },
  { weight: 1, arbitrary: fc.constant(FILLER) },
);

/** `moves`: where the stream is handed on. */
function redact(redactor: Redactor, heir: Redactor, input: Buffer, moves: readonly number[]): string {
  let stream = redactor.stream({ mayMove: true });
  const pieces: Buffer[] = [];
  let from = 0;
  for (const move of [...moves].sort((a, b) => a - b)) {
    pieces.push(Buffer.from(stream.push(input.subarray(from, move))));
    from = move;
    const state = stream.state()!;
    stream = heir.stream({ mayMove: true, from: state });
    pieces.push(Buffer.from(stream.push(state.raw)));
  }
  pieces.push(Buffer.from(stream.push(input.subarray(from))), stream.end());
  return Buffer.concat(pieces).toString('latin1');
}

const redactor = buildRedactor(SECRETS);

it('wherever it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      (pieces, places) => {
        const input = Buffer.from(pieces.join(''));
        const moves = places.map((place) => Math.floor(place * input.length));
        expect(redact(redactor, redactor, input, moves)).toBe(redact(redactor, redactor, input, []));
      },
    ),
    { numRuns: 300 },
  );
});

it('at every byte of a value, far into a stream', () => {
  for (const { name, value } of SECRETS) {
    const input = Buffer.from(`${FILLER}before ${value} after\n`);
    const begin = FILLER.length + 'before '.length;
    for (let at = begin - 1; at <= begin + value.length + 1; at++) {
      const text = redact(redactor, redactor, input, [at]);
      expect(text, `${name} at ${at}`).toBe(`${FILLER}before {{${name}}} after\n`);
    }
  }
});

it('also for an heir that knows other values besides', () => {
  const other = buildRedactor([{ name: 'NEW', value: 'horse-battery-staple' }]);
  const input = Buffer.from(`${FILLER}a correct-horse-battery-staple b\n`);
  for (let at = FILLER.length; at <= input.length; at++) {
    const text = redact(redactor, joinRedactors(redactor, other), input, [at]);
    expect(text, `at ${at}`).not.toMatch(/battery|correct|horse/);
    expect(text.startsWith(FILLER)).toBe(true);
  }
});

it('keeps no more of a stream than it needs', () => {
  const stream = redactor.stream({ mayMove: true });
  for (let round = 0; round < 50; round++) stream.push(Buffer.from(FILLER));
  expect(stream.state()!.raw.length).toBeLessThan(64 * 1024);
  expect(redactor.stream().state()).toBeNull();
});
