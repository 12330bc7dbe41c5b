/**
 * The signs by which a process is known to belong to a command: the tag in its environment, and a limit that nobody else
 * has. The limit, on the resident set, is one that Linux does not enforce. A child inherits it, `env -i` keeps it, and
 * without CAP_SYS_RESOURCE (which root lacks in a container) it can be lowered but never be raised again.
 */
import { randomInt } from 'node:crypto';
import { shellQuote } from './shell-quote.ts';

export interface Signs {
  readonly tag: string;
  /** In KiB, as `ulimit -m` takes it. */
  readonly mark: number;
}

/** More than any computer has, less than any shell's numbers hold. */
const SMALLEST = 2 ** 44;
const MARKS = 2 ** 46;
/** Others start processes too, and each of a chain has helpers. */
const NEWEST = 8;

/** Even: the odd number below is for what stands beside the command, and nobody's mark. */
export const createMark = (): number => SMALLEST + 2 * randomInt(MARKS);

/** Shell text that marks the shell which runs it, and all that it starts. Where it cannot be done, nothing happens. */
export const setMark = (mark: number): string => `ulimit -m ${mark} 2>/dev/null`;
/** The same for a process that was started by a marked shell and is not to be killed with it. */
export const loseMark = (mark: number): string => `ulimit -m ${mark - 1}`;

/** As /proc/PID/limits shows it. */
const inBytes = (mark: number): bigint => BigInt(mark) * 1024n;

/** Prints the files of /proc that show one of the signs. -z: the environment is cut by NUL. */
export function findMarked({ tag, mark }: Signs): string {
  const named = tag.replaceAll(/[^A-Za-z0-9_-]/g, '[$&]');
  const signs = `^SYNAPSE_EXECUTION=${named}$|Max resident set +${inBytes(mark)} `;
  return `grep -lszE ${shellQuote(signs)} /proc/[0-9]*/environ /proc/[0-9]*/limits`;
}

/**
 * Processes that only live to start the next one are gone before a search is over. This looks at the newest ones, again
 * and again, by what the shell has built in, and has `action` deal with each `$p` that is marked. What its stat said from
 * the state on is in `$s`: read before the mark was, for a moment later it may be gone.
 */
export function huntNewest({ mark }: Signs, times: number, action: string): string {
  return [
    `n=0; while [ "$n" -lt ${times} ]; do n=$((n+1)); read -r x x x x q </proc/loadavg;`,
    `for p in ${Array.from({ length: NEWEST }, (_, back) => `$((q-${back}))`).join(' ')}; do`,
    's=; read -r s </proc/$p/stat; s=${s##*) };',
    'd=; while read -r x y z d y; do [ "$x$z" = Maxset ] && break; done </proc/$p/limits;',
    `[ "$d" = ${inBytes(mark)} ] && { ${action}; }; done; done`,
  ].join(' ');
}
