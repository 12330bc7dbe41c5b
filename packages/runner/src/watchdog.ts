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
/** Beyond what any system numbers its processes to. */
const NOBODY = 999_999_999;
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
 * Reads its input to the end, then kills the tree if the shell `$m` still lives. The shell is known by its start time,
 * for its number may have been given to another process by then. `who` puts this text's own process into `$me`.
 */
function watchText(tag: string, who: string, beforeKill = ':'): string {
  return [
    `${READ_STAT}; b=\${20};`,
    `while IFS= read -r s; do [ "$s" = ${STAND_DOWN} ] && exit 0; done;`,
    `${READ_STAT}; if [ "$b" ]; then [ "$b" = "\${20}" ] && [ "$1" != Z ]; else kill -0 "$m"; fi || exit 0;`,
    `${who}; ${killText(tag, beforeKill)}`,
  ].join(' ');
}

/**
 * Starts the watchdog beside the command, on file descriptor 3.
 * `beforeKill` runs before the shell dies: what the tree started elsewhere, in a container, is not among this host's
 * processes. It runs after those are dead, for an engine whose client does not read is slow to answer another.
 * Two levels of subshell keep it out of the shell's jobs: a `wait` of the user's must not wait for it.
 */
export function watchdog(tag: string, beforeKill?: string): string {
  const watch = watchText(tag, 'read -r me s </proc/self/stat', beforeKill);
  return `( ( trap "" HUP INT QUIT TERM; unset SYNAPSE_EXECUTION; m=$$; ${watch} ) <&3 >/dev/null 2>&1 & )`;
}

/** The same for a second shell on the target, on its own stdin: watches the command whose shell reported `pid`. */
export function watchFromOutside(pid: number, tag: string): string {
  return `exec 2>/dev/null; trap "" HUP INT QUIT TERM; m=${Math.trunc(pid)}; ${watchText(tag, 'me=$$')}`;
}

/**
 * For a second shell on the target: kills the tree of the command whose shell reported `pid`. With the `nonce` of its
 * bootstrap a process that has since been given that number is left alone, and only what carries the tag is killed.
 */
export function killTree(pid: number, tag: string, nonce?: string): string {
  const known = `grep -qsF -e ${shellQuote(nonce ?? '')} -e ${shellQuote(tag)} /proc/$m/cmdline /proc/$m/environ`;
  const check = nonce === undefined ? '' : ` ${known} || m=${NOBODY};`;
  return `exec 2>/dev/null; m=${Math.trunc(pid)}; me=$$;${check} ${killText(tag)}`;
}
