/** After a command was killed: ends what it had started through sudo, which its own user may not kill. */
import { randomUUID } from 'node:crypto';
import type { Executor, ResolvedCommand } from '@synapse/runner';
import type { Executors } from '../../executors/registry.ts';
import type { OpenExecution } from '../execution.ts';
import { answerSudo, END_SUDO, SUDO_VARIABLE } from './answer-sudo.ts';
import { saysSudo } from './sudo-secret.ts';

/** A target that does not answer by then is left to itself. */
const LONGEST_MS = 5_000;

/** Nothing where the command had no answer for sudo. Never rejects: what it was asked for is over anyway. */
export async function endSudo(executor: Executor, command: Omit<ResolvedCommand, 'tag'>): Promise<void> {
  const answer = command.secrets.get(SUDO_VARIABLE);
  if (answer === undefined) return;
  const ending = {
    ...command,
    script: answerSudo(END_SUDO, 'of its machine', { tidy: false }),
    secrets: new Map([[SUDO_VARIABLE, answer]]),
    tag: `sudo-${randomUUID()}`,
  };
  const output = { stdout: () => undefined, stderr: () => undefined };
  try {
    await executor.run(ending, {
      ...{ output, signal: AbortSignal.timeout(LONGEST_MS), shellMs: LONGEST_MS },
      ...{ mayStart: () => Promise.resolve(), onStarted: () => undefined },
    });
  } catch {
    // The target is gone, or has no room: the next command with sudo there tidies up.
  }
}

/** The same for a job, whose command may have been forgotten since: the machine and its text tell what it was given. */
export async function endSudoOfJob(
  { executors }: { readonly executors: Executors },
  { target, template, vault, command }: OpenExecution,
): Promise<void> {
  const answer = target.sudoSecret === null ? undefined : vault.value(target.sudoSecret);
  if (!answer || !saysSudo(template)) return;
  const executor = await executors.of(target).catch(() => null);
  if (executor !== null) await endSudo(executor, { ...command, secrets: new Map([[SUDO_VARIABLE, answer]]) });
}
