/** What a shell does by itself, without a program. */
import { having } from '../judge-program.ts';
import type { Call } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { cd, moves } from './folders.ts';
import { evaluate, runs, trap } from './run-code.ts';
import { hash, set, settings, show } from './settings.ts';
import { echo, print, test } from './text.ts';
import { declare, exportVariables, mapfile, read, unset } from './variables.ts';

type Builtin = (call: Call) => Finding;

const reads: Builtin = (call) => having(call, 'read');

/** `wait -p` evaluates a name, `jobs -x` runs a command. */
const only =
  (words: RegExp): Builtin =>
  (call) =>
    call.args.every((arg) => words.test(arg.pattern)) ? having(call, 'read') : settings(call);

const BUILTINS: Readonly<Record<string, Builtin>> = {
  ':': reads,
  true: reads,
  false: reads,
  wait: only(/^(?:-[nf]|%?\w[\w+-]*|\uE005)$/),
  jobs: only(/^-[lprs]+$/),
  times: reads,
  umask: reads,
  ulimit: reads,
  type: reads,
  break: reads,
  continue: reads,
  return: reads,
  pwd: reads,
  exit: (call) => ({ ...having(call, 'read'), ends: true }),
  shift: (call) => ({ ...having(call, 'read'), state: { ...call.state, positional: null } }),
  echo,
  printf: print,
  test,
  '[': test,
  cd,
  pushd: moves,
  popd: moves,
  dirs: reads,
  eval: evaluate,
  '.': settings,
  source: settings,
  trap,
  exec: runs,
  command: runs,
  builtin: runs,
  set,
  shopt: settings,
  alias: show,
  unalias: settings,
  hash,
  enable: settings,
  bind: settings,
  let: settings,
  history: (call) => having(call, 'read', 'sensitive'),
  read,
  getopts: read,
  mapfile,
  readarray: mapfile,
  unset,
  export: exportVariables,
  readonly: declare,
  local: declare,
  declare,
  typeset: declare,
};

export function builtinNamed(name: string): Builtin | undefined {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
}
