/** `git`: what reads a repository. The programs that the repository itself names are kept to reading by the sandbox. */
import { type Arg, textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import { BELOW, display, isUnknown, START } from '../pattern.ts';
import { isSensitive, resolve } from '../places.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { why } from '../why.ts';

const DIFF =
  'stat? shortstat numstat dirstat? summary compact-summary name-only name-status patch no-patch patch-with-stat cached staged word-diff? color-words? color? no-color diff-filter= unified= ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines no-renames find-renames? find-copies? function-context raw abbrev? full-index binary minimal patience histogram diff-algorithm= relative? text exit-code quiet check src-prefix= dst-prefix= no-prefix no-ext-diff no-textconv no-color-moved color-moved? inter-hunk-context= merge-base pickaxe-regex pickaxe-all find-object=';
const LOG = `${DIFF} oneline graph all branches? tags? remotes? decorate? no-decorate decorate-refs= date= since= until= after= before= author= committer= grep= invert-grep all-match regexp-ignore-case extended-regexp fixed-strings perl-regexp max-count= skip= reverse merges no-merges first-parent follow abbrev-commit no-abbrev-commit pretty? format= boundary left-right cherry-pick cherry-mark left-only right-only topo-order date-order author-date-order full-history simplify-merges ancestry-path? name-status no-walk? walk-reflogs relative-date parents children source use-mailmap no-mailmap cc combined-all-paths encoding= no-notes notes? no-show-signature`;
const LETTERS = 'pswbzRaut0123456789 M? C? B? D S= G= U= L= n= l= O= i E F P';

/** Files in a commit are named behind a colon. */
function showsFiles(read: ReadArgs, call: Call): Finding {
  const finding = byOperands({ operands: 'text' }, read, call);
  const named = read.operands.flatMap((arg) => pathsOf(arg));
  const here = knownFolders(call);
  const mentions = [...here, ...named.flatMap((name) => resolve(name, here))].map(display);
  for (const name of named) {
    if (isUnknown(name)) return opaque(call, 'unknown_argument', display(name));
    const path = resolve(name, call.state.folders).find(isSensitive);
    if (path === undefined) continue;
    const reason = why('sensitive', { program: call.program, path: display(path) });
    return { ...finding, effects: ['read', 'sensitive'], paths: [display(path)], mentions, why: reason };
  }
  return { ...finding, mentions };
}

/** The repository is there, or above. */
const knownFolders = ({ state }: Call): string[] => (state.folders ?? []).filter((path) => path[0] === '/');

function pathsOf({ pattern }: Arg): string[] {
  const colon = pattern.lastIndexOf(':');
  return colon < 0 ? [pattern] : [pattern.slice(colon + 1).replace(/^\.\//, '')];
}

const reads = (long: string, short = '', more: Partial<Program> = {}): Program => ({
  short,
  long,
  operands: 'text',
  judge: showsFiles,
  ...more,
});
/** Hooks, filters and helpers that the repository names run on the way. */
const CHANGES: Program = { operands: 'text', words: /^-/, does: ['change', 'opaque'] };
const SENDS: Program = { operands: 'text', words: /^-/, does: ['change', 'network', 'opaque'] };
const LISTING =
  'list? sort= format= contains~ no-contains~ merged~ no-merged~ points-at= column? no-column color? no-color ignore-case omit-empty';

/** Names make a branch or a tag, where they are no patterns. */
const listing =
  (...options: string[]) =>
  (read: ReadArgs, call: Call): Finding => {
    const lists = read.operands.length === 0 || options.some((name) => read.given.has(name));
    return lists ? having(call, 'read') : having(call, 'change');
  };

function config(read: ReadArgs, call: Call): Finding {
  const { given, operands } = read;
  const [first] = operands.map(textOf);
  const asks = ['get', 'get-all', 'get-regexp', 'get-urlmatch', 'list', 'l', 'name-only'].some((name) =>
    given.has(name),
  );
  if (asks || first === 'get' || first === 'list' || (operands.length === 1 && operands[0]!.pattern.includes('.')))
    return having(call, 'read');
  return having(call, 'change');
}

/** Names below the folder that it is in, where it is asked for nothing else. */
function listFiles(read: ReadArgs, call: Call): Finding {
  const finding = byOperands({ operands: 'text' }, read, call);
  const plain =
    [...read.given.keys()].every((name) =>
      /^(?:[cdmoz]|cached|deleted|modified|others|exclude-standard)$/.test(name),
    ) && read.operands.every((arg) => !/\.\.|^[/:]/.test(arg.pattern) && !isUnknown(arg.pattern));
  return plain ? { ...finding, output: { text: null, lines: [`${START}/${BELOW}`], secrets: [] } } : finding;
}

const READS: Readonly<Record<string, Program>> = {
  status: reads(
    'short branch porcelain? long verbose untracked-files? ignored? show-stash ahead-behind no-ahead-behind renames no-renames find-renames? ignore-submodules? column? no-column null',
    'sbvz u?',
  ),
  log: reads(LOG, LETTERS),
  whatchanged: reads(LOG, LETTERS),
  show: reads(LOG, LETTERS),
  diff: reads(DIFF, LETTERS),
  'diff-tree': reads(`${DIFF} root no-commit-id pretty? cc`, `${LETTERS} rtcmv`),
  'diff-index': reads(DIFF, `${LETTERS} m`),
  'diff-files': reads(DIFF, LETTERS),
  'range-diff': reads(DIFF, LETTERS),
  blame: reads(
    'date= abbrev= porcelain line-porcelain incremental since= root show-name show-number show-email show-stats color-lines color-by-age ignore-rev= ignore-revs-file< minimal',
    'bcelnpstwf L= M? C? S=',
  ),
  annotate: reads('date= abbrev= porcelain since= show-email', 'bcelnpstwf L= M? C?'),
  grep: reads(
    'ignore-case word-regexp extended-regexp fixed-strings perl-regexp basic-regexp line-number count files-with-matches files-without-match name-only quiet cached untracked no-index heading break show-function function-context context= after-context= before-context= max-depth= recursive no-recursive and or not all-match text invert-match color? no-color null only-matching column max-count= threads= full-name',
    'iIwvhHEGFPnclLzqWpoOr0123456789 e- A= B= C= m=',
    { judge: grep },
  ),
  'ls-files': reads(
    'cached deleted modified others ignored stage unmerged killed directory no-empty-directory eol exclude= exclude-standard exclude-from< error-unmatch full-name abbrev? debug deduplicate format= with-tree=',
    'cdmosuktvfiz x= X<',
    { judge: listFiles },
  ),
  'ls-tree': reads('long name-only name-status object-only full-name full-tree abbrev? format=', 'drtlz'),
  'rev-parse': reads(
    'verify quiet short? abbrev-ref? show-toplevel is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository show-prefix show-cdup git-dir absolute-git-dir git-common-dir symbolic symbolic-full-name all branches? tags? remotes? show-superproject-working-tree show-object-format? default= revs-only no-revs flags no-flags since= until= path-format= git-path= local-env-vars',
    'q',
  ),
  'rev-list': reads(
    `${LOG} count objects left-right timestamp header quiet disk-usage? no-commit-header bisect use-bitmap-index unpacked object-names max-age= min-age=`,
    LETTERS,
  ),
  describe: reads('tags all long always abbrev= match= exclude= exact-match contains candidates= first-parent debug'),
  shortlog: reads('numbered summary email group= since= until= author= no-merges merges format= date= all', 'nsce w?'),
  'cat-file': reads('allow-unknown-type', 'tsepZ'),
  'for-each-ref': reads(
    'count= sort= format= color? points-at= merged~ no-merged~ contains~ no-contains~ ignore-case omit-empty exclude=',
    '',
  ),
  'show-ref': reads('head tags heads branches verify dereference hash? abbrev? quiet exists', 'dqs'),
  'show-branch': reads(
    'all remotes topo-order date-order sparse more= list merge-base independent no-name sha1-name topics color? no-color current',
    'ar',
  ),
  'name-rev': reads('tags refs= exclude= all name-only always undefined no-undefined annotate-stdin', ''),
  'merge-base': reads('octopus independent is-ancestor fork-point all', 'a'),
  cherry: reads('abbrev= verbose', 'v'),
  'count-objects': reads('verbose human-readable', 'vH'),
  'check-ignore': reads('quiet verbose stdin non-matching no-index', 'qvnz'),
  'check-attr': reads('all cached stdin source=', 'az'),
  'check-ref-format': reads('branch normalize allow-onelevel', ''),
  var: reads('', 'l'),
  version: reads('build-options'),
  branch: {
    short: 'avrqi',
    long: `${LISTING} all remotes verbose show-current abbrev? no-abbrev quiet`,
    operands: 'text',
    judge: listing('list', 'contains', 'merged', 'no-merged', 'no-contains'),
  },
  tag: {
    short: 'l n? i',
    long: LISTING,
    operands: 'text',
    judge: listing('list', 'l', 'n', 'contains', 'merged', 'points-at'),
  },
  reflog: { short: `${LETTERS}`, long: LOG, sub: { '': {}, show: reads(LOG, LETTERS), exists: reads('') } },
  remote: {
    short: 'v',
    long: 'verbose',
    sub: {
      '': {},
      show: {
        short: 'n',
        operands: 'text',
        judge: (read, call) =>
          read.given.has('n') || read.operands.length === 0 ? having(call, 'read') : having(call, 'network', 'opaque'),
      },
      'get-url': { long: 'push all', operands: 'text' },
      add: CHANGES,
      remove: CHANGES,
      rm: CHANGES,
      rename: CHANGES,
      'set-url': CHANGES,
      update: SENDS,
      prune: SENDS,
    },
  },
  stash: {
    sub: {
      '': CHANGES,
      list: reads(LOG, LETTERS),
      show: reads(`${DIFF} include-untracked only-untracked`, `${LETTERS}u`),
      push: CHANGES,
      pop: CHANGES,
      apply: CHANGES,
      drop: CHANGES,
      clear: CHANGES,
      save: CHANGES,
    },
  },
  worktree: {
    sub: {
      list: { short: 'vz', long: 'porcelain verbose' },
      add: CHANGES,
      remove: CHANGES,
      prune: CHANGES,
      move: CHANGES,
    },
  },
  notes: { sub: { '': {}, list: reads(''), show: reads(''), add: CHANGES, remove: CHANGES } },
  bisect: { sub: { log: {} } },
  config: {
    short: 'lz',
    long: 'list get get-all get-regexp get-urlmatch global local system worktree show-origin show-scope name-only null type= bool int path all default= includes no-includes regexp value=',
    operands: 'text',
    judge: config,
  },
  'ls-remote': SENDS,
  fetch: SENDS,
  pull: SENDS,
  push: SENDS,
  clone: SENDS,
};

/** `-O` opens what it finds in a pager that may be any program; letters do not tell it from `-o`. */
function grep(read: ReadArgs, call: Call): Finding | undefined {
  if (read.given.has('O')) return opaque(call, 'unknown_option', '-O');
  const files = read.given.has('e') ? read.operands : read.operands.slice(1);
  const finding = showsFiles({ ...read, operands: files }, call);
  if (files.length > 0) return finding;
  const below = knownFolders(call).map((path) => display(`${path === '/' ? '' : path}/${BELOW}`));
  return { ...finding, mentions: [...(finding.mentions ?? []), ...below] };
}

const CHANGING =
  'add am apply archive bundle checkout cherry-pick clean commit fsck gc init maintenance merge mergetool mv prune rebase reset restore revert rm sparse-checkout submodule switch update-index update-ref write-tree read-tree repack filter-branch format-patch difftool hash-object symbolic-ref replace';

export const GIT: Readonly<Record<string, Program>> = {
  git: {
    short: 'P C:',
    long: 'no-pager no-optional-locks version',
    sub: {
      ...READS,
      ...Object.fromEntries(CHANGING.split(' ').map((name) => [name, CHANGES])),
    },
  },
};
