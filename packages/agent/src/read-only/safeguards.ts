/**
 * What has to be put in front of a command so that its judgement is true. A read of git is one only when the programs
 * that the repository names (fsmonitor, filters, diff drivers, pagers, hooks, signature checkers, transports) are
 * switched off for it.
 *
 * A command that the judge let through runs as `preamble + command`, in the same shell.
 * The preamble is a function `git` in POSIX shell: it does nothing until the command calls it, and hands every
 * subcommand that does not read to git as it is. It is empty where the command reads no repository. It needs no
 * variable in the environment and leaves none behind, so it works on every executor alike. `git` behind another program
 * (`timeout git …`, `xargs git …`, `command git …`) would not meet the function; a read-only agent refuses that.
 */
import type { Judgement } from '@synapse/judge';

const GIT_READS =
  'status log whatchanged show diff diff-tree diff-index diff-files range-diff blame annotate grep ls-files ls-tree rev-parse rev-list describe shortlog cat-file for-each-ref show-ref show-branch name-rev merge-base cherry count-objects check-ignore check-attr check-ref-format var version branch tag reflog remote stash worktree notes bisect config';

export interface Safeguards {
  /** Ends in a newline, where it is not empty. */
  readonly preamble: string;
}

/** Settings that are put over those of the repository. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.attributesFile=/dev/null',
  'core.sshCommand=false',
  'core.gitProxy=false',
  'core.askPass=false',
  'core.untrackedCache=keep',
  'diff.external=',
  'diff.submodule=short',
  'diff.ignoreSubmodules=all',
  'status.submoduleSummary=false',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.openpgp.program=false',
  'gpg.x509.program=false',
  'gpg.ssh.program=false',
  'gpg.ssh.defaultKeyCommand=false',
  'credential.helper=',
  'protocol.allow=never',
  'submodule.recurse=false',
  'status.aheadBehind=false',
  'maintenance.auto=false',
  'gc.auto=0',
];

/** Those that show differences start drivers, where they are not told otherwise. */
const DIFFS = 'log|show|diff|whatchanged|diff-tree|diff-index|diff-files|stash|reflog';

const FUNCTION = `git() (
  while :; do
    case "$1" in
      -C) CDPATH= cd -- "$2" >/dev/null || exit 128; shift 2 ;;
      --no-pager|-P|--no-optional-locks) shift ;;
      *) break ;;
    esac
  done
  case "$1" in
    ${GIT_READS.replaceAll(' ', '|')}) ;;
    *) command git "$@"; exit ;;
  esac
  __synapse_sub=$1
  shift
  case "$__synapse_sub $1" in
    'reflog -'*) set -- show --no-ext-diff --no-textconv "$@" ;;
    'stash show'|'stash list'|'reflog show') __synapse_sub2=$1; shift; set -- "$__synapse_sub2" --no-ext-diff --no-textconv "$@" ;;
    stash*|reflog*) ;;
    *) case "$__synapse_sub" in
      ${DIFFS}) set -- --no-ext-diff --no-textconv --ignore-submodules=all "$@" ;;
      range-diff) set -- --no-ext-diff --no-textconv "$@" ;;
      blame|annotate) set -- --no-textconv "$@" ;;
      status) set -- --ignore-submodules=all "$@" ;;
      grep) set -- --no-textconv "$@" ;;
    esac ;;
  esac
  set -- "$__synapse_sub" "$@"
  unset GIT_EXTERNAL_DIFF GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_SSH GIT_PROXY_COMMAND
  IFS='
'
  set -f
  for __synapse_key in $(command git config --name-only --get-regexp '^(filter|diff)\\.' 2>/dev/null); do
    case "$__synapse_key" in
      *=*) echo 'git: a filter or a diff driver of this repository has a name that cannot be switched off' >&2; exit 128 ;;
      *.textconv) set -- -c "$__synapse_key=cat" "$@" ;;
      diff.*.command) set -- -c "$__synapse_key=false" "$@" ;;
      *.cachetextconv) set -- -c "$__synapse_key=false" "$@" ;;
      *.clean|*.smudge|*.process|*.required) set -- -c "$__synapse_key=" "$@" ;;
    esac
  done
  GIT_OPTIONAL_LOCKS=0 GIT_PAGER=cat PAGER=cat GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none GIT_TERMINAL_PROMPT=0 GIT_SSH_COMMAND=false \\
    command git --no-pager ${SETTINGS.map((setting) => `-c ${setting}`).join(' ')} "$@"
)
`;

/** For a command that was let through by its judgement. */
export function safeguardsFor({ parts }: Judgement): Safeguards {
  const readsGit = parts.some((part) => part.program === 'git' && part.effects.every((effect) => effect === 'read'));
  return { preamble: readsGit ? FUNCTION : '' };
}

/** The command itself, where a safeguard is in front of it already. */
export function withoutSafeguards(script: string): string {
  return script.startsWith(FUNCTION) ? script.slice(FUNCTION.length) : script;
}
