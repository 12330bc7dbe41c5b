/** Builtins that assign variables by their names. */
import { type Arg, textOf, union } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import { ANY } from '../pattern.ts';
import type { Call } from '../program.ts';
import { readOptions } from '../read-options.ts';
import type { Finding, State } from '../walk/frame.ts';
import { withVariable } from '../walk/states.ts';
import { isDangerous, isHarmless } from '../walk/variables.ts';

const NAME = /^[A-Za-z_]\w*$/;

/** `read`, `getopts`: what they assign is known at run time. */
export function read(call: Call): Finding {
  const { program, args, state, frame } = call;
  const taken = program === 'getopts' ? null : readOptions({ short: 'rs p= t= n= d= u= N=', ordered: true }, args);
  if (taken?.refused) return opaque(call, 'unknown_option', taken.refused.option);
  let after = state;
  if (state.stdin.pattern !== undefined) frame.found.values.add(state.stdin.pattern);
  for (const arg of taken?.operands ?? args.slice(1, 2)) {
    const name = textOf(arg) ?? '';
    if (!NAME.test(name) || isDangerous(name)) return opaque(call, 'variable', name);
    const value: Arg = { pattern: ANY, many: false, secrets: state.stdin.secrets, sensitive: false };
    frame.secretsOf.set(name, union(frame.secretsOf.get(name) ?? [], state.stdin.secrets));
    after = { ...after, variables: withVariable(after.variables, name, value) };
  }
  return { ...having(call, 'read'), state: after };
}

/** `-C` runs a command for every so many lines. */
export function mapfile(call: Call): Finding {
  const plain = call.args.every((arg) => {
    const text = textOf(arg) ?? '=';
    return text === '-t' || (NAME.test(text) && !isDangerous(text));
  });
  return plain ? having(call, 'read') : opaque(call, 'shell_setting');
}

/** Also takes functions away, among them the one that keeps `git` to reading. */
export function unset(call: Call): Finding {
  const plain = call.args.every((arg) => {
    const text = textOf(arg) ?? '';
    return text === '-v' || (NAME.test(text) && !isDangerous(text) && text !== 'git');
  });
  return plain ? having(call, 'read') : opaque(call, 'shell_setting');
}

/** Alone, or with `-p`, they show every variable. */
function shows({ args }: Call): boolean {
  return args.every((arg) => textOf(arg) === '-p');
}

export function exportVariables(call: Call): Finding {
  if (shows(call)) return having(call, 'read', 'sensitive');
  return assign(call, (name, value) => isHarmless(name, value));
}

export function declare(call: Call): Finding {
  if (shows(call)) return having(call, 'read', 'sensitive');
  return assign(call, (name) => !isDangerous(name));
}

function assign(call: Call, isFine: (name: string, value: Arg) => boolean): Finding {
  const { args, frame, program } = call;
  let state: State = call.state;
  const secrets: string[] = [];
  let bad: string | null = null;
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(arg.pattern) ?? [];
    if (name === undefined || arg.many) {
      if (textOf(arg) !== '--') bad ??= arg.pattern;
      continue;
    }
    const given: Arg =
      value === undefined ? (state.variables.get(name) ?? { ...arg, pattern: ANY }) : { ...arg, pattern: value };
    secrets.push(...given.secrets, ...(frame.secretsOf.get(name) ?? []));
    if (!isFine(name, given)) bad ??= name;
    frame.secretsOf.set(name, union(frame.secretsOf.get(name) ?? [], given.secrets));
    if (value?.includes('/')) frame.found.values.add(value);
    if (value !== undefined) state = { ...state, variables: withVariable(state.variables, name, given) };
  }
  if (program === 'export') state = { ...state, exported: union(state.exported, secrets) };
  return { ...(bad === null ? having(call, 'read') : opaque(call, 'variable', bad)), state, secrets };
}
