/**
 * Paths that a command may name, by its text: what lies below them is looked through for private files. Whatever could be
 * one counts; one too many costs a look at it.
 */

const MOST = 100;
const LONGEST = 1_000;
const SEPARATORS = /[\s;|&<>()=,]+/;

/** Where the fixed part of a path ends: at a pattern, or at what is known only when it runs. */
const OPEN = /[*?[{`]|\$(?!HOME\b)/;

export function namedPaths(script: string): string[] {
  const plain = script.replace(/[\\"']/g, '');
  const quoted = [...script.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '');
  const found = new Set<string>();
  for (const word of [...plain.split(SEPARATORS), ...quoted]) {
    const path = fixedPart(word);
    if (path.length <= LONGEST && /^(?:\/|~|\$HOME)|(?:^|\/)\.\.(?:\/|$)/.test(path)) found.add(path);
    if (found.size === MOST) break;
  }
  return [...found];
}

function fixedPart(word: string): string {
  const path = word.replace(/^\$\{HOME\}/, '$HOME');
  const end = path.search(OPEN);
  return end < 0 ? path : path.slice(0, path.lastIndexOf('/', end) + 1);
}
