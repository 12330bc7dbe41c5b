/** The search for the newest processes, on every shell that is installed here. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { findShells } from '../../../test/engines/shells.ts';
import { createMark, huntNewest } from './execution-mark.ts';

const LOOKS = 200;
/** Processes that end while they are looked at. */
const SHORT_LIVED = '(while :; do /bin/true; done) & b=$!;';

it.each(await findShells())('goes on in $name though what it reads is gone', ({ program, args }) => {
  const hunt = huntNewest({ tag: 'nobody', mark: createMark() }, LOOKS, ':');
  const script = `exec 2>/dev/null; ${SHORT_LIVED} ( ${hunt}; echo done ); kill "$b"`;
  const { stdout } = spawnSync(program, [...args, '-c', script], { encoding: 'utf8' });
  expect(stdout).toBe('done\n');
});
