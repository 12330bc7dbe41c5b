/** Refuses what is piped into a command that runs elsewhere. */
import type { Call } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { usageError } from '../cli-error.ts';
import { isPipedInto } from '../piped-input.ts';
import { tell } from '../words/tell.ts';

/** What is piped in would be lost silently: these commands have an empty stdin. */
export async function refuseInput({ terminal, options }: Call): Promise<void> {
  if (options.input === false || !(await isPipedInto(process.stdin))) return;
  throw usageError(tell('exec_stdin'), tell('exec_stdin_hint', { synapse: calledAs(terminal.env) }));
}
