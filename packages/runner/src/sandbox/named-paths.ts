/** Paths that a command names, by its text: what lies below them is looked through for private files. */

const MOST = 16;
const LONGEST = 500;
const PATH = /(?<![\w.~/-])(?:(?:~|\$HOME|\$\{HOME\})(?:\/[\w.@+/~-]*)?|\/[\w.@+~-][\w.@+/~-]*)/g;

export function namedPaths(script: string): string[] {
  const found = new Set<string>();
  for (const [path] of script.matchAll(PATH)) {
    if (path.length <= LONGEST) found.add(path);
    if (found.size === MOST) break;
  }
  return [...found];
}
