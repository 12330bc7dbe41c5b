/** Globs of a policy. `*` is any text and `?` one character; in paths neither crosses a `/`, and `**` is any folders. */

export type Matches = (text: string) => boolean;

export function globMatcher(pattern: string): Matches {
  const letters = [...pattern];
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  return (text) => matchWild(letters, [...text], (letter) => letter === '*', sameLetter);
}

/** How specific a glob is: the characters that it says outright. */
export const literalChars = (pattern: string): number => pattern.replace(/[*?]/g, '').length;

/** A path as it is matched: taken apart once, however many globs there are. */
export interface Path {
  readonly text: string;
  readonly names: readonly string[];
  /** Up to the first sign that stands for something else. */
  readonly known: string;
}

export function readPath(text: string): Path {
  return { text, names: text.split('/'), known: text.slice(0, firstWild(text)) };
}

export function pathMatcher(pattern: string): (path: Path) => boolean {
  const segments: ('**' | Matches)[] = pattern
    .split('/')
    .map((segment) => (segment === '**' ? segment : globMatcher(segment)));
  // What is below a folder is not the folder itself.
  if (segments.at(-1) === '**') segments.push((segment) => segment !== '');
  const said = pattern.slice(0, firstWild(pattern));
  // A piece that is decided only at run time may be anything.
  return ({ text, names }) =>
    text.startsWith(said) &&
    !text.includes('…') &&
    matchWild(segments, names, (segment) => segment === '**', sameSegment);
}

/** A folder that is not known: the home, where nobody said where it is, or the one that a command starts in. */
const LEADS = ['~', '.'];
/** What lies there belongs to the system: nobody's home, and nowhere that commands start. */
const SYSTEM = new Set(['bin', 'boot', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'run', 'sbin', 'sys', 'usr']);

/** What is left of the pattern behind each folder that it may begin with, if that can be somebody's home. */
function behindFolders(pattern: string): string[] {
  const names = pattern.split('/');
  const start = names[0] === '' ? 1 : 0;
  if (SYSTEM.has(names[start]!)) return [];
  // Nobody lives in a hidden folder.
  const hidden = names.findIndex((name) => name.startsWith('.'));
  const rests = names.map((name, at) => (name === '**' ? names.slice(at) : names.slice(at + 1)).join('/'));
  return [...new Set(rests.slice(start, hidden < 0 ? rests.length : hidden))];
}

/**
 * Whether the path may lead to what the pattern names, for rules that hold something back: a folder above it, the folder
 * whose content it names, or a path with a glob in it that the shell has yet to fill.
 */
export function reachMatcher(pattern: string): (path: Path, changes: boolean) => boolean {
  const absolute = reaches(pattern);
  const relative = behindFolders(pattern);
  const behind = relative.map(reaches);
  return (path, changes) => {
    const [lead, ...names] = path.names;
    if (!LEADS.includes(lead!)) return absolute(path, changes);
    // The folder itself: what the pattern may name, and with a change all that is below it.
    if (names.length === 0) return relative.length > 0 && (changes || relative.includes('') || relative.includes('**'));
    const rest = readPath(names.join('/'));
    return behind.some((may) => may(rest, changes));
  };
}

function reaches(pattern: string): (path: Path, changes: boolean) => boolean {
  const matches = pathMatcher(pattern);
  const folder = pattern.endsWith('/**') ? pathMatcher(pattern.slice(0, -3) || '/') : null;
  const said = pattern.slice(0, firstWild(pattern));
  return (path, changes) => {
    if (matches(path) || folder?.(path)) return true;
    const { known, text } = path;
    if (known.length < text.length) return known.startsWith(said) || said.startsWith(known);
    // What is removed or moved takes along what is below it.
    return changes && said.startsWith(text.endsWith('/') ? text : `${text}/`);
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
