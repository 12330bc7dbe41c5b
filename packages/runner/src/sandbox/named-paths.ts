/**
 * Paths that a command may name, by its text: what lies below them is looked through for private files. Whatever could be
 * one counts; one too many costs a look at it.
 */

const MOST = 100;
const LONGEST = 1_000;
const SEPARATORS = /[\s;|&<>()=,]+/;

/** Where the fixed part of a path ends: at a pattern, or at what is known only when it runs. */
const OPEN = /[*?[{`]|\$(?!HOME\b|\{HOME\})/;

export function namedPaths(script: string): string[] {
  const plain = script.replace(/[\\"']/g, '');
  const quoted = [...script.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '');
  const found = new Set<string>();
  for (const word of [...plain.split(SEPARATORS), ...quoted]) {
    const path = fixedPart(word);
    if (path.length <= LONGEST && /^(?:\/|~|\$HOME|\$\{HOME\})|(?:^|\/)\.\.(?:\/|$)/.test(path)) found.add(path);
    if (found.size === MOST) break;
  }
  return [...found];
}

function fixedPart(word: string): string {
  const end = word.replace(/^\$\{HOME\}/, '$HOME').search(OPEN);
  if (end < 0) return word;
  const known = word.replace(/^\$\{HOME\}/, '$HOME').slice(0, end);
  return known.slice(0, known.lastIndexOf('/') + 1);
}
