/**
 * Shell text for jobs: commands that outlive whatever started them. It needs no program but those of every POSIX system.
 *
 * Each text is run as an ordinary command on the target. `startJob` makes a private folder and starts the supervisor in
 * a session of its own. The supervisor starts the job's shell, and beside it a clock that enforces the deadline and two
 * writers for what the job prints. When the job's shell has ended, it writes down how. `readJob` tells what there is,
 * from any position, as often as it is asked: it changes nothing, so nothing is lost or doubled when an answer does not
 * arrive. `killJob` kills the tree; the supervisor sees that as it sees any other end. `removeJob` leaves nothing.
 *
 * The supervisor and its helpers are not marked as the job is, so that they survive it. The command and its secrets
 * reach the job's shell through a pipe, never in an argument, the environment or a file.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { NEWLINE, onOneLine, WAIT, waitingShell } from '../bootstrap.ts';
import { FIND_GROUP, gatherGroup, REMOVE_GROUP } from '../control-group.ts';
import { type Signs, setMark } from '../execution-mark.ts';
import type { ResolvedCommand, Shell } from '../executor.ts';
import { quoteOnOneLine, shellQuote } from '../shell-quote.ts';
import { killText } from '../watchdog.ts';

/** What is known of a job from its start. It is all that is needed to find it again. */
export interface JobSigns extends Signs {
  /** Of its folder, and hard to guess. */
  readonly name: string;
}

/** Below those of ordinary commands: a shell that is no administrator's can only lower its mark. */
const SMALLEST = 2 ** 43;
const MARKS = 2 ** 41;

/** The number above the mark is for the supervisor; it is never used as a mark. */
export const newJobSigns = (tag: string): JobSigns => ({
  tag,
  mark: SMALLEST + 2 * randomInt(MARKS),
  name: `.synapse-job-${randomBytes(16).toString('hex')}`,
});

/** The variable that brings the job's command. */
export const JOB_VARIABLE = '__synapse_j';

const lines = (...text: readonly string[]): string => text.join('\n');

/** Its folder may be in any of these, the first that can be written. */
const places = (name: string): string =>
  ['"${HOME:-/nonexistent}"', '/var/tmp', '/tmp'].map((base) => `${base}/${name}`).join(' ');
/**
 * Whether the working directory is a folder that this login alone may read and write: in one that another user has made
 * nothing is trusted, and nothing in it is killed or removed. In a shell of its own, so that `set -f` ends with it: what
 * kills looks for processes by patterns.
 */
const OURS =
  'ours() ( set -f; set -- $(ls -ldn .); case $1 in drwx--[-S]---*) [ "$3" = "$(id -u)" ];; *) false;; esac )';
/** Changes into the folder, so that no program learns its name; `$d` is empty where there is none. */
const findFolder = (name: string): string =>
  `${OURS}; d=; for x in ${places(name)}; do if [ ! -L "$x" ] && cd -P "$x" && ours; then d=.; break; fi; done`;
/** Reads numbers alone, whatever the file holds. */
const READ_PIDS =
  'pids() { p=; q=; m=; o=; read -r p q m o z <"$d/pid"; case $p$q$m$o in *[!0-9]*) p=; q=; m=; o=;; esac; }';

/** Which start of the system this is. */
const BOOT =
  'boot() { cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.boottime 2>/dev/null || echo none; }';
/** Hundredths of a second on a monotonic clock; seconds where there is none. */
const NOW = 'now() { if read -r u x </proc/uptime; then echo "$u"; else date +%s; fi 2>/dev/null; }';
/** When a process began, so that another one with its number is not taken for it. 0 where that is unknown. */
const BORN = 'born() { s=; read -r s <"/proc/$1/stat"; s=${s##*) }; set -- $s; echo "${20:-0}"; } 2>/dev/null';
/** Whether process `$1` lives and began at `$2`. */
const LIVES = 'lives() { kill -0 "$1" 2>/dev/null && [ "$(born "$1")" = "$2" ]; }';
/** Where a system can sleep for whole seconds only, it does. */
const NAP = 'nap() { sleep 0.1 2>/dev/null || sleep 1; }';
const FIND_SETSID = 'h=; if command -v setsid >/dev/null 2>&1; then h=setsid; fi';

/** Reads at most this much at once, and so often for one file. */
const WRITER = { bytes: 16_384, reads: 1_024 } as const;
/** So much of the beginning stays. After that the oldest goes once there is more than `most` in all. */
const KEPT = { head: 8 * 1024 * 1024, most: 32 * 1024 * 1024 } as const;

/**
 * Writes its input to numbered files; by `dd`, which never reads more than it writes. `$a` is the position at which the
 * next file begins. The file `gap` says what is dropped from the middle: from which file on, which one comes next,
 * and at which position.
 */
