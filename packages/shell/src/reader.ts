/** What the parts of the reader share: a cursor over a text, and what was noted so far. */
import { DIFFERENCES, type Difference, type DifferenceKind } from './differences.ts';
import type { Command, Heredoc, Hole, List, Part, Problem } from './syntax-tree.ts';

/**
 * How this place treats an expansion: `bare` splits it into words, `inside` (double quotes, here-document) does not.
 */
export type Mode = 'bare' | 'inside';
/** What surrounds the place. */
export type Where = 'command' | 'quotes' | 'heredoc';

/**
 * Shell grammar is recursive, so the parts call each other in circles. They meet here instead of importing each other.
 */
export interface Grammar {
  /** Reads pipelines up to something that cannot begin one, and leaves that unread. */
  list(reader: Reader): List;
  command(reader: Reader): Command;
  /** At a `'`. */
  single(reader: Reader): Part;
  /** At a `"`. */
  double(reader: Reader): Part;
  /** At a `$`. */
  dollar(reader: Reader, mode: Mode, where: Where): Part;
  /** At a backtick. */
  backticks(reader: Reader, mode: Mode, where: Where): Part;
}

/** One per script, shared by the readers of its nested texts. */
export interface Notes {
  /** The length of the hole that begins at a place, or 0 if none does. */
  readonly holeAt: (text: string, at: number) => number;
  readonly differences: Difference[];
  holes: number;
  /** A construct was found after which shells may disagree. */
  moved: boolean;
  /** How many constructs are open around the cursor. */
  depth: number;
  /** How many characters were looked at; a character that is looked at twice counts twice. */
  steps: number;
  /** How many commands, words and parts the tree has so far. */
  pieces: number;
}

export interface Reader {
  readonly text: string;
  readonly grammar: Grammar;
  readonly notes: Notes;
  /** Where this text stands in the outermost one, in case its own offsets mean nothing there. */
  readonly origin: number | null;
  pos: number;
  /** The here-documents of the current line. Their bodies begin on the next line. */
  pending: Heredoc[];
  problem: Problem | null;
}

/** The text is more than we read. It may still be a valid command. */
export class TooMuchToRead extends Error {}

/** Deeper nesting than any command needs, and than the stack should hold. */
export class NestedTooDeep extends TooMuchToRead {
  constructor() {
    super(`more than ${DEEPEST} constructs in each other`);
    this.name = 'NestedTooDeep';
  }
}
export const DEEPEST = 100;

/** More pieces than any command needs: a tree of them costs time and memory, however short each one is. */
export class TooManyPieces extends TooMuchToRead {
  constructor() {
    super(`more than ${MOST_PIECES} pieces`);
    this.name = 'TooManyPieces';
  }
}
export const MOST_PIECES = 40_000;

/** Counts pieces of the tree that are about to be made. */
export function countPieces({ notes }: Reader, pieces: number): void {
  notes.pieces += pieces;
  if (notes.pieces > MOST_PIECES) throw new TooManyPieces();
}

/** A reader for a text within the text: a here-document's body, the inside of backticks. */
export function nestedReader(parent: Reader, text: string, pos: number, origin: number | null): Reader {
  return { text, grammar: parent.grammar, notes: parent.notes, origin, pos, pending: [], problem: null };
}

export function advance(reader: Reader, length: number): void {
  reader.pos += length;
  reader.notes.steps += length;
}

/** Reads something that is `levels` constructs deeper. */
export function deeper<T>(reader: Reader, read: () => T, levels = 1): T {
  const { notes } = reader;
  notes.depth += levels;
  if (notes.depth > DEEPEST) throw new NestedTooDeep();
  const result = read();
  notes.depth -= levels;
  return result;
}

export function noteDifference(reader: Reader, kind: DifferenceKind, at = reader.pos): void {
  reader.notes.differences.push({ kind, at: reader.origin ?? at });
  if (DIFFERENCES[kind].moves) reader.notes.moved = true;
}

/** No shell would continue here: the rest stays unread. */
export function fail(reader: Reader, message: string): void {
  const at = Math.min(reader.pos, reader.text.length);
  reader.problem ??= { at, message, open: null, sure: !reader.notes.moved };
  reader.pos = reader.text.length;
}

/** The text ended inside a construct. */
export function leftOpen(reader: Reader, what: 'quotes' | 'heredoc' | 'other', message: string): void {
  reader.pos = reader.text.length;
  reader.problem ??= { at: reader.pos, message, open: what, sure: !reader.notes.moved };
}

/** The length of the hole at a place of the text. */
export function holeAt({ text, notes }: Reader, at: number): number {
  return text[at] === '{' && text[at + 1] === '{' ? notes.holeAt(text, at) : 0;
}

export function readHole(reader: Reader, length: number): Hole {
  const { pos: start, notes } = reader;
  notes.holes += 1;
  advance(reader, length);
  return { kind: 'hole', start, end: reader.pos, sure: !notes.moved };
}

/** Spaces, tabs and continued lines. */
export function skipBlanks(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const char = text[reader.pos];
    if (char === ' ' || char === '\t') advance(reader, 1);
    else if (char === '\\' && text[reader.pos + 1] === '\n') advance(reader, 2);
    else return;
  }
}

export function skipComment(reader: Reader): void {
  const newline = reader.text.indexOf('\n', reader.pos);
  advance(reader, (newline < 0 ? reader.text.length : newline) - reader.pos);
}

/** The text matched by a sticky pattern at the cursor. */
export function matchHere(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.pos;
  return pattern.exec(reader.text)?.[0] ?? '';
}

/** After an operator: a continued line, then a character that would make it another operator. */
export function noteContinued(reader: Reader, extending: string): void {
  const { text, pos } = reader;
  let at = pos;
  while (text[at] === '\\' && text[at + 1] === '\n') at += 2;
  reader.notes.steps += at - pos;
  if (at > pos && at < text.length && extending.includes(text[at]!)) noteDifference(reader, 'continued-operator');
}
