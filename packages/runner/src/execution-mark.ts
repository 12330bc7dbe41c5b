/**
 * The signs by which a process is known to belong to a command: the tag in its environment, and a limit that no other
 * process has. The limit is on the resident set, and Linux does not enforce it. A child inherits it, `env -i` keeps it.
 * Without CAP_SYS_RESOURCE (which root lacks in a container) it can be lowered, but never raised again.
 */
import { randomInt } from 'node:crypto';
import { shellQuote } from './shell-quote.ts';

export interface Signs {
  readonly tag: string;
  /** In KiB, as `ulimit -m` takes it. */
  readonly mark: number;
}

/** More than any computer has, and less than the largest number of any shell. */
const SMALLEST = 2 ** 44;
const MARKS = 2 ** 46;
/** Other programs start processes too, and each process of a chain has helpers. */
const NEWEST = 8;

/** Even. The odd number below it is for processes that stand beside the command; it is never used as a mark. */
export const createMark = (): number => SMALLEST + 2 * randomInt(MARKS);

/**
 * Shell text that marks the shell that runs it, and everything that shell starts. Does nothing where it cannot be done.
 */
export const setMark = (mark: number): string => `ulimit -m ${mark} 2>/dev/null`;
/** The same for a process that a marked shell started but that must not be killed with it. */
export const loseMark = (mark: number): string => `ulimit -m ${mark - 1}`;

/** As /proc/PID/limits shows it. */
const inBytes = (mark: number): bigint => BigInt(mark) * 1024n;

/** -z: NUL separates the variables of an environment. */
function grepSigns({ tag, mark }: Signs, how: '-l' | '-q', processes: string): string {
  const named = tag.replaceAll(/[^A-Za-z0-9_-]/g, '[$&]');
  const signs = `^SYNAPSE_EXECUTION=${named}$|Max resident set +${inBytes(mark)} `;
  return `grep ${how}szE ${shellQuote(signs)} /proc/${processes}/environ /proc/${processes}/limits`;
}

/** Prints the files of /proc that show one of the signs. */
export const findMarked = (signs: Signs): string => grepSigns(signs, '-l', '[0-9]*');

/** Whether the process with that number shows one of them. */
export const isMarked = (signs: Signs, pid: string): string => grepSigns(signs, '-q', pid);

/**
 * bash reads ahead and goes back afterwards. In a file of a process that is gone by then it cannot go back, and hands the
 * rest out as the beginning of whatever file it reads next. This takes the rest away; usually there is none.
 */
const FORGET_REST = 'while read -r x; do :; done </dev/null';

/**
 * Some processes live only to start the next one, and are gone before a full search ends. So this looks at the newest
 * processes, again and again, using only builtins of the shell, and runs `action` on each `$p` that is marked. `$s`
 * holds its stat from the state on. That is read before the mark, because a moment later the process may be gone.
 */
export function huntNewest({ mark }: Signs, times: number, action: string): string {
  return [
    `n=0; while [ "$n" -lt ${times} ]; do n=$((n+1)); read -r x x x x q </proc/loadavg;`,
    `for p in ${Array.from({ length: NEWEST }, (_, back) => `$((q-${back}))`).join(' ')}; do`,
    's=; read -r s </proc/$p/stat; s=${s##*) };',
    `d=; while read -r x y z d y; do [ "$x$z" = Maxset ] && break; done </proc/$p/limits; ${FORGET_REST};`,
    `[ "$d" = ${inBytes(mark)} ] && { ${action}; }; done; done`,
  ].join(' ');
}
