/** Patterns as ssh reads them: `*` and `?`, lists with commas, and `!` for what must not match. */

/** Whether the whole text fits. In steps that grow with text and pattern together, whatever they are. */
export function matchesPattern(text: string, pattern: string): boolean {
  let [at, next] = [0, 0];
  /** Where to go on when a later character does not fit: the last star takes one character more. */
  let [star, taken] = [-1, 0];
  while (at < text.length) {
    if (pattern[next] === '*') {
      [star, taken] = [next, at];
      next += 1;
    } else if (pattern[next] === '?' || pattern[next] === text[at]) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      taken += 1;
      [at, next] = [taken, star + 1];
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}

/** The patterns of a `Host` line: one must match, and none of those with `!`. */
export function matchesHostLine(host: string, patterns: readonly string[]): boolean {
  let matched = false;
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    if (!matchesPattern(host, negated ? pattern.slice(1) : pattern)) continue;
    if (negated) return false;
    matched = true;
  }
  return matched;
}

/** The list of a `Match` condition. */
export const matchesList = (text: string, list: string): boolean => matchesHostLine(text, list.split(','));

/** The same for the names of hosts, which are alike in capitals and in small letters. */
export const matchesHostList = (host: string, list: string): boolean =>
  matchesList(host.toLowerCase(), list.toLowerCase());
