/**
 * Paths that a command may name, by its text: what lies below them is looked through for private files. Whatever could be
 * one counts; one too many costs a look at it.
 */

const MOST = 100;
const LONGEST = 1_000;
const SEPARATORS = /[\s;|&<>()=,]+/;

export function namedPaths(script: string): string[] {
  const plain = script.replace(/[\\"']/g, '');
  const quoted = [...script.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '');
  const found = new Set<string>();
  for (const word of [...plain.split(SEPARATORS), ...quoted]) {
    if (word.length <= LONGEST && (/^(?:\/|~|\$HOME|\$\{HOME\})/.test(word) || /(?:^|\/)\.\.(?:\/|$)/.test(word)))
      found.add(word);
    if (found.size === MOST) break;
  }
  return [...found];
}
