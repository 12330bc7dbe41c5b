/** A start-up file of the account on the host reads what a waiting shell is sent. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, startSshd } from '../engines/sshd.ts';
import { run } from './run-command.ts';
import { sshOptions } from './ssh-rig.ts';

describeEngine(await locateSshd(), 'a start-up file that reads', (program) => {
  it('costs one command at most: the next shell reports before it reads', async () => {
    const sshd = await startSshd(program());
    const executor = createSshExecutor(sshOptions(sshd, 'tester'));
    try {
      await writeFile(join(sshd.home('tester'), '.bashrc'), 'IFS= read -r -t 2 eaten\n');
      const first = await run(executor, 'echo hello', { shellMs: 1_500 }).catch((error: unknown) => error);
      expect(first).toMatchObject({ code: 'machine_shell_stuck' });
      expect((await run(executor, 'echo hello')).text).toBe('hello\n');
    } finally {
      await executor.close();
      await sshd.stop();
    }
  });
});
