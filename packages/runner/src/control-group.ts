/**
 * Shell text that puts a command into a control group of its own, wherever its user may make one: what is born in it
 * stays in it, whatever session, parent, environment or limits it takes on, and can be frozen before it is killed.
 *
 * To move a process takes the kernel some ten milliseconds, so the command's shell does not wait for it: whoever watches
 * a command that lasts gathers what there is of it. Its folder is `$g`, empty where there is none.
 */
import { findMarked, huntNewest, type Signs } from './execution-mark.ts';

const FAMILY = 'synapse_execution-';
const ROOT = '/sys/fs/cgroup';
/** A process that was gathered may have had a child the moment before; one that was gone by then, too. */
const PASSES = 3;
const LOOKS = 30;

/** Goes through the groups of the shell `$m` and has `look` see each that counts: `$x` is its mount, `$z` its path there. */
const walkGroups = (look: string) =>
  [
    'while IFS=: read -r x y z; do case $x$y in',
    // Version 2 alone is mounted at the root, beside version 1 in a folder. Its line comes last, and so wins.
    `0) x=${ROOT}; [ -d ${ROOT}/unified ] && x=${ROOT}/unified;; *freezer) x=${ROOT}/freezer;; *) continue;; esac;`,
    `${look}; done </proc/$m/cgroup`,
  ].join(' ');

/** The group of the shell `$m`, if it is one of ours. */
export const FIND_GROUP = `g=; ${walkGroups(
  `case $z in */${FAMILY}*) y=\${z##*/${FAMILY}}; g=$x\${z%/${FAMILY}*}/${FAMILY}\${y%%/*};; esac`,
)}`;

/** Makes a group below the one that the shell `$m` is in, and moves all there that bears the signs, that shell too. */
export function gatherGroup(signs: Signs): string {
  const put = 'echo "$p" >"$g/cgroup.procs"';
  // While it was empty another command may have taken it for one that nobody needs.
  const move = `{ ${put} || { mkdir "$g" && ${put}; }; }`;
  const join = `grep -qsF "/${FAMILY}${signs.mark}" /proc/$p/cgroup || ${move}`;
  return [
    `g=; ${walkGroups('z=$x${z%/}; [ -w "$z" ] && [ -w "$z/cgroup.procs" ] && g=$z')};`,
    // Groups of earlier commands are removed when the last child that they left in the background has ended.
    `if [ "$g" ]; then rmdir "$g/${FAMILY}"*; g=$g/${FAMILY}${signs.mark}; mkdir "$g" || g=; fi;`,
    `quick=; if [ "$g" ]; then for i in ${Array.from({ length: PASSES }, (_, index) => index).join(' ')}; do`,
    // Who is in it already is not moved again, which would take as long.
    'd=" "; while read -r q; do d="$d$q "; done <"$g/cgroup.procs";',
    `for p in $(${findMarked(signs)}); do p=\${p#/proc/}; p=\${p%/*};`,
    `case $d in *" $p "*) ;; *) d="$d$p "; ${move} || quick=1;; esac; done; done;`,
    // Only those that were not stopped before are woken.
    `if [ "$quick" ]; then ${huntNewest(signs, LOOKS, `case $s in T*) ;; *) kill -STOP "$p"; ${join}; kill -CONT "$p";; esac`)}; fi; fi`,
  ].join(' ');
}

/** `freeze 1` and `freeze 0`: who is frozen starts nobody. In version 1 who is killed dies when it is let go. */
export const DEFINE_FREEZE = [
  'freeze() { if [ -e "$g/cgroup.freeze" ]; then echo "$1" >"$g/cgroup.freeze";',
  'elif [ "$1" = 1 ]; then echo FROZEN >"$g/freezer.state"; else echo THAWED >"$g/freezer.state"; fi; };',
].join(' ');

/** A command of root's may have made groups inside its own. */
export const MEMBERS = '"$g"/cgroup.procs "$g"/*/cgroup.procs "$g"/*/*/cgroup.procs';

/** Who was killed takes a moment to be gone. A group in which somebody was left in the background stays. */
export const REMOVE_GROUP = [
  'if [ "$g" ]; then n=0; while read -r p <"$g/cgroup.procs" && [ "$n" -lt 200 ]; do n=$((n+1)); done;',
  'rmdir "$g"/*/* "$g"/* "$g" || { sleep 1; rmdir "$g"; }; fi',
].join(' ');
