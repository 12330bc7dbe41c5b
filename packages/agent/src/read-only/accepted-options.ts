/** The programs that only print, each with the options that keep it so. Anything not listed here is refused. */

export interface Accepted {
  /** Letters that may be joined after one dash. What follows them is a value. */
  readonly short: string;
  /** Whole names only: programs differ in how they complete an abbreviated one. */
  readonly long: ReadonlySet<string>;
  /** Whole arguments with one dash, or with none where only these may stand. */
  readonly words?: RegExp;
  /** Arguments that are no options must look like this. */
  readonly operands?: RegExp;
  /** How many arguments there may be. */
  readonly most?: number;
}

const accept = (short: string, long = '', more: Pick<Accepted, 'words' | 'operands' | 'most'> = {}): Accepted => ({
  short,
  long: new Set(long.split(' ').filter((name) => name !== '')),
  ...more,
});

const GREP = accept(
  'EFGPivwxcLlmoqshHnbaABCrze',
  'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case invert-match word-regexp line-regexp count color colour files-with-matches files-without-match max-count only-matching quiet silent no-messages with-filename no-filename line-number after-context before-context context recursive text include exclude exclude-dir regexp null',
);
const FIND_TESTS =
  /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|mtime|mmin|atime|amin|ctime|cmin|newer|newer[aBcm][aBcmt]|user|group|uid|gid|nouser|nogroup|perm|empty|maxdepth|mindepth|depth|xdev|mount|print|print0|printf|ls|not|and|or|a|o|prune|links|inum|readable|writable|executable|true|false|quit|daystart|samefile|P)$/;
/** Neither the environment (`e`, `environ`) nor letters that systems read differently. */
const PS_FIELDS =
  /^(?:[auxfwhljr]+|\d+(?:,\d+)*|(?:(?:pid|ppid|pgid|sid|user|uid|group|gid|stat|state|etime|etimes|time|start|lstart|tty|nice|ni|pri|rss|vsz|pcpu|pmem|%cpu|%mem|comm|cmd|args)(?:=|,|$))+|-?(?:%cpu|%mem|pcpu|pmem|rss|vsz|etime|pid))$/;

export const PROGRAMS: Readonly<Record<string, Accepted>> = {
  basename: accept('asz', 'multiple suffix zero'),
  cat: accept('AbeEnstTuv', 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting'),
  cut: accept('bcdfnsz', 'bytes characters delimiter fields complement only-delimited output-delimiter'),
  df: accept('aBhHiklPtTx', 'all human-readable si inodes local portability type print-type total block-size output'),
  dirname: accept('z', 'zero'),
  du: accept('abBcdhkmsSx', 'all apparent-size bytes total max-depth human-readable si summarize one-file-system time'),
  echo: accept('neE'),
  egrep: GREP,
  fgrep: GREP,
  find: accept('', '', { words: FIND_TESTS }),
  free: accept('bkmghtwls', 'bytes kibi mebi gibi human total wide lohi si'),
  grep: GREP,
  head: accept('cnqvz0123456789', 'bytes lines quiet silent verbose zero-terminated'),
  id: accept('agGnruz', 'group groups name real user zero'),
  ls: accept(
    'aAbBcCdfFgGhiIklLmnNopqQrRsStTuUvwxXZ1',
    'all almost-all author classify color directory full-time group-directories-first human-readable si indicator-style inode numeric-uid-gid recursive reverse size sort time time-style width zero',
  ),
  nl: accept('bdfhilnpsvw'),
  ps: accept('', 'no-headers sort', { words: /^-(?:[eAfFlLjHyw]+o?|[opuC])$/, operands: PS_FIELDS }),
  pwd: accept('LP'),
  readlink: accept('efmnz', 'canonicalize canonicalize-existing canonicalize-missing no-newline zero'),
  realpath: accept('emLPsz', 'canonicalize-existing canonicalize-missing logical physical relative-to strip zero'),
  stat: accept('Lfct', 'dereference file-system format printf terse'),
  tail: accept('cfFnqvz0123456789', 'bytes lines follow quiet silent verbose zero-terminated'),
  tr: accept('cCdst', 'complement delete squeeze-repeats truncate-set1'),
  true: accept(''),
  uname: accept(
    'asnrvmpio',
    'all kernel-name nodename kernel-release kernel-version machine processor operating-system',
  ),
  uptime: accept('ps', 'pretty since'),
  wc: accept('clLmw', 'bytes chars lines max-line-length words total'),
  whoami: accept(''),
};

const NAMES = { operands: /^[\w.:/@-]+$/ };
const ENGINE: Readonly<Record<string, Accepted>> = {
  images: accept('aqf', 'all digests filter format no-trunc quiet'),
  info: accept('f', 'format'),
  inspect: accept('fs', 'format size type'),
  logs: accept('fnt', 'details follow since tail timestamps until', NAMES),
  ps: accept('afnlqs', 'all filter format last latest no-trunc quiet size'),
  // What follows the name is for ps.
  top: accept('', '', { operands: /^[\w.-]+$/, most: 1 }),
  version: accept('f', 'format'),
};

const DIFF =
  'stat shortstat numstat summary compact-summary name-only name-status patch no-patch cached staged word-diff color no-color diff-filter unified ignore-all-space ignore-space-change ignore-blank-lines no-renames find-renames function-context raw abbrev';
const LOG = `${DIFF} oneline graph all branches tags remotes decorate no-decorate date since until after before author committer grep max-count skip reverse merges no-merges first-parent follow abbrev-commit pretty format`;
const GIT: Readonly<Record<string, Accepted>> = {
  blame: accept('LwMCsel', 'date abbrev porcelain line-porcelain since'),
  describe: accept('', 'tags all long always abbrev match exclude exact-match contains'),
  diff: accept('pswbzMCDSGURi0123456789', DIFF),
  log: accept('npswbzMCDSGULi0123456789', LOG),
  'ls-files': accept(
    'cdmosuzt',
    'cached deleted modified others stage unmerged exclude-standard full-name error-unmatch',
  ),
  'ls-tree': accept('drtlz', 'long name-only name-status full-name full-tree abbrev'),
  'rev-parse': accept(
    'q',
    'verify quiet short abbrev-ref show-toplevel is-inside-work-tree is-bare-repository show-prefix git-dir symbolic-full-name',
  ),
  shortlog: accept('nse', 'numbered summary email since until author no-merges'),
  show: accept('npswbzMCU0123456789', LOG),
  status: accept(
    'sbuzv',
    'short branch porcelain long untracked-files ignored show-stash ahead-behind no-ahead-behind',
  ),
};

/** Programs that only print when these are their first arguments. */
export const SUBCOMMANDS: Readonly<Record<string, Readonly<Record<string, Accepted>>>> = {
  docker: ENGINE,
  podman: ENGINE,
  git: GIT,
};
