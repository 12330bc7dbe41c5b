/** Texts of a given size that would make a careless judge do the same again and again. */

const repeat = (piece: string) => (size: number) => piece.repeat(Math.floor(size / piece.length));
/** Each time with another number. */
const numbered = (piece: (at: number) => string) => (size: number) => {
  let text = '';
  for (let at = 0; text.length < size; at++) text += piece(at);
  return text;
};
const nested = (open: string, inner: string, close: string) => (size: number) => {
  const times = Math.floor((size - inner.length) / (open.length + close.length));
  return `${open.repeat(times)}${inner}${close.repeat(times)}`;
};

/** A vault has room for ten times as many. Whatever follows them about does so in as many steps. */
const NAMES = 50;

export const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  commands: repeat('ls;'),
  lines: repeat('ls -l /srv\n'),
  pipes: repeat('cat x|'),
  'and or': repeat('cd a&&ls||'),
  substitutions: repeat('$(ls) '),
  'quoted substitutions': repeat('"$(ls)" '),
  'substitutions inside each other': nested('echo $(', 'ls', ')'),
  'subshells inside each other': nested('( ', 'ls', ')'),
  'groups inside each other': nested('{ ', 'ls;', '}'),
  branches: nested('if ls; then ', 'ls;', ' fi;'),
  'loops inside each other': nested('for a in b c; do ', 'ls;', ' done;'),
  cases: repeat('case $x in a) ls;; esac;'),
  functions: repeat('f(){ f; };'),
  'functions that call each other': numbered((at) => `f${at}(){ f${at + 1}; f${at + 1}; };`),
  'calls of a function': (size) => `f(){ ls; };${repeat('f;')(size)}`,
  folders: repeat('cd a;'),
  'the same variable': repeat('x=$x$x;'),
  variables: numbered((at) => `v${at}=$v${at - 1};`),
  'variables that double': numbered((at) => `v${at + 1}=$v${at}$v${at};`),
  'a long value that is used often': (size) => `v=${'a'.repeat(size / 2)};${repeat('ls $v;')(size / 2)}`,
  'many words in a value that is used often': (size) => `v='${repeat('a ')(size / 2)}';${repeat('ls $v;')(size / 2)}`,
  globs: repeat('cat /etc/*/*/* '),
  braces: repeat('ls {a,b}{c,d} '),
  'one word': (size) => `ls ${'a*'.repeat(size / 2)}`,
  brackets: (size) => `ls ${'['.repeat(size)}`,
  'brackets that close': repeat('ls [a] '),
  arithmetic: repeat('echo $((1+x));'),
  'here-documents': repeat('cat <<A\n$(ls)\nA\n'),
  'scripts in scripts': nested("sh -c '", 'ls', "'"),
  'scripts that are read anew': repeat('eval "ls;ls";'),
  'one script that is long': (size) => `sh -c '${repeat('ls;')(size)}'`,
  'wrappers in front of each other': (size) => `${'nice '.repeat(size / 5)}ls`,
  'sudo in front of each other': (size) => `${'sudo '.repeat(size / 5)}ls`,
  'one secret': repeat('echo {{S}};'),
  'many secrets': numbered((at) => `echo {{S${at % NAMES}}};`),
  'many secrets in one word': (size) => `echo ${numbered((at) => `{{S${at % NAMES}}}`)(size)}`,
  'secrets along a pipe': (size) => `${numbered((at) => `echo {{S${at % NAMES}}}|`)(size)}cat`,
  'secrets in variables': numbered((at) => `v${at}={{S${at % NAMES}}};echo $v${at};`),
  'secrets in the environment': numbered((at) => `export V${at}={{S${at % NAMES}}};`),
  redirections: repeat('ls >a <b 2>&1;'),
  'options of one program': (size) => `ls ${'-l '.repeat(size / 3)}`,
  'options of git': (size) => `git ${'-C a '.repeat(size / 5)}log`,
  'files of one program': (size) => `rm ${numbered((at) => `/srv/${at} `)(size)}`,
  'find with many tests': (size) => `find . ${'-name a -o '.repeat(size / 11)}-print`,
  backticks: repeat('`ls` '),
  'open quotes': repeat('"a" \''),
};
