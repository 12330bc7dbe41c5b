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
}

export function readPath(text: string): Path {
  return { text, names: text.split('/') };
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

/** A folder that is not known: the home, where its place is not given, or the one that a command starts in. */
const LEADS = ['~', '.'];
/** What lies there belongs to the system: no home, and no starting directory of commands. */
const SYSTEM = new Set(['bin', 'boot', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'run', 'sbin', 'sys', 'usr']);

const HOMES = new Set(['home', 'Users']);

/** What is left of the pattern behind each folder that it may begin with, if that can be a home directory. */
function behindFolders(pattern: string): string[] {
  const names = pattern.split('/');
  const top = names[0] === '' ? 1 : 0;
  if (SYSTEM.has(names[top]!)) return [];
  // Homes are in there; it is none itself.
  const start = HOMES.has(names[top]!) ? top + 1 : top;
  // A hidden folder is no home.
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
  const follow = follower(pattern);
  const folder = pattern.endsWith('/**') ? follower(pattern.slice(0, -3) || '/') : null;
  return (path, changes) => {
    const { meets, above } = follow(path.names);
    // What is removed or moved takes along what is below it.
    return meets || (changes && above) || (folder?.(path.names).meets ?? false);
  };
}

interface Followed {
  /** It may be what the pattern names. */
  readonly meets: boolean;
  /** What the pattern names may be below it. */
  readonly above: boolean;
}

/**
 * Follows a path that may hold globs of the shell, and `…` for any names at all, along the pattern: at most one step for
 * each pair of names.
 */
function follower(pattern: string): (names: readonly string[]) => Followed {
  const segments = pattern.split('/').map((text) => ({ any: text === '**', fits: mayFit(text) }));
  if (segments.at(-1)!.any) segments.push({ any: false, fits: (name) => name !== '' });
  const end = segments.length;
  return (names) => {
    let places = new Uint8Array(end + 1);
    places[0] = 1;
    // The slash of the root alone has two empty names.
    const followed = names.length === 2 && names[1] === '' ? names.slice(0, 1) : names;
    for (const name of followed) {
      const next = new Uint8Array(end + 1);
      const runs = name.includes('…');
      for (let at = 0; at <= end; at += 1) {
        if (places[at] === 0) continue;
        const segment = segments[at];
        if (segment?.any) places[at + 1] = 1;
        if (segment !== undefined && (segment.any || runs)) next[at] = 1;
        if (runs) next.fill(1, at);
        else if (segment !== undefined && !segment.any && segment.fits(name)) next[at + 1] = 1;
      }
      places = next;
    }
    for (let at = 0; at < end; at += 1) if (places[at] === 1 && segments[at]!.any) places[at + 1] = 1;
    return { meets: places[end] === 1, above: places.subarray(0, end).includes(1) };
  };
}

/** Whether a name, or what a glob of the shell may find, fits that piece of a pattern. */
function mayFit(segment: string): Matches {
  const matches = globMatcher(segment);
  const said = segment.slice(0, firstWild(segment));
  return (name) => {
    const wild = firstWild(name);
    if (wild === name.length) return matches(name);
    const known = name.slice(0, wild);
    return known.startsWith(said) || said.startsWith(known);
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
