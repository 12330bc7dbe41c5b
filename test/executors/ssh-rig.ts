/** An ssh executor on a test sshd, for the common suite and for what only ssh can do. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretValue } from '@synapse/runner';
import { createSshExecutor, type SshExecutorOptions } from '../../packages/server/src/executors/ssh/executor.ts';
import { type Sshd, type SshdProgram, startSshd } from '../engines/sshd.ts';
import type { Rig } from './suite.ts';

export function sshOptions(sshd: Sshd, user: string): SshExecutorOptions {
  return {
    host: '127.0.0.1',
    port: sshd.port,
    user,
    credentials: () => ({ privateKey: new SecretValue(sshd.privateKey) }),
    hostKey: sshd.hostKey(),
  };
}

export async function startSshRig(program: SshdProgram, user: string): Promise<Rig & { sshd: Sshd }> {
  const sshd = await startSshd(program);
  const executor = createSshExecutor(sshOptions(sshd, user));
  const scratch = join(sshd.home(user), 'scratch');
  await mkdir(scratch, { mode: 0o777 });
  await chmod(scratch, 0o777);
  return {
    sshd,
    executor,
    container: null,
    scratch,
    reboot: () => sshd.restart(),
    vanish: () => sshd.kill(),
    stop: async () => {
      await executor.close();
      await sshd.stop();
    },
  };
}
