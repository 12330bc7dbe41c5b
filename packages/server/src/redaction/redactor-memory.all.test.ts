import { expect, it } from 'vitest';
import { heldMegabytes } from '../../../../test/live-memory.ts';
import { buildRedactor } from './index.ts';

const MEGABYTE = 2 ** 20;
const CHUNK = 65_536;
const SLACK_MB = 4;

it('a stream of 100 MB, with secrets and what may become one, holds no more at its end than at its start', () => {
  const secrets = Array.from({ length: 50 }, (_, index) => ({
    name: `S${index}`,
    value: `hunter-${index}-correct-horse`,
  }));
  const stream = buildRedactor(secrets).stream();
  const plain = 'a line of output in which nothing is secret and nothing looks like it\n'.repeat(200);
  const text = secrets.map(({ value }) => `${plain}${value} ${value.slice(0, -1)} \x1b[1m${value}\x1b[0m\n`).join('');
  const lines = Buffer.from(text.repeat(2));
  let at = 0;
  const push = (megabytes: number): number => {
    let given = 0;
    for (let passed = 0; passed < megabytes * MEGABYTE; passed += CHUNK) {
      // Each time a new buffer, cut at another place.
      given += stream.push(Buffer.from(lines.subarray(at, at + CHUNK))).length;
      at = (at + 4_099) % (lines.length - CHUNK);
    }
    return given;
  };
  expect(push(10)).toBeGreaterThan(9 * MEGABYTE);
  const before = heldMegabytes();
  for (let round = 0; round < 9; round++) {
    push(10);
    expect(heldMegabytes() - before).toBeLessThan(SLACK_MB);
  }
  expect(stream.end().length).toBeLessThan(CHUNK);
});
