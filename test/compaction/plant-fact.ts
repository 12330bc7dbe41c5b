// Puts a fact into an output that nobody expected there: an error line, a sentence of somebody else, a number out of its
// range, a name among others.
import { lineKinds } from '../../packages/compaction/src/net/line-keys.ts';
import { cleanLines } from '../../packages/compaction/src/stages/clean-lines.ts';
import type { Random } from './pathological-text.ts';

export interface Planted {
  readonly kind: 'error' | 'foreign' | 'number' | 'name';
  readonly stdout: string;
  /** What must still be readable. */
  readonly fact: string;
}

/** Lines that so many resemble are a series: a value that differs from the others is a fact, the others are usual. */
const SERIES = 5;
const LONGEST = 300;
/** A filter may count what went well; quoted source, frames and documents are not what the tool says. */
const NOT_SAID =
  /^\s*(?:[✓✔√ℹ#>|]|ok\b|--- PASS|\d+ *[|│]|at |pass)|\b(?:ok|passed|pass)\b[\s)\]]*(?:[([].{0,40})?$|^\s*[{"]|-\[ RECORD|^\s*[\w@/.-]+:(?: \S+)?$|^\s*[\w.]+\(|^index /i;

const ERRORS: readonly ((id: string) => string)[] = [
  (id) => `ERROR: quota of volume ${id} exceeded`,
  (id) => `error: cannot bind ${id} to 0.0.0.0`,
  (id) => `fatal: ${id} is not a repository`,
  (id) => `panic: ${id} went away`,
  (id) => `Error: permission denied for ${id}`,
  (id) => `the step ${id} failed`,
  (id) => `FAILED ${id} with exit code 3`,
  (id) => `ConnectionError: ${id} refused the connection`,
];

/** What no tool of the output says: no filter expects it, and no word of it names a failure. */
const FOREIGN: readonly ((id: string) => string)[] = [
  (id) => `volume ${id} was detached by the operator`,
  (id) => `note: the lease of ${id} ends tonight`,
  (id) => `${id} is now the leader`,
  (id) => `  please remove ${id} by hand`,
  (id) => `Switched to the spare disk ${id}.`,
];

export function plantFact(stdout: string, random: Random): Planted | null {
  const lines = stdout.split('\n');
  const kind = (['error', 'foreign', 'number', 'name'] as const)[random(4)] as Planted['kind'];
  const id = `zq${random(1e6).toString(36)}_${random(1e6)}`;
  if (kind === 'error' || kind === 'foreign') {
    const sayings = kind === 'error' ? ERRORS : FOREIGN;
    const line = (sayings[random(sayings.length)] as (id: string) => string)(id);
    lines.splice(random(lines.length + 1), 0, line);
    return { kind, stdout: lines.join('\n'), fact: id };
  }
  const at = lineOfSeries(stdout, random);
  if (at === null) return null;
  const fact = kind === 'name' ? id : `${1 + random(9)}${`${random(1e9)}`.padStart(9, '7')}`;
  const changed = kind === 'name' ? withWord(lines[at] as string, id, random) : withNumber(lines[at] as string, fact);
  if (changed === null) return null;
  lines[at] = changed;
  return { kind, stdout: lines.join('\n'), fact };
}

/** Where the lines stand that many resemble and that can be quoted: only there is a value odd. Kept, for many trials. */
const seriesOf = new Map<string, readonly number[]>();

function readSeries(stdout: string): readonly number[] {
  const lines = stdout.split('\n');
  const clean = lines.map((line) => cleanLines(line).join(''));
  const kinds = lineKinds(clean);
  return lines.flatMap((line, i) => {
    const quotable = line !== '' && line === clean[i] && line.length < LONGEST && !NOT_SAID.test(line);
    return quotable && (kinds.counts[kinds.of[i] as number] as number) > SERIES ? [i] : [];
  });
}

function lineOfSeries(stdout: string, random: Random): number | null {
  const fit = seriesOf.get(stdout) ?? readSeries(stdout);
  seriesOf.set(stdout, fit);
  return fit.length === 0 ? null : (fit[random(fit.length)] as number);
}

function withWord(line: string, name: string, random: Random): string | null {
  const words = [...line.matchAll(/(?<![\w/-])[A-Za-z][A-Za-z-]{3,}(?![\w/-])/g)];
  const word = words[random(Math.max(1, words.length))];
  return word === undefined ? null : line.slice(0, word.index) + name + line.slice(word.index + word[0].length);
}

function withNumber(line: string, number: string): string | null {
  const found = /(?<=^|\s)\d{1,6}(?=\s|$)/.exec(line);
  return found === null ? null : line.slice(0, found.index) + number + line.slice(found.index + found[0].length);
}
