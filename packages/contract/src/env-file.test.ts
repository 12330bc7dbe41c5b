/** A `.env` file, as the tools that write one would read it back. */
import { expect, it } from 'vitest';
import { readEnvFile } from './env-file.ts';

const values = (text: string) => Object.fromEntries(readEnvFile(text).entries.map(({ name, value }) => [name, value]));

it.each([
  ['A=one', { A: 'one' }],
  ['  export A = one  ', { A: 'one' }],
  ['A=one # a remark', { A: 'one' }],
  ['A=one#two', { A: 'one#two' }],
  ['A="one # two" # a remark', { A: 'one # two' }],
  ["A='$(id) \\n ${B}'", { A: '$(id) \\n ${B}' }],
  ['A="a\\nb\\"c\\\\d\\$e\\x"', { A: 'a\nb"c\\d$e\\x' }],
  ['A="first\nsecond"\r\nB=two', { A: 'first\nsecond', B: 'two' }],
  ["KEY='-----BEGIN-----\nabc=\n-----END-----'\nB=2", { KEY: '-----BEGIN-----\nabc=\n-----END-----', B: '2' }],
  ['A=a=b==', { A: 'a=b==' }],
  ['\uFEFFA=1\nA=2', { A: '2' }],
  ['# only\n\n   \n', {}],
])('reads %j', (text, expected) => {
  expect(values(text)).toEqual(expected);
});

it('says which lines it left out, and why, without their text', () => {
  expect(readEnvFile('not a line\nA=\n1B=x\nC="open\nD=1').skipped).toEqual([
    { line: 1, why: 'unreadable' },
    { line: 2, why: 'empty' },
    { line: 3, why: 'unreadable' },
    { line: 4, why: 'unended' },
  ]);
  expect(values('C="open\nD=1')).toEqual({ D: '1' });
});

it('takes steps in proportion to the text, also where every line opens a quote', () => {
  const text = 'A="x\n'.repeat(3_000);
  const { entries, skipped } = readEnvFile(text);
  // The quote that one line opens, the next closes.
  expect(entries).toHaveLength(1);
  expect(skipped.length).toBeLessThan(3_001);
});

it('takes no time over a long gap that no remark follows', () => {
  // Tried from every blank anew, this would take minutes.
  const gap = ' '.repeat(400_000);
  expect(values(`A=one${gap}two`)).toEqual({ A: `one${gap}two` });
  expect(values(`A=one${gap}# a remark`)).toEqual({ A: 'one' });
});
