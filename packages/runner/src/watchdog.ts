/**
 * Shell text that kills all that a command has started, on dash, bash and busybox ash, with no program but grep.
 *
 * Found are: the members of its control group, where it has one (`control-group.ts`); children of the command's shell,
 * its process group and its session (`/proc/PID/stat`); and whatever carries its tag or its mark (`execution-mark.ts`).
 * Searched is until two rounds have found nobody. Without /proc (macOS, BSD) only the process group is killed.
 *
 * The shell is stopped first, so that it starts nothing further, and killed last, so that its end tells that all is dead.
 */
import { DEFINE_FREEZE, FIND_GROUP, gatherGroup, MEMBERS, REMOVE_GROUP } from './control-group.ts';
import { findMarked, huntNewest, loseMark, type Signs } from './execution-mark.ts';
import { shellQuote } from './shell-quote.ts';

/** A line on the watchdog's input that sends it away, whatever still runs. */
export const STAND_DOWN = 'stand-down';
/** A line that has it gather the command in a control group: worth its while for one that lasts. */
export const GATHER = 'gather';
/** SIGSTKFLT, which no kernel sends any more. */
const CUT_OFF_SIGNAL = 16;
/** The exit status of a shell whose watchdog has killed its command (`killInside`). */
export const CUT_OFF_STATUS = 128 + CUT_OFF_SIGNAL;
/** Beyond what any system numbers its processes to. */
const NOBODY = 999_999_999;
/** What cannot be killed, being stuck in the kernel, must not be searched for without end. */
const ROUNDS = 50;
/** From then on somebody is not slow to die but quick to fork. */
const QUICK = 3;
/** A shell reads byte by byte: each look at a process costs a third of a millisecond. */
const LOOKS = 4;

/** The shell's state into `$1` and its start time into `${20}`, without a process; nothing where there is no /proc. */
const READ_STAT = 's=; read -r s </proc/$m/stat; s=${s##*) }; set -- $s';

/** Runs `search` until it has left `$hit` empty twice in a row. */
function untilClean(signs: Signs, search: string): string {
  return [
    // A process group dies at one blow, so that none of it can start another; not that of the shell, which dies last, nor
    // group 1, which would mean all there are. One that was seen and is gone has perhaps left a child: not clean either. A
    // zombie has not. A member of a control group that is just dying is listed as 0, which would mean the killer's group.
    'strike() { case $p in ""|0|"$m"|"$me") return;; esac; set -- $s;',
    'case $3 in ""|0|1|"$m") ;; *) kill -9 -"$3";; esac; case $1 in [ZX]) ;; *) hit=1; kill -9 "$p";; esac; };',
    'end() { s=; read -r s </proc/$p/stat; s=${s##*) }; strike; };',
    `i=0; clean=0; while [ "$clean" -lt 2 ] && [ "$i" -lt ${ROUNDS} ]; do i=$((i+1)); hit=; ${search}`,
    `for p in $(${findMarked(signs)}); do p=\${p#/proc/}; p=\${p%/*}; end; done;`,
    // A link of a chain may have come after the list was made and gone before it was read.
    `if [ -z "$hit" ] || [ "$i" -ge ${QUICK} ]; then ${huntNewest(signs, LOOKS, 'strike')}; fi;`,
    'if [ "$hit" ]; then clean=0; else clean=$((clean+1)); fi; done',
  ].join(' ');
}

/**
 * Expects the shell's process in `$m`, the process that runs this text in `$me`, and the folder of the control group in
 * `$g`, which this process must not be in: it would freeze itself.
 */
