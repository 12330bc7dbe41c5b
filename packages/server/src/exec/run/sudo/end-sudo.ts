/** After a command was killed: ends what it had started through sudo, which its own user may not kill. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '@synapse/contract';
import type { Executor, ResolvedCommand, SecretValue } from '@synapse/runner';
import type { Executors } from '../../../executors/registry.ts';
import type { MachineRecord } from '../../../machines/machines.ts';
import type { VaultSnapshot } from '../../../vault/vault-snapshot.ts';
import type { OpenExecution } from '../../execution.ts';
import { answerSudo, END_SUDO, SUDO_VARIABLE } from './answer-sudo.ts';
import { sudoSecretOf } from './sudo-secret.ts';

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
      output,
      signal: AbortSignal.timeout(LONGEST_MS),
      shellMs: LONGEST_MS,
      mayStart: () => Promise.resolve(),
      onStarted: () => undefined,
    });
  } catch {
    // The target is gone, or has no room: the next command with sudo there cleans up.
  }
}

/** The same for a job, whose command may have been forgotten since: the machine and its text tell what it was given. */
export async function endSudoOfJob(
  { executors }: { readonly executors: Executors },
  { target, command, vault, resolved }: OpenExecution,
): Promise<void> {
  const answer = answerFor(target, command, vault);
  if (answer === null) return;
  const executor = await executors.of(target).catch(() => null);
  if (executor !== null) await endSudo(executor, { ...resolved, secrets: new Map([[SUDO_VARIABLE, answer]]) });
}

/** Null where there is none, or where the machine may not have it any more. */
function answerFor(target: MachineRecord, command: string, vault: VaultSnapshot): SecretValue | null {
  try {
    const secret = sudoSecretOf(target, command, vault);
    return secret === null ? null : vault.value(secret.name, secret.clearance);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
