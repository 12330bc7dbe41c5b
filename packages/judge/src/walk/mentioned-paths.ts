/** The paths that words may name, for a program of which nobody knows what it does with them. */
import type { Arg } from '../arg.ts';
import { display, HOME } from '../pattern.ts';
import { resolve } from '../places.ts';
import { type Frame, type State, step } from './frame.ts';

const MOST = 500;

/** A word itself, what stands behind an option's letter, and each piece between `=`, `@`, `:` and `,`. */
export function mentionedPaths(frame: Frame, args: readonly Arg[], { folders }: State): string[] {
  const found = new Set<string>();
  for (const { pattern } of args) {
    for (const piece of new Set([pattern, ...pattern.split(/[=@:,]/)])) {
      for (const path of resolve(behindLetters(piece), folders)) {
        step(frame, path.length);
        // What is in a folder that nobody knows may be no path at all.
        if (found.size < MOST && (path[0] === '/' || path[0] === HOME)) found.add(display(path));
      }
    }
  }
  return [...found];
}

function behindLetters(piece: string): string {
  if (piece[0] !== '-') return piece;
  const at = piece.search(/[/\uE004]/);
  return at < 0 ? '' : piece.slice(at);
}
