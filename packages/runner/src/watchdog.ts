/**
 * Shell text that kills everything a command has started, on dash, bash and busybox ash, with no program but grep.
 *
 * It finds the members of the command's control group, if it has one (`control-group.ts`); the children of the
 * command's shell, its process group and its session (`/proc/PID/stat`); and whatever has its tag or its mark
 * (`execution-mark.ts`). It searches until two rounds have found nothing. Without /proc (macOS, BSD) only the process
 * group is killed.
 *
 * The shell is stopped first, so that it starts nothing more, and killed last, so that its end means that all is dead.
 */
import { DEFINE_FREEZE, eachMember, FIND_GROUP, gatherGroup, REMOVE_GROUP } from './control-group.ts';
import { findMarked, huntNewest, isMarked, loseMark, type Signs } from './execution-mark.ts';

/** A line on the watchdog's input that ends the watchdog, whatever still runs. */
export const STAND_DOWN = 'stand-down';
/** A line that makes it gather the command in a control group. This pays off for a command that lasts. */
export const GATHER = 'gather';
/** SIGSTKFLT, which no kernel sends any more. */
const CUT_OFF_SIGNAL = 16;
/** The exit status of a shell whose watchdog has killed its command (`killInside`). */
export const CUT_OFF_STATUS = 128 + CUT_OFF_SIGNAL;
/** Higher than any process number of any system. */
const NO_PROCESS = 999_999_999;
/** A process that is stuck in the kernel cannot be killed, and must not be searched for without end. */
const ROUNDS = 50;
/** After this many rounds the processes are not slow to die, they fork quickly. */
const QUICK = 3;
/** A shell reads byte by byte: looking at one process costs a third of a millisecond. */
const LOOKS = 4;

/**
 * Puts the shell's state into `$1` and its start time into `${20}`, without a process. Does nothing if there is no
 * /proc.
 */
const READ_STAT = 's=; read -r s </proc/$m/stat; s=${s##*) }; set -- $s';

/** Runs `search` until it has left `$hit` empty twice in a row. */
function untilClean(signs: Signs, search: string): string {
  return [
    // A process group is killed at one blow, so that no member can start another. Two groups are left out: that of the
    // shell, which dies last, and group 1, which would mean all processes. A process that was seen and is gone may have
    // left a child, so that round is not clean either; a zombie has left none. A member of a control group that is just
    // dying is listed as 0, which would mean the killer's own group.
    'strike() { case $p in ""|0|"$m"|"$me") return;; esac; set -- $s;',
    'case $3 in ""|0|1|"$m") ;; *) kill -9 -"$3";; esac; case $1 in [ZX]) ;; *) hit=1; kill -9 "$p";; esac; };',
    'end() { s=; read -r s </proc/$p/stat; s=${s##*) }; strike; };',
    `i=0; clean=0; while [ "$clean" -lt 2 ] && [ "$i" -lt ${ROUNDS} ]; do i=$((i+1)); hit=; ${search}`,
    `for p in $(${findMarked(signs)}); do p=\${p#/proc/}; p=\${p%/*}; end; done;`,
    // A process of a chain may have come after the list was made, and gone before it was read.
    `if [ -z "$hit" ] || [ "$i" -ge ${QUICK} ]; then ${huntNewest(signs, LOOKS, 'strike')}; fi;`,
    'if [ "$hit" ]; then clean=0; else clean=$((clean+1)); fi; done',
  ].join(' ');
}

/**
 * Expects the shell's process in `$m`, the process that runs this text in `$me`, and the folder of the control group in
 * `$g`. The process that runs this text must not be in that group: it would freeze itself.
 */
export function killText(signs: Signs, beforeLast = ':', last = 'kill -9 "$m"; kill -9 -"$m"'): string {
  const search = [
    `if [ "$g" ]; then freeze 1; ${eachMember('end')}; freeze 0; fi;`,
    // The state (neither zombie nor dead), then parent, group or session. The helpers of this text are among them.
    'for p in $(grep -lsE "[)] [^ZX] ([-0-9]+ )?([-0-9]+ )?$m " /proc/[0-9]*/stat); do',
    'p=${p#/proc/}; p=${p%/*}; case $p in "$m"|"$me") ;; *) kill -9 "$p" && hit=1 ;; esac; done;',
  ].join(' ');
  return [
    `kill -STOP "$m"; ${DEFINE_FREEZE} ${untilClean(signs, search)};`,
    `${beforeLast}; ${last}; ${REMOVE_GROUP}`,
  ].join(' ');
}

/** For a shell inside a container, where only the tag and the mark tell what belongs to the command. */
export function killMarked(signs: Signs): string {
  return `exec 2>/dev/null; m=; me=$$; ${untilClean(signs, '')}`;
}

