/** Programs that look through text and folders. */
import { type Arg, fixedArg, textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import { ANY } from '../pattern.ts';
import { isSensitive } from '../places.ts';
import { isPlainAwk, isPlainSed } from '../plain-scripts.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import { type Finding, NO_PART } from '../walk/frame.ts';
import { find } from './find.ts';

const GREP_LONG =
  'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color? colour? files-with-matches files-without-match max-count= only-matching quiet silent no-messages with-filename no-filename line-number initial-tab after-context= before-context= context= text binary-files= devices= directories= recursive dereference-recursive include= exclude= exclude-dir= exclude-from< regexp- file< null null-data line-buffered byte-offset label= help version';

/** The pattern stands in front of the files, where no option has it. */
function grep(read: ReadArgs, call: Call): Finding {
  const { given } = read;
  const has = (...names: string[]) => names.some((name) => given.has(name));
  const patterned = has('e', 'regexp', 'f', 'file');
  // A word that falls apart may be the pattern and files.
  const files = patterned || read.operands[0]?.many === true ? read.operands : read.operands.slice(1);
  const values = (name: string) => (given.get(name) ?? []).map(textOf);
  const recursive =
    has('r', 'R', 'recursive', 'dereference-recursive') ||
    [...values('d'), ...values('directories')].includes('recurse');
  const here =
    recursive && files.length === 0 ? [{ ...(read.operands[0] ?? call.args[0]!), pattern: '.', many: false }] : files;
  const listed = has('l', 'files-with-matches', 'L', 'files-without-match', 'c', 'count', 'q', 'quiet', 'silent');
  const finding = byOperands({ operands: recursive ? 'tree' : 'content' }, { ...read, operands: here }, call);
  const wanted = values('include').some((glob) => glob !== null && isSensitive(`/x/${glob}`));
  const lines = has('l', 'files-with-matches') && !recursive ? files.map(({ pattern }) => pattern) : null;
  const whole = !has('o', 'only-matching');
  const output =
    files.length === 0 && !recursive
      ? { ...call.state.stdin, text: null, ...(whole ? {} : { lines: null }) }
      : { text: null, lines: listed ? lines : null, secrets: [] };
  if (wanted) return { ...finding, effects: [...finding.effects, 'sensitive'], output };
  return { ...finding, output };
}

const GREP: Program = {
  short: 'EFGPiyvwxcLlosqhHnTbaIrRzZuU0123456789 m= A= B= C= e- f< d= D=',
  long: GREP_LONG,
  operands: 'content',
  judge: grep,
};

/** `--pre` and `--hostname-bin` start programs and are not known here. */
function ripgrep(read: ReadArgs, call: Call): Finding {
  const { given, operands } = read;
  const files = ['e', 'regexp', 'files'].some((name) => given.has(name)) ? operands : operands.slice(1);
  return byOperands({ operands: 'tree' }, { ...read, operands: files }, call);
}

/** A script in a plain form, and files that are read, or changed in place. */
function sed(read: ReadArgs, call: Call): Finding {
  const { given, operands } = read;
  const scripts = [...(given.get('e') ?? []), ...(given.get('expression') ?? [])];
  const first = scripts.length === 0 ? operands.slice(0, 1) : [];
  const files = operands.slice(first.length);
  const texts = [...scripts, ...first].map(textOf);
  const inPlace = given.has('i') || given.has('in-place');
  const finding = inPlace
    ? byOperands({ operands: 'content', does: ['change'] }, { ...read, operands: [], written: files }, call)
    : byOperands({ operands: 'content' }, { ...read, operands: files }, call);
  if (texts.length > 0 && texts.every((text) => text !== null && isPlainSed(text))) return finding;
  return { ...finding, effects: [...finding.effects, 'opaque'], why: opaque(call, 'runs_code').why };
}

function awk(read: ReadArgs, call: Call): Finding {
  const [program, ...files] = read.operands;
  const text = textOf(program);
  if (text === null || !isPlainAwk(text)) return opaque(call, 'runs_code');
  if (files.some((arg) => /^\/(?:inet|dev\/(?:tcp|udp))/.test(arg.pattern))) return having(call, 'network', 'opaque');
  const input = files.filter((arg) => !/^[A-Za-z_]\w*=/.test(arg.pattern));
  return byOperands({ operands: 'content' }, { ...read, operands: input }, call);
}

/**
 * What comes in become arguments: those that are known, or that a program listed. What else comes may be the name of any
 * file, put together on the way.
 */
function xargs(read: ReadArgs, call: Call): Finding {
  const { operands, given, shown } = read;
  const { frame, state, span } = call;
  const { secrets, text, lines } = state.stdin;
  const known =
    text === null || /["'\\]/.test(text)
      ? lines
      : text
          .split(/\s+/)
          .filter((word) => word !== '')
          .slice(0, 1000);
  const patterns = shown.length > 0 || known === null ? [ANY] : known;
  const fed = patterns.map((pattern): Arg => ({ pattern, many: text === null, secrets, sensitive: false }));
  const sign = textOf(given.get('I')?.[0]) ?? (['i', 'replace', 'I'].some((name) => given.has(name)) ? '{}' : null);
  const command = operands.length === 0 ? [fixedArg('echo')] : operands;
  const insert = (arg: Arg): Arg[] => {
    if (sign === null || !arg.pattern.includes(sign)) return [arg];
    return arg.pattern === sign ? fed : [{ ...arg, pattern: arg.pattern.replaceAll(sign, ANY), secrets }];
  };
  const stdin = { text: null, lines: null, secrets };
  frame.walk.start(frame, sign === null ? [...command, ...fed] : command.flatMap(insert), { ...state, stdin }, span);
  return shown.length === 0 ? NO_PART : byOperands({}, { ...read, operands: [] }, call);
}

const AWK: Program = {
  ordered: true,
  short: 'F= v=',
  long: 'field-separator= assign= posix csv re-interval version',
  operands: 'text',
  judge: awk,
};
const SED: Program = {
  short: 'nErsuz e- i?',
  long: 'quiet silent regexp-extended expression- separate unbuffered null-data posix sandbox in-place? line-length= debug help version',
  operands: 'content',
  judge: sed,
};

export const SEARCHING: Readonly<Record<string, Program>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rgrep: { ...GREP, judge: (read, call) => grep({ ...read, given: new Map([...read.given, ['r', []]]) }, call) },
  rg: {
    short: 'iSsvwxcClLnNoFPpquUH0Ih. A= B= C= e- g= m= t= T= M= r=',
    long: 'ignore-case smart-case case-sensitive invert-match word-regexp count files files-with-matches line-number no-line-number only-matching fixed-strings heading no-heading color= glob= hidden no-ignore type= type-not= context= after-context= before-context= max-count= max-depth= no-messages stats json sort= version type-list multiline pcre2 regexp- vimgrep column trim',
    operands: 'content',
    judge: ripgrep,
  },
  sed: SED,
  gsed: SED,
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  find: { words: /^-/, operands: 'text', judge: find },
  xargs: {
    ordered: true,
    short: '0rtxo n- I= L= P= s= d= a< E= i? l?',
    long: 'null no-run-if-empty verbose exit max-args= replace? max-lines? max-procs= max-chars= delimiter= arg-file< show-limits',
    judge: xargs,
  },
};
