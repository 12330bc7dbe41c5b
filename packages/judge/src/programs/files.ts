/** Programs that make, move, change or take away files. */
import type { Arg } from '../arg.ts';
import { byOperands, having } from '../judge-program.ts';
import { isDisk, isProtected, resolve } from '../places.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { why } from '../why.ts';

/** What is above a home, wherever that is. */
const ABOVE_HOME = /^\uE004(?:\/\.{0,2})*$/;

/** One of these is a folder without which the machine, or a person's work, is gone. */
export function reachesProtected({ state }: Call, args: readonly Arg[]): boolean {
  return args.some(({ pattern }) => ABOVE_HOME.test(pattern) || resolve(pattern, state.folders).some(isProtected));
}

export function catastrophe(call: Call, finding: Finding): Finding {
  return {
    ...finding,
    effects: [...new Set([...finding.effects, 'catastrophe' as const])],
    why: why('catastrophe', { program: call.program }),
  };
}

const isRecursive = ({ given }: ReadArgs): boolean => ['r', 'R', 'recursive'].some((name) => given.has(name));

const written = (read: ReadArgs, call: Call): Finding =>
  byOperands({ operands: 'write', does: ['change'] }, read, call);

function rm(read: ReadArgs, call: Call): Finding {
  const finding = written(read, call);
  return isRecursive(read) && reachesProtected(call, read.operands) ? catastrophe(call, finding) : finding;
}

/** The mode or the owner stands in front of the files. */
function modes(read: ReadArgs, call: Call): Finding {
  const operands = read.given.has('reference') ? read.operands : read.operands.slice(1);
  const finding = written({ ...read, operands }, call);
  return isRecursive(read) && reachesProtected(call, operands) ? catastrophe(call, finding) : finding;
}

function mv(read: ReadArgs, call: Call): Finding {
  const finding = written(read, call);
  const target = read.given.has('t') || read.given.has('target-directory');
  const sources = target ? read.operands : read.operands.slice(0, -1);
  return reachesProtected(call, sources) ? catastrophe(call, finding) : finding;
}

/** What is copied is read, what it goes to is written. */
function cp(read: ReadArgs, call: Call): Finding {
  const targets = [...(read.given.get('t') ?? []), ...(read.given.get('target-directory') ?? [])];
  const sources = targets.length > 0 ? read.operands : read.operands.slice(0, -1);
  const to = targets.length > 0 ? targets : read.operands.slice(-1);
  const kind = isRecursive(read) || read.given.has('a') || read.given.has('archive') ? 'tree' : 'content';
  return byOperands({ operands: kind, does: ['change'] }, { ...read, operands: sources, written: to }, call);
}

function dd(_read: ReadArgs, call: Call): Finding {
  const value = (name: string) =>
    call.args
      .filter((arg) => arg.pattern.startsWith(`${name}=`))
      .map((arg) => ({ ...arg, pattern: arg.pattern.slice(name.length + 1) }));
  const odd = call.args.find(
    (arg) => !/^(?:if|of|bs|ibs|obs|count|skip|seek|conv|status|iflag|oflag)=/.test(arg.pattern),
  );
  const finding = byOperands(
    { operands: 'content', does: value('of').length > 0 ? ['change'] : ['read'] },
    { given: new Map(), refused: null, shown: [], operands: value('if'), written: value('of') },
    call,
  );
  return odd === undefined ? finding : { ...finding, effects: [...finding.effects, 'opaque'] };
}

function shred(read: ReadArgs, call: Call): Finding {
  const finding = written(read, call);
  const disk = read.operands.some((arg) => resolve(arg.pattern, call.state.folders).some(isDisk));
  return disk ? catastrophe(call, finding) : finding;
}

const WRITE = { does: ['change'], operands: 'write' } as const;

export const FILES: Readonly<Record<string, Program>> = {
  touch: { ...WRITE, short: 'acmhf d= t= r=', long: 'no-create date= time= reference= no-dereference' },
  mkdir: { ...WRITE, short: 'pvZ m=', long: 'parents verbose mode=' },
  rmdir: { ...WRITE, short: 'pv', long: 'parents verbose ignore-fail-on-non-empty' },
  rm: {
    ...WRITE,
    short: 'dfiIrRv',
    long: 'force recursive dir verbose interactive? one-file-system no-preserve-root preserve-root?',
    judge: rm,
  },
  unlink: WRITE,
  mv: {
    ...WRITE,
    short: 'bfinuvT S= t>',
    long: 'force interactive no-clobber update? verbose backup? suffix= target-directory> no-target-directory strip-trailing-slashes',
    judge: mv,
  },
  cp: {
    ...WRITE,
    short: 'abdfHilLnPprRsTuvx S= t=',
    long: 'archive backup? force interactive link no-clobber dereference no-dereference parents preserve? no-preserve= recursive reflink? sparse= symbolic-link suffix= target-directory= no-target-directory update? verbose one-file-system attributes-only',
    judge: cp,
  },
  ln: {
    ...WRITE,
    short: 'bdfFiLnPrsvT S= t>',
    long: 'symbolic force no-dereference relative verbose backup? target-directory> no-target-directory',
  },
  link: WRITE,
  install: {
    ...WRITE,
    short: 'bcCdDpsvT g= m= o= t>',
    long: 'directory mode= owner= group= preserve-timestamps verbose target-directory>',
  },
  chmod: {
    ...WRITE,
    short: 'cfvRrwxXst',
    long: 'changes quiet silent verbose recursive reference= no-preserve-root',
    judge: modes,
    words: /^-[rwxXst]+$/,
  },
  chown: {
    ...WRITE,
    short: 'cfvhRHLP',
    long: 'changes quiet silent verbose recursive reference= from= no-dereference dereference no-preserve-root',
    judge: modes,
  },
  chgrp: {
    ...WRITE,
    short: 'cfvhRHLP',
    long: 'changes quiet silent verbose recursive reference= no-dereference',
    judge: modes,
  },
  chattr: { ...WRITE, short: 'RVf', words: /^-[aAcCdDeijmPsStTu]+$/ },
  setfacl: { ...WRITE, short: 'bkRdn m= x=' },
  truncate: { ...WRITE, short: 'co r= s-', long: 'no-create size= reference=' },
  shred: { ...WRITE, short: 'fuvxz n= s=', long: 'force iterations= remove? verbose zero', judge: shred },
  mktemp: { short: 'dqut p=', long: 'directory dry-run quiet tmpdir? suffix=', does: ['change'], operands: 'text' },
  mkfifo: { ...WRITE, short: 'm=' },
  mknod: { ...WRITE, short: 'm=' },
  dd: { operands: 'text', words: /^-/, judge: dd },
  sync: { short: 'df', does: ['change'], operands: 'names' },
  rename: {
    short: 'nvf',
    does: ['change'],
    operands: 'text',
    judge: (_read, call) => having(call, 'change', 'opaque'),
  },
  patch: { short: 'NRlstu p= i<', does: ['change'], operands: 'write' },
  gio: { operands: 'text', does: ['change'] },
  trash: WRITE,
};
