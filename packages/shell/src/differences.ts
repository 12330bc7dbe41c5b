/** What dash, bash and busybox read differently. */

/**
 * Each construct, with whether the text after it may be read differently too (`moves`). If so, it is unknown what a
 * later character means, and code that needs to know must refuse.
 */
export const DIFFERENCES = {
  /** `&>`, `>&file`: a command in the background in dash. */
  'both-redirection': { moves: false },
  /** `|&`. */
  'both-pipe': { moves: false },
  /** `<<<`. */
  'here-string': { moves: false },
  /** `<(…)`, `>(…)`. */
  'process-substitution': { moves: false },
  /** `12>file`: an argument in dash. */
  'long-descriptor': { moves: false },
  /** `2>&1>file`: the second number may belong to either redirection. */
  'touching-redirections': { moves: false },
  /** `{fd}>file`. */
  'named-descriptor': { moves: false },
  /** `$'…'`: a dollar and a plain quote in older dash. */
  'ansi-quotes': { moves: false },
  /** `$'it\'s'`: in older dash the quote ends at the second `'`. */
  'ansi-quotes-escape': { moves: true },
  /** `$"…"`. */
  'locale-quotes': { moves: false },
  /** `{a,b}`, `{1..3}`. */
  'brace-expansion': { moves: false },
  /** `a=(…)`, `a[…]=`. */
  array: { moves: false },
  /** `a[1 + 2]=`: one word in bash, several in dash. */
  'unclear-subscript': { moves: true },
  /** `a+=`. */
  append: { moves: false },
  /** `[[ … ]]`. */
  'double-brackets': { moves: false },
  /** `((…))`: subshells in dash. */
  'arithmetic-command': { moves: false },
  /** `((…))` that may end at another place, depending on whether it is read as subshells or as arithmetic. */
  'unclear-parentheses': { moves: true },
  /** `$[…]`. */
  'old-arithmetic': { moves: true },
  /** `$((…)` that does not end as arithmetic, or holds quotes. */
  'unclear-arithmetic': { moves: true },
  /** `${v/a/b}`, `${v:1}`, `${v^}`, `${!v}`, `${a[1]}`, `${ …; }`. */
  'parameter-form': { moves: false },
  /** A quote inside the braces of a quoted `${…}`. */
  'quotes-in-quotes': { moves: true },
  /** `"${v:-'}'}"`: either brace may end it. Both are inside the quotes. */
  'apostrophe-in-quotes': { moves: false },
  /** `function f`. */
  'function-word': { moves: false },
  /** `f() echo`, and names with other characters than letters, digits and `_`. */
  'function-form': { moves: false },
  /** `time`: a program in dash. */
  time: { moves: false },
  /** `! !`, and `!` or `time` with nothing after it. */
  'negation-form': { moves: false },
  /** `for 1 in`. */
  'variable-name': { moves: false },
  select: { moves: false },
  coproc: { moves: false },
  /** `for ((…))`. */
  'arithmetic-for': { moves: false },
  /** `for x in a; { …; }`. */
  'brace-body': { moves: false },
  /** `;&`, `;;&`. */
  'case-fall-through': { moves: false },
  /** A continued line inside what may be one operator. */
  'continued-operator': { moves: true },
  /** A delimiter of a here-document with expansions, newlines or continued lines in it. */
  'heredoc-delimiter': { moves: true },
  /** A here-document that may end at another line. */
  'heredoc-ending': { moves: true },
  /** Backticks around text that no shell accepts: some shells notice before the command runs, others while it runs. */
  'broken-backticks': { moves: false },
  /** `\"` in backticks of a here-document. */
  'heredoc-backticks': { moves: true },
} as const satisfies Record<string, { moves: boolean }>;

export type DifferenceKind = keyof typeof DIFFERENCES;

export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it begins. Inside backticks: where the backticks begin. */
  readonly at: number;
}
