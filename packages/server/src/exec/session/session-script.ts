/**
 * Shell text that restores what a session has kept, and reports at its end what there is to keep: where the shell is, its
 * umask, and what it exports. It needs no program, so a changed `PATH` is no matter. Functions, aliases and options of the
 * shell are never kept.
 *
 * The report goes to the stdout that the command began with, in pieces that are written at one blow each, so that a child
 * in the background cannot print into one. A command that is killed, or that replaces its shell, reports nothing.
 */

export interface SessionState {
  readonly cwd: string;
  /** As `umask` prints it. */
  readonly umask: string;
  readonly exported: Readonly<Record<string, string>>;
  /** What the login exports and this session does not. */
  readonly unset: readonly string[];
}

/** Where the shell finds the value of a variable. */
export const sessionVariable = (index: number): string => `__synapse_e${index}`;

/** Characters in a piece; of four bytes each, they are still written at one blow. */
const PIECE = 200;
const ANY = '?'.repeat(PIECE);

/** The kinds of pieces: what was exported before and after, the folder, the umask; then the report is whole. */
export const REPORTED = ['before', 'after', 'cwd', 'umask'] as const;
export type Reported = (typeof REPORTED)[number];
export const WHOLE = 'whole';

/** The template, so that it runs in the session. On its first line, so that line numbers stay. */
export function inSession(template: string, state: SessionState | null, nonce: string): string {
  const names = Object.keys(state?.exported ?? {});
  const given = names.map((name, index) => `${name}="$${sessionVariable(index)}"`).join(' ');
  const restore = [
    ...(state === null ? [] : [`umask ${state.umask}`]),
    ...(names.length === 0
      ? []
      : [`export ${given}`, `unset ${names.map((_, index) => sessionVariable(index)).join(' ')}`]),
    ...(state === null || state.unset.length === 0 ? [] : [`unset ${state.unset.join(' ')}`]),
  ];
  // A piece ends before a newline (n) or continues (c).
  const say = [
    '__synapse_say() { __synapse_t=$2; while [ "$__synapse_t" ]; do __synapse_k=c;',
    `case $__synapse_t in ${ANY}*) __synapse_h=\${__synapse_t%"\${__synapse_t#${ANY}}"};; *) __synapse_h=$__synapse_t;; esac;`,
    'case $__synapse_h in *"$__synapse_l"*) __synapse_h=${__synapse_h%%"$__synapse_l"*}; __synapse_k=n; __synapse_t=${__synapse_t#"$__synapse_h$__synapse_l"};;',
    '*) __synapse_t=${__synapse_t#"$__synapse_h"};; esac;',
    `command printf '\\036${nonce}:%s:%s:%s\\036' "$1" "$__synapse_k" "$__synapse_h" >&8; done; }`,
  ].join(' ');
  const keep = [
    '__synapse_keep() { { __synapse_r=$?; set +eux; trap - EXIT; } 2>/dev/null; {',
    '__synapse_say before "$__synapse_x"; __synapse_say after "$(export -p)"; __synapse_say cwd "$(pwd)"; __synapse_say umask "$(umask)";',
    `command printf '\\036${nonce}:${WHOLE}\\036' >&8; } 2>/dev/null; exit "$__synapse_r"; }`,
  ].join(' ');
  const begin = [
    '__synapse_x=$(export -p)',
    '__synapse_l=$(command printf "\\n.")',
    '__synapse_l=${__synapse_l%.}',
    ...restore,
    'exec 8>&1',
    say,
    keep,
    'trap __synapse_keep EXIT',
  ];
  // The empty line ends a last line that a backslash would continue.
  return `${begin.join('; ')}; ${template}\n\n__synapse_keep`;
}
