/**
 * Reads the simplest of shell texts: plain words, quoted or not, joined by pipes at most. What is a word, a quote or a
 * pipe is for the one reader of shell commands to say; which of it is plain enough is a stricter rule on top.
 */
import {
  type Command,
  type List,
  NestedTooDeep,
  type Part,
  type ReadScript,
  readScript,
  type SimpleCommand,
  type Span,
  type Word,
} from '@synapse/shell';

export interface PlainWord {
  /** What the program gets; file names yet to be found where it is a pattern. */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  readonly isPattern: boolean;
}

/** All that may stand outside of quotes, whatever a shell makes of other characters. */
const PLAIN = /^[A-Za-z0-9_./:=@%+,~^-]*$/;

/** The words of each command of a pipeline; null for anything that is more than that. */
export function readPipeline(script: string): PlainWord[][] | null {
  const text = script.trim();
  const read = readWhole(text);
  const commands = read === null ? null : onlyPipeline(read.list);
  if (read === null || commands === null) return null;
  // No comment, no continued line: what belongs to no word is a blank or the bar of a pipe.
  const parts = commands.flat().flatMap((word) => word.parts);
  if (!/^[ \t|]*$/.test(between(text, parts))) return null;
  const plain = commands.map((words) => words.map((word) => plainWord(word, text)).filter((word) => word !== null));
  return plain.flat().length === commands.flat().length ? plain : null;
}

/** Null where no shell would accept it, or where shells do not read it alike. */
function readWhole(text: string): ReadScript | null {
  try {
    const read = readScript(text);
    return read.problem === null && read.differences.length === 0 ? read : null;
  } catch (error) {
    if (error instanceof NestedTooDeep) return null;
    throw error;
  }
}

/** The words of each command, where all are a program and its arguments, and nothing more. */
function onlyPipeline({ items }: List): (readonly Word[])[] | null {
  const [only] = items;
  if (only === undefined || items.length > 1 || only.operator !== '' || only.pipeline.negated) return null;
  const { commands } = only.pipeline;
  return commands.every(isPlain) ? commands.map(({ words }) => words) : null;
}

function isPlain(command: Command): command is SimpleCommand {
  if (command.kind !== 'simple' || command.words.length === 0) return false;
  return command.assignments.length === 0 && command.redirections.length === 0;
}

function between(text: string, parts: readonly Span[]): string {
  const ends = [0, ...parts.map(({ end }) => end)];
  return [...parts.map(({ start }) => start), text.length].map((start, at) => text.slice(ends[at], start)).join('');
}

function plainWord({ parts, start, end }: Word, source: string): PlainWord | null {
  let text = '';
  let isPattern = false;
  for (const part of parts) {
    const said = plainPart(part, source);
    if (said === null) return null;
    // A file's name must not come to be read as an option: a pattern begins with what every name then begins with.
    if (part.kind === 'glob' && (text === '' || text.startsWith('-'))) return null;
    isPattern ||= part.kind === 'glob';
    text += said;
  }
  return { text, raw: source.slice(start, end), isPattern };
}

/** What it says, to the letter as it is written; null where anything in it is escaped, expanded or out of the list. */
function plainPart(part: Part, source: string): string | null {
  const raw = source.slice(part.start, part.end);
  switch (part.kind) {
    case 'literal':
    case 'tilde':
      return PLAIN.test(raw) ? raw : null;
    case 'glob':
      return raw === '*' || raw === '?' ? raw : null;
    case 'single':
      return raw.slice(1, -1);
    case 'double':
      return /[$`\\]/.test(raw) ? null : raw.slice(1, -1);
    default:
      return null;
  }
}
