/**
 * The paths that the words of a command may name, whatever its program does with them. They count for rules that hold
 * something back alone: a description says which effects a program has, but not of every word whether it is a file.
 */
import type { Arg } from '../arg.ts';
import { ANY, BELOW, display, HOME, LINKED, START } from '../pattern.ts';
import { resolve } from '../places.ts';
import { expandBraces } from './expand-braces.ts';
import { type Frame, type State, step } from './frame.ts';

const MOST = 500;
/** So many folders that options name are taken for those that other words start from. */
const MOST_BASES = 8;

export interface Reading {
  /** It is unknown what the program does with its words: a word without a slash may be a file, too. */
  readonly undescribed: boolean;
  /** It may reach all below a folder that it is given. */
  readonly deep: boolean;
  /** Words may be code: paths that stand in it are looked for. */
  readonly code: boolean;
}

/** Of its words, and of texts that it is handed besides: its input, values of variables. */
export function mentionedPaths(
  frame: Frame,
  words: readonly Arg[],
  texts: readonly string[],
  { folders }: State,
  reading: Reading,
): string[] {
  const found = new Set<string>();
  const add = (path: string, deep: boolean): void => {
    step(frame, path.length);
    // Past the bound nothing is left out: it may be any path.
    if (found.size >= MOST) found.add(display(ANY));
    else found.add(display(path)).add(display(deep ? below(path) : path));
  };
  const name = (text: string, from: readonly string[] | null, deep: boolean): void => {
    for (const path of resolve(text, from)) {
      const counts = path === LINKED ? reading.undescribed || isWritten(text) : isKnown(path, text);
      if (counts) add(path, deep);
    }
  };
  const expanded = words.map(({ pattern }) => expandBraces(pattern));
  const bases = basesOf(expanded, folders);
  if (bases.length > MOST_BASES) add(ANY, false);
  for (const pattern of expanded.flat()) {
    step(frame, pattern.length);
    for (const piece of piecesOf(pattern)) {
      if (reading.undescribed || isPathLike(piece)) name(piece, folders, reading.deep);
      // `-C /srv` and `state/x`: one of them may start from the other.
      if (piece[0] !== '/' && !/\s/.test(piece)) name(piece, bases.slice(0, MOST_BASES), reading.deep);
    }
    if (reading.code && isText(pattern)) for (const path of pathsInCode(pattern)) name(path, folders, true);
  }
  for (const text of texts) {
    step(frame, text.length);
    for (const path of pathsInCode(text)) name(path, folders, reading.code);
  }
  return [...found];
}

const below = (path: string): string => `${path === '/' ? '' : path}/${BELOW}`;

/** What is in an unknown folder may be no path at all, unless it is written as one. */
function isKnown(path: string, text: string): boolean {
  return path[0] === '/' || path[0] === HOME || (path[0] === START && text[0] === '.');
}

/** As nothing but a path is: `s/../x/` is none. */
function isWritten(text: string): boolean {
  return /^(?:\.{0,2}\/|\uE004)/.test(text);
}

function isPathLike(piece: string): boolean {
  return piece.includes('/') || piece[0] === '.' || piece[0] === HOME;
}

/** A word itself, what stands behind an option's letter, and each piece between `=`, `@`, `:` and `,`. */
function piecesOf(pattern: string): string[] {
  return [...new Set([pattern, ...pattern.split(/[=@:,]/)])].map(behindLetters).filter((piece) => piece !== '');
}

function behindLetters(piece: string): string {
  if (piece[0] !== '-') return piece;
  const at = piece.search(/[/\uE004]/);
  return at < 0 ? '' : piece.slice(at);
}

/** Folders that options name: the word behind one, or what is joined to it. */
function basesOf(words: readonly (readonly string[])[], folders: State['folders']): string[] {
  const texts = words.flatMap((word, at) => {
    const isOption = (other: readonly string[] | undefined) => other?.[0]?.[0] === '-';
    if (isOption(word)) return word.flatMap(piecesOf).filter((piece) => piece[0] === '/' || piece[0] === HOME);
    return isOption(words[at - 1]) ? word : [];
  });
  const paths = texts.filter((text) => !/\s/.test(text)).flatMap((text) => resolve(text, folders));
  return [...new Set(paths)].filter((path) => path[0] === '/' || path[0] === HOME);
}

const isText = (pattern: string): boolean => /[\s"'`()<>;|]/.test(pattern);

const QUOTED = /"([^"\n]{1,4096})"|'([^'\n]{1,4096})'|`([^`\n]{1,4096})`/g;
const ABSOLUTE = /(?<![\w.~/\uE000-\uE00F*?-])[/~\uE004][^\s"'`()<>;|,{}\\$&]*/g;

/** What stands in quotes, and what begins with a slash. */
function pathsInCode(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, double, single, back] of text.matchAll(QUOTED)) found.add(double ?? single ?? back!);
  for (const [path] of text.matchAll(ABSOLUTE)) found.add(path);
  // A slash alone divides, or joins.
  found.delete('/');
  return found;
}
