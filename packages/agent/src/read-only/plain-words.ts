/**
 * Reads the simplest shell texts: plain words, quoted or not, joined by pipes at most. The one reader of shell commands
 * says what a word, a quote or a pipe is. The stricter rule here says which of it is plain enough.
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
  /** The argument that the program gets. For a pattern, the file names are still to be found. */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  readonly isPattern: boolean;
}

/** The only characters allowed outside quotes, whatever a shell makes of others. */
const PLAIN = /^[A-Za-z0-9_./:=@%+,~^-]*$/;

/** The words of each command of a pipeline. Null for anything more than that. */
export function readPipeline(script: string): PlainWord[][] | null {
  const text = script.trim();
  const read = readWhole(text);
  const commands = read === null ? null : onlyPipeline(read.list);
  if (read === null || commands === null) return null;
  // No comment and no continued line: between the words there are only blanks and the bars of pipes.
  const parts = commands.flat().flatMap((word) => word.parts);
  if (!/^[ \t|]*$/.test(between(text, parts))) return null;
  const plain = commands.map((words) => words.map((word) => plainWord(word, text)).filter((word) => word !== null));
  return plain.flat().length === commands.flat().length ? plain : null;
}

/** Null if no shell would accept it, or if shells read it differently. */
function readWhole(text: string): ReadScript | null {
  try {
    const read = readScript(text);
    return read.problem === null && read.differences.length === 0 ? read : null;
  } catch (error) {
    if (error instanceof NestedTooDeep) return null;
    throw error;
  }
}

/** The words of each command, if every command is just a program and its arguments. */
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
    // A file's name must never be read as an option, so the beginning of the pattern must rule that out.
    if (part.kind === 'glob' && (text === '' || text.startsWith('-'))) return null;
    isPattern ||= part.kind === 'glob';
    text += said;
  }
  return { text, raw: source.slice(start, end), isPattern };
}

/** The word's text if it is written literally. Null if anything in it is escaped, expanded or not in the list. */
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
