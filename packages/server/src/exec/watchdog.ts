/**
 * Shell text that kills all that a command has started, on dash, bash and busybox ash, with no program but grep.
 *
 * Found are: children of the command's shell, its process group and its session (`/proc/PID/stat`), and whatever
 * carries the tag in its environment (`/proc/PID/environ`): `setsid` and `nohup` do not hide a process. A process that
 * both left the session and emptied its environment is found only while it is a child of the command's shell.
 * Without /proc (macOS, BSD) only the process group is killed.
 *
 * The shell is stopped first, so that it starts nothing further, and killed last, so that its end tells that all is dead.
 */
import { shellQuote } from './shell-quote.ts';

/** A line on the watchdog's input that sends it away, whatever still runs. */
export const STAND_DOWN = 'stand-down';
/** Processes that keep forking are met again in the next round. */
const ROUNDS = 50;

/** The shell's state into `$1` and its start time into `${20}`, without a process; nothing where there is no /proc. */
const READ_STAT = 's=; read -r s </proc/$m/stat; s=${s##*) }; set -- $s';

/** Expects the shell's process in `$m` and the process that runs this text in `$me`. */
function killText(tag: string, beforeLast = ':'): string {
  const tagged = shellQuote(`SYNAPSE_EXECUTION=${tag}`);
  return [
    'kill -STOP "$m"; i=0; hit=1;',
    `while [ "$hit" ] && [ "$i" -lt ${ROUNDS} ]; do i=$((i+1)); hit=;`,
    // State (neither zombie nor dead), then parent, group or session. -z: the environment is cut by NUL.
    'for p in $(grep -lsE "[)] [^ZX] ([-0-9]+ )?([-0-9]+ )?$m " /proc/[0-9]*/stat;',
    `grep -lszxF ${tagged} /proc/[0-9]*/environ); do`,
    'p=${p#/proc/}; p=${p%/*}; case $p in "$m"|"$me") ;; *) kill -9 "$p" && hit=1 ;; esac; done; done;',
    `${beforeLast}; kill -9 "$m"; kill -9 -"$m"`,
  ].join(' ');
}

/**
 * Starts the watchdog: it reads file descriptor 3 to its end, then kills the tree if the shell still lives. The shell is
 * known by its start time, for its number may have been given to another process by then.
 * `beforeKill` runs before the shell dies: what the tree started elsewhere, in a container, is not among this host's
 * processes. It runs after those are dead, for an engine whose client does not read is slow to answer another.
 * Two levels of subshell keep it out of the shell's jobs: a `wait` of the user's must not wait for it.
 */
export function watchdog(tag: string, beforeKill = ':'): string {
  return [
    '( ( trap "" HUP INT QUIT TERM; unset SYNAPSE_EXECUTION; m=$$;',
    `${READ_STAT}; b=\${20};`,
    `while IFS= read -r s; do [ "$s" = ${STAND_DOWN} ] && exit 0; done;`,
    `${READ_STAT}; if [ "$b" ]; then [ "$b" = "\${20}" ] && [ "$1" != Z ]; else kill -0 "$m"; fi || exit 0;`,
    'read -r me s </proc/self/stat;',
    `${killText(tag, beforeKill)} ) <&3 >/dev/null 2>&1 & )`,
  ].join(' ');
}

/** For a second shell on the target: kills the tree of the command whose shell reported `pid`. */
export function killTree(pid: number, tag: string): string {
  return `exec 2>/dev/null; m=${Math.trunc(pid)}; me=$$; ${killText(tag)}`;
}
