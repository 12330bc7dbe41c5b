/** Compares the stream with a slow second implementation, and with itself for every way of cutting the input. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveRedact } from '../../../../test/redaction/naive-redact.ts';
import { allForms } from './encoded-forms.ts';
import { patternsOf } from './patterns.ts';
import { buildRedactor, type Redactor } from './redactor.ts';
import { finish } from './steps.ts';

function redactCut(redactor: Redactor, input: Buffer, cuts: readonly number[]): string {
  const stream = redactor.stream();
  const pieces: Buffer[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    pieces.push(Buffer.from(stream.push(input.subarray(from, cut))));
    from = cut;
  }
  pieces.push(Buffer.from(stream.push(input.subarray(from))), stream.end());
  return Buffer.concat(pieces).toString('latin1');
}

const SECRETS = [
  { name: 'A', value: 'abcabcab' },
  { name: 'B', value: 'cabcabd/%41x' },
  { name: 'C', value: 'abcabcabcab' },
  { name: 'D', value: 'a b"c7' },
  { name: 'E', value: '31337007' },
  { name: 'F', value: 'é%\\n&<é€😀x' },
  { name: 'G', value: 'first line\nsecond\nthird line' },
  { name: 'H', value: 'tok5' },
  { name: 'I', value: '[31mabc[' },
  { name: 'J', value: 'ABCabcabdd' },
];

/** Pieces that come close to a secret, complete it, or break it: uniform noise would never reach the deep states. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('abc', 'abcab', 'cab', 'd', '/', '%41', '%', '41', 'x', 'tok5', 'tok', '5', 'é', '€'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(' ', '\n', '"', '\\', '\\\\', '\r\n', '\0', '\\"', '\\/', '\\n', '\t', '\\u', '\\x'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\x1b[31m', '\x1b[', '\x1b', '\x1b]0;t\x07', '\x1b]8;;\x1b\\', '\x1b(B', 'm', '[31m'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\\u0061',
      '\\x62',
      '\\143',
      '&#97;',
      '&#x62;',
      '&amp;',
      '&lt;',
      '%2F',
      '%c3%a9',
      '\\ud83d\\ude00',
      '\\ud83d',
      '\\u{61}',
      '&#',
      '\\1',
      '%e',
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...SECRETS)
      .chain(({ value }) => fc.nat(value.length).chain((to) => fc.nat(to).map((from) => value.slice(from, to)))),
  },
  { weight: 3, arbitrary: fc.constantFrom(...SECRETS.map(({ value }) => value)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...SECRETS.flatMap(({ value }) => allForms(value).map(({ bytes }) => bytes.toString()))),
  },
);
const input = fc.oneof(
  { weight: 9, arbitrary: fc.array(piece, { maxLength: 24 }).map((pieces) => Buffer.from(pieces.join(''))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

describe('redaction under fuzz', () => {
  const redactor = buildRedactor(SECRETS);
  const patterns = finish(patternsOf(SECRETS));

  it('agrees with the naive implementation', () => {
    fc.assert(
      fc.property(input, (bytes) => {
        expect(redactCut(redactor, bytes, [])).toBe(naiveRedact(patterns, bytes));
      }),
      {
        numRuns: 1500,
        examples: [
          // A sequence that another one interrupts, before a value that begins like both.
          [Buffer.from('\x1b[\x1b[[31mabc[')],
          // A line that could be a row of a dump, but repeats nothing.
          [Buffer.from(' abcabcab line\n')],
        ],
      },
    );
  });

  it('gives the same bytes for random cuts', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat(400), { maxLength: 8 }), (bytes, cuts) => {
        const inside = cuts.map((cut) => cut % (bytes.length + 1));
        expect(redactCut(redactor, bytes, inside)).toBe(redactCut(redactor, bytes, []));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the same bytes for every single cut and byte by byte', () => {
    fc.assert(
      fc.property(input, (bytes) => {
        const whole = redactCut(redactor, bytes, []);
        for (let cut = 0; cut <= bytes.length; cut++) expect(redactCut(redactor, bytes, [cut])).toBe(whole);
        expect(redactCut(redactor, bytes, [...bytes.keys()])).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('finds in a short text what a stream finds', () => {
    const short = fc.array(piece, { maxLength: 4 }).map((pieces) => Buffer.from(pieces.join('')).toString());
    fc.assert(
      fc.property(short, (text) => {
        const bytes = Buffer.from(text);
        expect(redactor.redactText(text)).toBe(Buffer.from(redactCut(redactor, bytes, []), 'latin1').toString());
      }),
      { numRuns: 3000 },
    );
  });
});
