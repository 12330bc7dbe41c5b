/**
 * Shell text that puts a command into a control group of its own, if its user may make one. Every process born in the
 * group stays in it, whatever session, parent, environment or limits it takes on. The group can be frozen before it is
 * killed.
 *
 * Moving a process takes the kernel some ten milliseconds, so the command's shell does not wait for it. Instead, the
 * watchdog of a command that lasts gathers the processes that exist by then. The group's folder is `$g`; it is empty if
 * there is none.
 */
import { findMarked, huntNewest, type Signs } from './execution-mark.ts';

const FAMILY = 'synapse_execution-';
const ROOT = '/sys/fs/cgroup';
/** A gathered process may have had a child the moment before, and so may one that was gone by then. */
const PASSES = 3;
const LOOKS = 30;

/**
 * Goes through the groups of the shell `$m` and runs `look` on each that counts: `$x` is its mount, `$z` its path
 * there.
 */
const walkGroups = (look: string) =>
  [
    'while IFS=: read -r x y z; do case $x$y in',
    // Version 2 is mounted at the root when it is alone, and in a folder beside version 1. Its line comes last, so it
    // wins.
    `0) x=${ROOT}; [ -d ${ROOT}/unified ] && x=${ROOT}/unified;; *freezer) x=${ROOT}/freezer;; *) continue;; esac;`,
    `${look}; done </proc/$m/cgroup`,
  ].join(' ');

/** The group of the shell `$m`, if it is one of ours. */
export const FIND_GROUP = `g=; ${walkGroups(
  `case $z in */${FAMILY}*) y=\${z##*/${FAMILY}}; g=$x\${z%/${FAMILY}*}/${FAMILY}\${y%%/*};; esac`,
)}`;

/**
 * Runs `action` on each member `$p`. A command that ran as root may have made groups inside its own. The list is read by
 * one program, to its end: between two lines bash goes back to where the next one begins, and the kernel makes the list
 * anew; if a process has died meanwhile, what stands there is the end of some number, and belongs to another process.
 */
export const eachMember = (action: string): string =>
  `for p in $(grep -hs . "$g"/cgroup.procs "$g"/*/cgroup.procs "$g"/*/*/cgroup.procs); do ${action}; done`;

/**
 * Makes a group below the one of the shell `$m`, and moves everything there that has the signs, that shell included.
 */
export function gatherGroup(signs: Signs): string {
  const put = 'echo "$p" >"$g/cgroup.procs"';
  // While the group was empty, another command may have removed it as unused.
  const move = `{ ${put} || { mkdir "$g" && ${put}; }; }`;
  const join = `grep -qsF "/${FAMILY}${signs.mark}" /proc/$p/cgroup || ${move}`;
  return [
    `g=; ${walkGroups('z=$x${z%/}; [ -w "$z" ] && [ -w "$z/cgroup.procs" ] && g=$z')};`,
    // A group of an earlier command is removed once the last child that it left in the background has ended.
    `if [ "$g" ]; then rmdir "$g/${FAMILY}"*; g=$g/${FAMILY}${signs.mark}; mkdir "$g" || g=; fi;`,
    `quick=; if [ "$g" ]; then for i in ${Array.from({ length: PASSES }, (_, index) => index).join(' ')}; do`,
    // A process that is already inside is not moved again: that would take just as long.
    `d=" "; ${eachMember('d="$d$p "')};`,
    `for p in $(${findMarked(signs)}); do p=\${p#/proc/}; p=\${p%/*};`,
    `case $d in *" $p "*) ;; *) d="$d$p "; ${move} || quick=1;; esac; done; done;`,
    // Only processes that were not stopped before are woken.
    `if [ "$quick" ]; then ${huntNewest(signs, LOOKS, `case $s in T*) ;; *) kill -STOP "$p"; ${join}; kill -CONT "$p";; esac`)}; fi; fi`,
  ].join(' ');
}

/**
 * `freeze 1` and `freeze 0`. A frozen process starts no other. In version 1 a killed process dies when it is thawed.
 */
export const DEFINE_FREEZE = [
  'freeze() { if [ -e "$g/cgroup.freeze" ]; then echo "$1" >"$g/cgroup.freeze";',
  'elif [ "$1" = 1 ]; then echo FROZEN >"$g/freezer.state"; else echo THAWED >"$g/freezer.state"; fi; };',
].join(' ');

/** A killed process takes a moment to disappear. A group with a process left in the background stays. */
export const REMOVE_GROUP = [
  'if [ "$g" ]; then n=0; while read -r p <"$g/cgroup.procs" && [ "$n" -lt 200 ]; do n=$((n+1)); done;',
  'rmdir "$g"/*/* "$g"/* "$g" || { sleep 1; rmdir "$g"; }; fi',
].join(' ');
