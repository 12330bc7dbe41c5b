/** Finds out whether a machine runs commands by having its shell start one that does nothing. */
import { randomUUID } from 'node:crypto';
import { because, Refusal } from '@synapse/contract';
import { type Executor, SHELL_MS } from './executor.ts';
import { shellStuck } from './prepare-command.ts';

/** The command that does nothing. An agent runs it whatever its limits are. */
export const PROBE_SCRIPT = ':';

/** Throws the Refusal that a command would get. */
export async function probeByShell(run: Executor['run'], signal: AbortSignal, shellMs = SHELL_MS): Promise<void> {
  let reached = false;
  const outcome = await run(
    { script: PROBE_SCRIPT, secrets: new Map(), cwd: null, container: null, tag: `probe-${randomUUID()}` },
    {
      output: { stdout: () => {}, stderr: () => {} },
      signal,
      mayStart: () => Promise.resolve(),
      shellMs,
      onReached: () => {
        reached = true;
      },
      onStarted: () => {},
    },
  );
  if (outcome.kind === 'exited') return;
  if (outcome.kind === 'lost') throw new Refusal('machine_unreachable', { reason: outcome.reason });
  throw reached ? shellStuck(shellMs) : new Refusal('machine_unreachable', { reason: because('no_answer_in_time') });
}