const WRITE = lines(
  'put() {',
  '  k=$1; n=0; a=0; t=0; x=',
  '  while :; do',
  // Its folder was removed, or the disk is full: the job keeps running.
  `    dd bs=${WRITER.bytes} count=${WRITER.reads} of="$d/$k.$n" 2>/dev/null || { cat >/dev/null; return; }`,
  '    s=$(wc -c <"$d/$k.$n") || return; s=$((s))',
  '    if [ "$s" -eq 0 ]; then rm -f "$d/$k.$n"; : >"$d/$k.eof"; return; fi',
  '    n=$((n+1)); a=$((a+s)); t=$((t+s))',
  `    if [ -z "$x" ] && [ "$a" -ge ${KEPT.head} ]; then f=$n; x=$n; g=$a; fi`,
  `    while [ "$t" -gt ${KEPT.most} ] && [ "\${x:-$n}" -lt "$n" ]; do`,
  '      s=$(wc -c <"$d/$k.$x") || return; y=$x; g=$((g+s)); x=$((x+1)); t=$((t-s))',
  '      echo "$f $x $g" >"$d/$k.gap.tmp"; mv "$d/$k.gap.tmp" "$d/$k.gap"; rm -f "$d/$k.$y"',
  '    done',
  '  done',
  '}',
);

/** In seconds. The longest time that a helper stays after the job has ended. */
const CLOCK_STEP = 5;

/** Kills the tree of `$m` when the time is over. */
function clockText(signs: Signs, seconds: number): string {
  return lines(
    `l=${seconds}`,
    'while [ "$l" -gt 0 ]; do',
    `  s=$l; if [ "$s" -gt ${CLOCK_STEP} ]; then s=${CLOCK_STEP}; fi`,
    '  sleep "$s"; l=$((l-s)); if [ ! -d "$d" ] || [ -e "$d/end" ]; then exit 0; fi',
    'done',
    `: >"$d/late"; me=$$; ${FIND_GROUP}; ${killText(signs)}`,
  );
}

/**
 * Marks itself, gathers what is marked in a control group of its own where it may, and waits for its line. Its first
 * argument is the umask of the command.
 */
function jobText(signs: Signs): string {
  return lines(
    `${NOW}; ${setMark(signs.mark)}`,
    'IFS= read -r d',
    `( m=$$; ${gatherGroup(signs)}; echo "$g" >"$d/group"; now >"$d/begun" ) >/dev/null 2>&1`,
    `unset -f now; unset d; umask "$1"; shift; ${WAIT}`,
  );
}

/**
 * Its input has the folder and then what the job's shell is to read: its text, the folder again, and the job's line. No
 * list of arguments has any of it: others could read it there.
 */
function supervisorText(seconds: number, shell: Shell, signs: Signs): string {
  const job = waitingShell(shell).map(shellQuote).join(' ');
  return lines(
    'exec 3<&0 </dev/null; u=$(umask); umask 077; IFS= read -r d <&3; trap : HUP INT QUIT TERM',
    setMark(signs.mark + 1),
    ...[BOOT, NOW, BORN, NAP, WRITE, FIND_SETSID],
    '( cd "$d" && mkfifo of ef ) || exit 1',
    'boot >"$d/boot"; b=$(now)',
    '{ cd "$d" && d=. && put o; } <"$d/of" 3<&- &',
    '{ cd "$d" && d=. && put e; } <"$d/ef" 3<&- &',
    // It is the same process with and without a session of its own.
    `$h ${job} "$u" <&3 3<&- >"$d/of" 2>"$d/ef" &`,
    'm=$!; exec 3<&-',
    'echo "$$ $(born $$) $m $(born "$m")" >"$d/pid.tmp"; ( cd "$d" && mv pid.tmp pid )',
    '( exec 2>/dev/null; trap - HUP INT QUIT TERM',
    clockText(signs, seconds),
    ') &',
    'c=$!; wait "$m"; r=$?',
    'while kill -0 "$m" 2>/dev/null; do wait "$m"; r=$?; done',
    'z=$(now); read -r b <"$d/begun"',
    // A child that was left in the background may hold the output. It is not waited for.
    'i=0; until [ -e "$d/o.eof" ] && [ -e "$d/e.eof" ] || [ "$i" -ge 10 ]; do i=$((i+1)); nap; done',
    'w=done; if [ -e "$d/late" ]; then w=timeout; fi; if [ -e "$d/cancel" ]; then w=cancelled; fi',
    'echo "$w $r $b $z" >"$d/end.tmp"; ( cd "$d" && mv end.tmp end ); kill -9 "$c" 2>/dev/null',
    `( exec 2>/dev/null; g=; read -r g <"$d/group"; ${REMOVE_GROUP} )`,
  );
}

/** What the job's shell is sent, on one line: its variables, and the command. */
export function jobLine({ script, secrets, tag }: Pick<ResolvedCommand, 'script' | 'secrets' | 'tag'>): string {
  return [
    NEWLINE,
    `unset _synapse ${[...secrets.keys()].join(' ')}`,
    `exec </dev/null; export SYNAPSE_EXECUTION=${shellQuote(tag)}`,
    ...[...secrets].map(([variable, value]) => `${variable}=${quoteOnOneLine(value.reveal())}`),
    `eval ${quoteOnOneLine(script)}`,
  ].join('; ');
}

/** How `startJob` ends where no folder could be made, and where the supervisor did not begin. */
export const JOB_FAILED = { folder: 97, supervisor: 98 } as const;

