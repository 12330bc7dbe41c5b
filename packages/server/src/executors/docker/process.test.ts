import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { execProcess } from './process.ts';

it('gives each kill by a second exec more time than the last, until the tree is dead', async () => {
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const given: number[] = [];
  const shell = execProcess({
    stream,
    kill: async (withinMs) => {
      if (given.push(withinMs) === 4) stream.push(null);
      return false;
    },
    afterCut: async () => ({ code: 0 }),
  });
  shell.stdin.write('sleep 1000\n');
  await shell.killTree(1);
  expect(given).toEqual([1_600, 3_200, 6_400, 6_400]);
  expect(await shell.exit).toEqual({ code: 137 });
  shell.destroy();
});