/** Where a watchdog that hands the command on writes it. Closed before anything else could print there. */
const COMMAND_FD = 4;

/**
 * Reads its input to the end, then kills the tree if the shell `$m` still lives. It knows the shell by its start time,
 * because its number may belong to another process by then.
 */
function watchText(signs: Signs, beforeKill?: string): string {
  const handsOn = beforeKill !== undefined;
  const shut = `exec ${COMMAND_FD}>/dev/null`;
  const handOn = handsOn ? ` *) printf "%s\\n" "$s" >&${COMMAND_FD}; s=; ${shut};;` : '';
  return [
    `leave() { ${REMOVE_GROUP}; exit 0; }; g=; ${READ_STAT}; born=\${20};`,
    `while IFS= read -r s; do case $s in ${STAND_DOWN}) leave;; ${GATHER}) ${gatherGroup(signs)};;${handOn} esac; done;`,
    ...(handsOn ? [`${shut};`] : []),
    // Where there is a /proc and it was not in it, it was over before: its number may belong to another process.
    `${READ_STAT}; if [ "$born" ]; then [ "$born" = "\${20}" ] && [ "$1" != Z ]; else ! [ -d "/proc/$me" ] && kill -0 "$m"; fi || leave;`,
    killText(signs, beforeKill),
  ].join(' ');
}

/**
 * What a watchdog beside the command does; its input is stdin. `beforeKill` runs before the shell dies, for what the
 * tree has started elsewhere: processes in a container are not among this host's. It runs after the host's processes
 * are dead, because an engine is slow to answer while another client of its does not read.
 *
 * With `beforeKill`, the first line of the input that is not for the watchdog is the command. It goes to stdout, which
 * is the input of the shell in the container (`watchdogInFront`). If none comes, that shell meets the end of its input.
 */
export function watchBeside(signs: Signs, beforeKill?: string): string {
  const begin = `trap "" HUP INT QUIT TERM; unset SYNAPSE_EXECUTION; ${loseMark(signs.mark)}`;
  const keep = beforeKill === undefined ? '' : `exec ${COMMAND_FD}>&1 >/dev/null; `;
  return `${keep}${begin}; m=$$; read -r me s </proc/self/stat; ${watchText(signs, beforeKill)}`;
}

/**
 * Starts it, on file descriptor 3. Two levels of subshell keep it out of the shell's jobs, so that a `wait` in the
 * user's command does not wait for it.
 */
export function watchdog(text: string): string {
  return `( ( ${text} ) <&3 >/dev/null 2>&1 & )`;
}

/** Starts the one for a container, in front of the program that enters it. */
export function watchdogInFront(text: string, enter: string): string {
  return `( ( ${text} ) <&3 2>/dev/null & ) | { exec 3<&-; ${enter}; }`;
}

/** The same for a second shell on the target, on its own stdin. It watches the command whose shell reported `pid`. */
export function watchFromOutside(pid: number, signs: Signs): string {
  const begin = `exec 2>/dev/null; trap "" HUP INT QUIT TERM; m=${Math.trunc(pid)}; me=$$`;
  return `${begin}; ${watchText(signs)}`;
}

/**
 * For a shell inside a container: kills the tree. Its first argument is the number of the shell around the command.
 * That shell is ended by a signal that is otherwise unused, so its exit status tells how it died even if the connection was lost.
 */
export function killInside(signs: Signs): string {
  const last = `kill -${CUT_OFF_SIGNAL} "$m"; kill -CONT "$m"`;
  return `exec 2>/dev/null; m=$1; me=$$; g=; ${killText(signs, ':', last)}`;
}

/**
 * For a second shell on the target: kills the tree of the command whose shell reported `pid`. `marked`: a process without
 * our signs has been given that number since, and is left alone.
 */
export function killTree(pid: number, signs: Signs, which: 'marked' | 'any' = 'any'): string {
  const check = which === 'any' ? '' : ` ${isMarked(signs, '$m')} || m=${NO_PROCESS};`;
  return `exec 2>/dev/null; m=${Math.trunc(pid)}; me=$$;${check} ${FIND_GROUP}; ${killText(signs)}`;
}

/**
 * For a second shell that leads a process group of its own: runs `kill` and, at the same time, what kills elsewhere. A
 * container may never answer, so the whole group ends itself: when all is done, or when the time is over.
 */
export function killFromOutside(kill: string, beside: string | undefined, longestMs: number): string {
  if (beside === undefined) return kill;
  const clock = `( sleep ${Math.ceil(longestMs / 1000)}; kill -9 -"$$" ) </dev/null >/dev/null 2>&1 &`;
  return `${clock} ${beside} </dev/null >/dev/null 2>&1 & b=$!; ${kill}; wait "$b"; kill -9 -"$$"`;
}
