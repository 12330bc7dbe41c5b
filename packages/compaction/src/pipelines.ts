// The programs that a command line calls, pipe by pipe: enough to know which one writes the output.
import { type Command, type ReadScript, type Redirection, readScript, TooMuchToRead, wordText } from '@synapse/shell';

/** One program call; `quiet` when its output goes to a file instead of the caller. */
export interface ProgramCall {
  /** Assignments before it included. What is known only at run time stays as it is written. */
  readonly words: readonly string[];
  readonly quiet: boolean;
}

/** Calls joined by `|`. */
export type Pipeline = readonly ProgramCall[];

const LONGEST_COMMAND = 20_000;
const CALLERS_OWN = /^\/dev\/(stdout|stderr|tty|fd\/[12])$/;

/** The pipelines of a command line in order, or null when it is more than a list of them (loops, here-documents, subshells). */
export function readPipelines(line: string): Pipeline[] | null {
  const script = line.length > LONGEST_COMMAND ? null : read(line);
  if (script === null || script.problem !== null) return null;
  const pipelines: Pipeline[] = [];
  for (const { pipeline } of script.list.items) {
    const calls = pipeline.commands.map((command) => callOf(command, line));
    if (pipeline.negated || calls.includes(null)) return null;
    pipelines.push(calls as ProgramCall[]);
  }
  return pipelines;
}

function read(line: string): ReadScript | null {
  try {
    return readScript(line);
  } catch (error) {
    if (error instanceof TooMuchToRead) return null;
    throw error;
  }
}

/** Null for anything but a plain call that gets its input from a pipe, a file or nowhere. */
function callOf(command: Command, line: string): ProgramCall | null {
  if (command.kind !== 'simple') return null;
  const { assignments, words, redirections } = command;
  if (assignments.some(({ elements }) => elements !== null)) return null;
  if (redirections.some(({ heredoc, operator }) => heredoc !== null || operator === '<<<')) return null;
  const all = [...assignments.map(({ word }) => word), ...words];
  if (all.some(({ parts }) => parts.some(({ kind }) => kind === 'process'))) return null;
  const last = redirections.findLast(takesOutput);
  const target = last === undefined ? '' : wordText(last.target!, line);
  return { words: all.map((word) => wordText(word, line)), quiet: last !== undefined && !CALLERS_OWN.test(target) };
}

/** `2>&1`, `>&2`: the text still reaches the caller. */
function takesOutput({ operator, descriptor }: Redirection): boolean {
  return ['>', '>>', '>|', '&>', '&>>'].includes(operator) && (descriptor === '' || descriptor === '1');
}