function killText(signs: Signs, beforeLast = ':', last = 'kill -9 "$m"; kill -9 -"$m"'): string {
  const search = [
    `if [ "$g" ]; then freeze 1; for f in ${MEMBERS}; do while read -r p; do end; done <"$f"; done; freeze 0; fi;`,
    // State (neither zombie nor dead), then parent, group or session. This text's own helpers are among them.
    'for p in $(grep -lsE "[)] [^ZX] ([-0-9]+ )?([-0-9]+ )?$m " /proc/[0-9]*/stat); do',
    'p=${p#/proc/}; p=${p%/*}; case $p in "$m"|"$me") ;; *) kill -9 "$p" && hit=1 ;; esac; done;',
  ].join(' ');
  return [
    `kill -STOP "$m"; ${DEFINE_FREEZE} ${untilClean(signs, search)};`,
    `${beforeLast}; ${last}; ${REMOVE_GROUP}`,
  ].join(' ');
}

/** For a shell inside a container, where nobody but the tag and the mark tell what belongs to the command. */
export function killMarked(signs: Signs): string {
  return `exec 2>/dev/null; m=; me=$$; ${untilClean(signs, '')}`;
}

/**
 * Reads its input to the end, then kills the tree if the shell `$m` still lives. The shell is known by its start time,
 * for its number may have been given to another process by then.
 */
function watchText(signs: Signs, beforeKill?: string): string {
  return [
    `leave() { ${REMOVE_GROUP}; exit 0; }; g=; ${READ_STAT}; born=\${20};`,
    `while IFS= read -r s; do case $s in ${STAND_DOWN}) leave;; ${GATHER}) ${gatherGroup(signs)};; esac; done;`,
    `${READ_STAT}; if [ "$born" ]; then [ "$born" = "\${20}" ] && [ "$1" != Z ]; else kill -0 "$m"; fi || leave;`,
    killText(signs, beforeKill),
  ].join(' ');
}

/**
 * What a watchdog beside the command does; its input is stdin.
 * `beforeKill` runs before the shell dies: what the tree started elsewhere, in a container, is not among this host's
 * processes. It runs after those are dead, for an engine whose client does not read is slow to answer another.
 */
export function watchBeside(signs: Signs, beforeKill?: string): string {
  const begin = `trap "" HUP INT QUIT TERM; unset SYNAPSE_EXECUTION; ${loseMark(signs.mark)}`;
  return `${begin}; m=$$; read -r me s </proc/self/stat; ${watchText(signs, beforeKill)}`;
}

/**
 * Starts it, on file descriptor 3.
 * Two levels of subshell keep it out of the shell's jobs: a `wait` of the user's must not wait for it.
 */
export function watchdog(text: string): string {
  return `( ( ${text} ) <&3 >/dev/null 2>&1 & )`;
}

/** The same for a second shell on the target, on its own stdin: watches the command whose shell reported `pid`. */
export function watchFromOutside(pid: number, signs: Signs): string {
  const begin = `exec 2>/dev/null; trap "" HUP INT QUIT TERM; m=${Math.trunc(pid)}; me=$$`;
  return `${begin}; ${watchText(signs)}`;
}

/**
 * For a shell inside a container whose first argument is the number of the one around the command: kills the tree. That
 * one is ended by a signal that nobody uses: its exit status tells that it was this, when nobody was there to hear.
 */
export function killInside(signs: Signs): string {
  const last = `kill -${CUT_OFF_SIGNAL} "$m"; kill -CONT "$m"`;
  return `exec 2>/dev/null; m=$1; me=$$; g=; ${killText(signs, ':', last)}`;
}

/**
 * For a second shell on the target: kills the tree of the command whose shell reported `pid`. With the `nonce` of its
 * bootstrap a process that has since been given that number is left alone, and only what is marked is killed.
 */
export function killTree(pid: number, signs: Signs, nonce?: string): string {
  const known = `grep -qsF -e ${shellQuote(nonce ?? '')} -e ${shellQuote(signs.tag)} /proc/$m/cmdline /proc/$m/environ`;
  const check = nonce === undefined ? '' : ` ${known} || m=${NOBODY};`;
  return `exec 2>/dev/null; m=${Math.trunc(pid)}; me=$$;${check} ${FIND_GROUP}; ${killText(signs)}`;
}
