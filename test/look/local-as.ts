/** The executor of the service's own host, in a process of another login. Needs root. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Executor, RunOutcome } from '@synapse/runner';
import { killAtEnd } from '../left-behind.ts';

export interface Asked {
  readonly script: string;
  /** The text of the command that looks travels as a secret does. */
  readonly secrets: readonly (readonly [string, string])[];
}

export interface Answered {
  readonly outcome: RunOutcome;
  readonly stdout: string;
  readonly stderr: string;
}

/** It runs one command after the other, and hands over what that printed at its end. */
export function startLocalAs(uid: number): { executor: Executor; stop(): void } {
  const child = killAtEnd(fork(join(import.meta.dirname, 'local-as-process.ts'), [], { uid, gid: uid }));
  const run: Executor['run'] = async ({ script, secrets }, { output, onStarted }) => {
    const answer = new Promise<Answered>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
    child.send({ script, secrets: [...secrets].map(([name, value]) => [name, value.reveal()]) } satisfies Asked);
    const { outcome, stdout, stderr } = await answer;
    onStarted();
    await output.stdout(Buffer.from(stdout));
    await output.stderr(Buffer.from(stderr));
    return outcome;
  };
  const executor = { run, probe: async () => undefined, close: async () => undefined };
  return { executor, stop: () => void child.kill() };
}
