import { expect, it } from 'vitest';
import { en } from './en/index.ts';
import { fr } from './fr/index.ts';

it.each([
  [12, '12 ms', '12 ms'],
  [1234, '1.2 s', '1,2 s'],
  [59_980, '1 min', '1 min'],
  [200_000, '3 min 20 s', '3 min 20 s'],
  [3_600_000, '1 h', '1 h'],
  [7_500_000, '2 h 5 min', '2 h 5 min'],
  [3 * 86_400_000 + 7_200_000, '3 d 2 h', '3 j 2 h'],
])('a duration of %i ms is %s', (ms, english, french) => {
  expect([en.executions.duration(ms), fr.executions.duration(ms)]).toEqual([english, french]);
});

it.each([
  [0, '0 bytes', '0 octet'],
  [1, '1 byte', '1 octet'],
  [3, '3 bytes', '3 octets'],
  [1400, '1.4 kB', '1,4 ko'],
  [999_990, '1 MB', '1 Mo'],
  [2_100_000, '2.1 MB', '2,1 Mo'],
])('%i bytes are %s', (bytes, english, french) => {
  expect([en.run.bytes(bytes), fr.run.bytes(bytes)]).toEqual([english, french]);
});
