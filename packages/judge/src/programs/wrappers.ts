/** Programs that start another one with the words behind them. */
import { type Arg, textOf, union } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import { ANY, display } from '../pattern.ts';
import { resolve } from '../places.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import { type Finding, NO_PART, type State } from '../walk/frame.ts';
import { isHarmless } from '../walk/variables.ts';

/** Judges what is started; the one that starts it is no part. */
export function start(call: Call, args: readonly Arg[], state: State = call.state): Finding {
  if (args.length === 0) return opaque(call, 'runs_text');
  const { output } = call.frame.walk.start(call.frame, args, state, call.span);
  return output === undefined ? NO_PART : { ...NO_PART, output };
}

/** All operands are the command. */
const command = (read: ReadArgs, call: Call): Finding => start(call, read.operands);
/** The first operand is its own: a time, a mask, a file. */
const behindOne =
  (pattern: RegExp) =>
  (read: ReadArgs, call: Call): Finding => {
    const [first, ...rest] = read.operands;
    if (first === undefined || !pattern.test(first.pattern)) return opaque(call, 'unexpected_argument', first?.pattern);
    return start(call, rest);
  };

/** What it starts is judged, but where and how it runs is another matter. */
const elsewhere = (read: ReadArgs, call: Call): Finding => {
  if (read.operands.length > 0) call.frame.walk.start(call.frame, read.operands, call.state, call.span);
  return opaque(call, 'runs_code');
};

/**
 * `NAME=value` for the environment of a program: the first that may change what it does, and the secrets in them. A name
 * alone hands on what it holds here, which is unknown.
 */
export function readAssignments(args: readonly Arg[]): { bad: string | null; secrets: readonly string[] } {
  const bad = args.find((arg) => {
    const [name = '', ...rest] = arg.pattern.split('=');
    const value = rest.length === 0 ? ANY : rest.join('=');
    return arg.many || !isHarmless(name, { ...arg, pattern: value });
  });
  return {
    bad: bad === undefined ? null : display(bad.pattern.split('=')[0]!),
    secrets: union(...args.map((arg) => arg.secrets)),
  };
}

/** `NAME=value` in front of the command. */
function withAssignments(call: Call, operands: readonly Arg[], state: State): Finding {
  const first = operands.findIndex(({ pattern }) => !pattern.includes('='));
  const at = first < 0 ? operands.length : first;
  const { bad, secrets } = readAssignments(operands.slice(0, at));
  const rest = operands.slice(at);
  if (rest.length === 0) return having(call, 'read', 'sensitive');
  const inside = { ...state, exported: union(state.exported, secrets) };
  const finding = start(call, rest, inside);
  return bad === null ? finding : opaque(call, 'variable', bad);
}

function env(read: ReadArgs, call: Call): Finding {
  const folder = read.given.get('C')?.[0] ?? read.given.get('chdir')?.[0];
  const folders = folder === undefined ? call.state.folders : resolve(folder.pattern, call.state.folders);
  return withAssignments(call, read.operands, { ...call.state, folders });
}

/** bash takes it for a word of its own, and then runs builtins, too. */
function time(read: ReadArgs, call: Call): Finding {
  const name = textOf(read.operands[0]) ?? '';
  if (
    /^(?:cd|pushd|popd|eval|exec|\.|source|export|set|unset|trap|read|alias|command|builtin)$|=/.test(name) ||
    call.frame.facts.functions.size > 0
  ) {
    return opaque(call, 'differently_read');
  }
  return start(call, read.operands);
}

export const WRAPPERS: Readonly<Record<string, Program>> = {
  env: {
    ordered: true,
    short: 'i0v C= u=',
    long: 'ignore-environment null debug chdir= unset=',
    judge: env,
  },
  timeout: {
    ordered: true,
    short: 'vfp s= k=',
    long: 'foreground preserve-status verbose signal= kill-after=',
    judge: behindOne(/^[0-9.]+[smhd]?$/),
  },
  nice: { ordered: true, short: 'n-', long: 'adjustment-', words: /^--?\d+$/, judge: command },
  ionice: { ordered: true, short: 't c= n=', long: 'ignore class= classdata=', judge: command },
  chrt: { ordered: true, short: 'bfiorR', judge: behindOne(/^\d+$/) },
  taskset: { ordered: true, short: 'ac', judge: behindOne(/^[0-9a-fx,-]+$/) },
  nohup: { ordered: true, judge: command },
  setsid: { ordered: true, short: 'cfw', long: 'ctty fork wait', judge: command },
  stdbuf: { ordered: true, short: 'i= o= e=', long: 'input= output= error=', judge: command },
  time: { ordered: true, short: 'pv f=', long: 'portability verbose format=', judge: time },
  unbuffer: { ordered: true, judge: command },
  busybox: {
    ordered: true,
    long: 'list list-full help',
    judge: (read, call) => (read.operands.length === 0 ? having(call, 'read') : start(call, read.operands)),
  },
  chroot: {
    ordered: true,
    does: ['privileged'],
    judge: (read, call) => elsewhere({ ...read, operands: read.operands.slice(1) }, call),
  },
  unshare: {
    ordered: true,
    short: 'rmnpuiUCTf',
    long: 'map-root-user mount net pid uts ipc user fork mount-proc',
    judge: elsewhere,
  },
  nsenter: {
    ordered: true,
    short: 'amnpuiUCF t= S= G=',
    long: 'all target= mount uts ipc net pid user',
    judge: elsewhere,
  },
  'systemd-run': {
    ordered: true,
    short: 'GPdtqr p= u=',
    long: 'scope user system wait pipe pty quiet collect unit= property=',
    judge: elsewhere,
  },
  strace: { ordered: true, short: 'fFcCrtTvxyqkD e= s= o> u=', judge: elsewhere },
  ltrace: { ordered: true, short: 'fcCrtTS e= s= o>', judge: elsewhere },
  flock: { ordered: true, short: 'nsxue w= E=', long: 'nonblock shared exclusive unlock wait= timeout=', judge: flock },
  watch: {
    ordered: true,
    short: 'tbegcwx d? n- q=',
    long: 'no-title beep errexit chgexit color exec differences? interval= no-wrap',
    judge: watch,
  },
};

/** The file that is locked is made where it is missing. */
function flock(read: ReadArgs, call: Call): Finding {
  const [, ...rest] = read.operands;
  if (textOf(rest[0]) === '-c') {
    const text = textOf(rest[1]);
    if (text === null) return opaque(call, 'runs_text');
    call.frame.walk.script(call.frame.found, text, inShell(call.state));
  } else if (rest.length > 0) call.frame.walk.start(call.frame, rest, call.state, call.span);
  return having(call, 'change');
}

/** Its words, joined, are a script for the shell. */
function watch(read: ReadArgs, call: Call): Finding {
  if (read.given.has('x') || read.given.has('exec')) return start(call, read.operands);
  const texts = read.operands.map(textOf);
  if (texts.length === 0 || texts.some((text) => text === null)) return opaque(call, 'runs_text');
  call.frame.walk.script(call.frame.found, texts.join(' '), inShell(call.state));
  return NO_PART;
}

/** What a new shell knows of the one that started it. */
export function inShell(state: State, positional: readonly Arg[] | null = []): State {
  return { ...state, variables: new Map(), functions: new Map(), positional, direct: false };
}
