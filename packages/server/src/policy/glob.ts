/** Globs of a policy. `*` is any text and `?` one character; in paths neither crosses a `/`, and `**` is any folders. */

export type Matches = (text: string) => boolean;

export function globMatcher(pattern: string): Matches {
  const letters = [...pattern];
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  return (text) => matchWild(letters, [...text], (letter) => letter === '*', sameLetter);
}

/** How specific a glob is: the characters that it says outright. */
export const literalChars = (pattern: string): number => pattern.replace(/[*?]/g, '').length;

export function pathMatcher(pattern: string): Matches {
  const segments: ('**' | Matches)[] = pattern
    .split('/')
    .map((segment) => (segment === '**' ? segment : globMatcher(segment)));
  // What is below a folder is not the folder itself.
  if (segments.at(-1) === '**') segments.push((segment) => segment !== '');
  // A piece that is decided only at run time may be anything.
  return (path) =>
    !path.includes('…') && matchWild(segments, path.split('/'), (segment) => segment === '**', sameSegment);
}

/**
 * Whether the path may lead to what the pattern names, for rules that hold something back: a folder above it, the folder
 * whose content it names, or a path with a glob in it that the shell has yet to fill.
 */
export function reachMatcher(pattern: string): (path: string, changes: boolean) => boolean {
  const matches = pathMatcher(pattern);
  const folder = pattern.endsWith('/**') ? pathMatcher(pattern.slice(0, -3) || '/') : null;
  const said = pattern.slice(0, firstWild(pattern));
  return (path, changes) => {
    if (matches(path) || folder?.(path)) return true;
    const known = path.slice(0, firstWild(path));
    if (known.length < path.length) return known.startsWith(said) || said.startsWith(known);
    // What is removed or moved takes along what is below it.
    return changes && said.startsWith(path.endsWith('/') ? path : `${path}/`);
  };
}

function firstWild(text: string): number {
  const at = text.search(/[*?[\u2026]/);
  return at < 0 ? text.length : at;
}

const sameLetter = (letter: string, other: string): boolean => letter === '?' || letter === other;
const sameSegment = (segment: '**' | Matches, text: string): boolean =>
  typeof segment === 'string' ? segment === text : segment(text);

/** Steps back to the last wildcard alone: at most one step for each pair of pieces, whatever the pattern. */
function matchWild<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  isWild: (piece: P) => boolean,
  same: (piece: P, other: T) => boolean,
): boolean {
  let [at, p, wild, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (p < pattern.length && isWild(pattern[p]!)) {
      wild = p++;
      resume = at;
    } else if (p < pattern.length && same(pattern[p]!, text[at]!)) {
      p++;
      at++;
    } else if (wild >= 0) {
      p = wild + 1;
      at = ++resume;
    } else return false;
  }
  while (p < pattern.length && isWild(pattern[p]!)) p++;
  return p === pattern.length;
}
