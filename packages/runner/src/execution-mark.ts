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
const HUNTS = 60;

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
 * Processes that only live to start the next one are gone before a search is over. This looks at the newest process of
 * all and at those that it descends from, again and again, by what the shell has built in, and has `action` deal with
 * each `$p` that is marked; the state of that one is at the beginning of `$s`.
 */
export function huntNewest({ mark }: Signs, action: string): string {
  return [
    `n=0; while [ "$n" -lt ${HUNTS} ]; do n=$((n+1)); read -r a b c d p </proc/loadavg; while [ "$p" ]; do`,
    's=; read -r s </proc/$p/stat; s=${s##*) }; q=${s#* }; q=${q%% *};',
    'd=; while read -r a b c d e; do [ "$a$c" = Maxset ] && break; done </proc/$p/limits;',
    `[ "$d" = ${inBytes(mark)} ] || break; ${action}; p=$q; done; done`,
  ].join(' ');
}
