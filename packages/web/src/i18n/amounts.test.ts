import { expect, it } from 'vitest';
import { amountsIn } from './amounts.ts';

const [english, french] = [amountsIn('en'), amountsIn('fr')];
/** French puts narrow spaces into its numbers. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  [12, '12 ms', '12 ms'],
  [1234, '1.2 s', '1,2 s'],
  [30_000, '30 s', '30 s'],
  [59_980, '1 min', '1 min'],
  [200_000, '3 min 20 s', '3 min 20 s'],
  [3_599_700, '1 h', '1 h'],
  [3_600_000, '1 h', '1 h'],
  [7_500_000, '2 h 5 min', '2 h 5 min'],
  [86_399_000, '1 d', '1 j'],
  [3 * 86_400_000 + 7_200_000, '3 d 2 h', '3 j 2 h'],
])('a duration of %i ms is %s', (ms, inEnglish, inFrench) => {
  expect([english.duration(ms), french.duration(ms)]).toEqual([inEnglish, inFrench]);
});

it.each([
  [0, '0 bytes', '0 octet'],
  [1, '1 byte', '1 octet'],
  [3, '3 bytes', '3 octets'],
  [1400, '1.4 kB', '1,4 ko'],
  [999_990, '1 MB', '1 Mo'],
  [2_100_000, '2.1 MB', '2,1 Mo'],
])('%i bytes are %s', (bytes, inEnglish, inFrench) => {
  expect([english.size(bytes), french.size(bytes)]).toEqual([inEnglish, inFrench]);
});

it('counts in the plural of the language', () => {
  const lines = [0, 1, 2, 12_345].map((count) => english.counted(count, 'line', 'lines'));
  expect(lines).toEqual(['0 lines', '1 line', '2 lines', '12,345 lines']);
  const lignes = [0, 1, 2, 12_345].map((count) => plain(french.counted(count, 'ligne', 'lignes')));
  expect(lignes).toEqual(['0 ligne', '1 ligne', '2 lignes', '12 345 lignes']);
});

it('writes numbers, shares and exact sizes as the language does', () => {
  expect([english.number(42_471), plain(french.number(42_471))]).toEqual(['42,471', '42 471']);
  expect([english.percent(0.4), plain(french.percent(0.4))]).toEqual(['40%', '40 %']);
  expect([english.percent(0.9987, 1), plain(french.percent(0.9987, 1))]).toEqual(['99.9%', '99,9 %']);
  expect([english.bytes(1), english.bytes(1_234_567), plain(french.bytes(1_234_567))]).toEqual([
    '1 byte',
    '1,234,567 bytes',
    '1 234 567 octets',
  ]);
});
