/** Refuses what is piped into a command that runs elsewhere. */
import type { Call } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { usageError } from '../cli-error.ts';
import { isPipedInto } from '../piped-input.ts';
import { tell } from '../words/tell.ts';

/** What is piped in would be lost silently: no machine passes anything on a command's stdin. */
export async function refuseInput({ terminal, args }: Call): Promise<void> {
  if (!(await isPipedInto(process.stdin))) return;
  throw usageError(
    tell('exec_stdin'),
    tell('exec_stdin_hint', { synapse: calledAs(terminal.env), machine: args[0] ?? '' }),
  );
}
