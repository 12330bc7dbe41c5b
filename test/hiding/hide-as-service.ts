/** A process of its own that runs hiding commands, to be killed: `local`, or an ssh account as JSON, then the scripts. */
import { createLocalExecutor, type Executor, SecretValue } from '@synapse/runner';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import { startUntil } from '../executors/run-command.ts';

export interface SshAccount {
  readonly port: number;
  readonly user: string;
  readonly privateKey: string;
  readonly hostKey: string;
}

const order: { ssh: SshAccount | null; scripts: string[] } = JSON.parse(process.env.HIDE!);
const executor = executorOf(order.ssh);
await Promise.all(order.scripts.map((script) => startUntil(executor, 'up', script)));
console.log('all up');
await new Promise(() => setInterval(() => {}, 1_000));

function executorOf(ssh: SshAccount | null): Executor {
  if (ssh === null) return createLocalExecutor();
  const { privateKey, ...account } = ssh;
  return createSshExecutor({
    host: '127.0.0.1',
    ...account,
    credentials: () => ({ privateKey: new SecretValue(privateKey) }),
  });
}