/** Expects the job's line in JOB_VARIABLE. Ends when the job runs; its folder tells all that follows. */
export function startJob(signs: JobSigns, seconds: number, shell: Shell = 'sh'): string {
  const texts = {
    supervisor: shellQuote(onOneLine(supervisorText(seconds, shell, signs))),
    job: shellQuote(onOneLine(jobText(signs))),
  };
  return lines(
    `${NAP}; ${FIND_SETSID}`,
    `d=; u=$(umask); umask 077; for x in ${places(signs.name)}; do if mkdir "$x" 2>/dev/null; then d=$x; break; fi; done`,
    `umask "$u"; [ "$d" ] || exit ${JOB_FAILED.folder}`,
    `printf "%s\\n" ${texts.supervisor} "$d" ${texts.job} "$d" "$${JOB_VARIABLE}" | {`,
    // Without the tag of the command that starts it: if that one is killed, this keeps running.
    `  exec 3<&0; unset ${JOB_VARIABLE} SYNAPSE_EXECUTION`,
    `  $h /bin/sh -c ${shellQuote(WAIT)} /bin/sh <&3 3<&- >/dev/null 2>&1 &`,
    '}',
    'i=0; until [ -e "$d/pid" ]; do',
    `  i=$((i+1)); if [ "$i" -ge 100 ]; then rm -rf "$d"; exit ${JOB_FAILED.supervisor}; fi; nap`,
    'done',
  );
}

/** Where the reading of one stream has come to. */
export interface JobOffset {
  /** The number of the file, and how much of it was read. */
  readonly file: number;
  readonly read: number;
}

/** At most so many bytes of each stream come with one answer. */
export const JOB_READ_BYTES = 512 * 1024;

function readStream(key: 'o' | 'e', { file, read }: JobOffset): string {
  return lines(
    `n=${file}; o=${read}; w=0; x=0; y=; read -r w x y <"$d/${key}.gap"`,
    'dropped() { [ "$1" -ge "$w" ] && [ "$1" -lt "$x" ]; }',
    `if dropped "$n"; then echo "gap ${key} $x $y"; n=$x; o=0; fi`,
    // Whether it grows no more is asked before how long it is.
    `v=0; if [ -e "$d/${key}.$((n+1))" ] || dropped "$((n+1))"; then v=1; fi`,
    `l=0; if s=$(wc -c <"$d/${key}.$n"); then l=$((s-o)); fi`,
    `if [ "$l" -gt ${JOB_READ_BYTES} ]; then l=${JOB_READ_BYTES}; v=0; fi`,
    `echo "${key} $n $l $v"`,
    `if [ "$l" -gt 0 ]; then tail -c "+$((o+1))" "$d/${key}.$n" | head -c "$l"; fi`,
  );
}

/**
 * Prints lines and bytes, in this order: `state …`; for each stream `gap KEY FILE POSITION` where something was dropped,
 * and `KEY FILE LENGTH DONE`, followed by as many bytes. The state comes first: what is read after an end is all.
 */
export function readJob(name: string, stdout: JobOffset, stderr: JobOffset): string {
  return lines(
    `exec 2>/dev/null; ${findFolder(name)}`,
    'if [ -z "$d" ]; then echo "state gone"; exit 0; fi',
    ...[BOOT, BORN, LIVES, READ_PIDS],
    'w=running; pids',
    'if [ -e "$d/end" ]; then w=$(cat "$d/end")',
    'elif [ -z "$p" ]; then w=starting',
    'elif [ "$(cat "$d/boot")" != "$(boot)" ]; then w=rebooted',
    // It may have written its last words in that very moment.
    'elif ! lives "$p" "$q"; then w=dead; if [ -e "$d/end" ]; then w=$(cat "$d/end"); fi',
    'fi',
    'echo "state $w"',
    readStream('o', stdout),
    readStream('e', stderr),
    'exit 0',
  );
}

/** Higher than any process number of any system. */
const NO_PROCESS = 999_999_999;

/** Kills the whole tree. What the supervisor then writes down says why. */
export function killJob({ name, ...signs }: JobSigns, why: 'cancel' | 'late'): string {
  return lines(
    `exec 2>/dev/null; ${BORN}`,
    LIVES,
    READ_PIDS,
    `${findFolder(name)}; m=; o=`,
    `if [ "$d" ]; then : >"$d/${why}"; pids; fi`,
    `lives "$m" "$o" || m=${NO_PROCESS}`,
    `me=$$; ${FIND_GROUP}; ${killText(signs)}`,
    'exit 0',
  );
}

/** Removes everything of a job: its folder, and a supervisor that is still running. */
export function removeJob(name: string): string {
  return lines(
    `exec 2>/dev/null; ${BORN}`,
    LIVES,
    ...[OURS, READ_PIDS],
    `d=.; for x in ${places(name)}; do if [ ! -L "$x" ] && cd -P "$x" && ours; then`,
    '  pids; if [ ! -e end ] && lives "$p" "$q"; then kill -9 "$p"; fi',
    '  cd / && rm -rf "$x"',
    'fi; done',
    'exit 0',
  );
}
