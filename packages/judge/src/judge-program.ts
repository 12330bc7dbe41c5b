/** What a program does, by its description and its arguments. */
import type { Effect } from '@synapse/contract';
import { type Arg, fixedArg, textOf } from './arg.ts';
import { BELOW, display, isUnknown, LINKED } from './pattern.ts';
import { folderOfAll, holdsSensitive, isDisk, isNowhere, isSensitive, resolve } from './places.ts';
import type { Call, Operands, Program, ReadArgs } from './program.ts';
import { readOptions } from './read-options.ts';
import { type Finding, step } from './walk/frame.ts';
import { type Why, why } from './why.ts';

export function judgeProgram(program: Program, call: Call): Finding {
  const read = readOptions(program, call.args, program.ordered === true || program.sub !== undefined);
  const finding = program.sub === undefined ? judgeRead(program, read, call) : judgeSub(program, read, call);
  // An argument that may turn out to be an option is one in a sandbox, where the program reads.
  const isOpen = read.open && finding.effects.some((effect) => effect !== 'read');
  const refused =
    read.refused ?? (isOpen ? ({ why: 'unknown_argument', option: display(read.open!.pattern) } as const) : null);
  if (refused === null) return finding;
  const { effects, why: reason } = opaque(call, refused.why, refused.option);
  return { ...finding, silent: undefined, effects: [...new Set([...finding.effects, ...effects])], why: reason };
}

function judgeRead(program: Program, read: ReadArgs, call: Call): Finding {
  const finding = program.judge?.(read, call) ?? byOperands(program, read, call);
  if (program.walks?.(read) !== true) return finding;
  const tops = read.operands.length === 0 ? [fixedArg('.')] : read.operands;
  const { mentions = [] } = fileEffects(call, [{ args: tops, kind: 'tree' }]);
  return { ...finding, mentions: [...(finding.mentions ?? []), ...mentions], walks: true };
}

function judgeSub(program: Program, read: ReadArgs, call: Call): Finding {
  const [first, ...rest] = read.operands;
  const name = first === undefined ? '' : textOf(first);
  if (name === '' && ['version', 'help', 'v'].some((asked) => read.given.has(asked))) return having(call, 'read');
  if (name === null) return opaque(call, 'unknown_argument', display(first!.pattern));
  const sub = Object.hasOwn(program.sub!, name) ? program.sub![name] : undefined;
  if (sub === undefined) return opaque(call, 'unknown_subcommand', name);
  return judgeProgram(sub, { ...call, args: rest });
}

/** By what its operands and the files of its options are. */
export function byOperands(program: Program, read: ReadArgs, call: Call): Finding {
  const { operands, shown, written } = read;
  const { most = Number.POSITIVE_INFINITY, least = 0, does = ['read'] } = program;
  const kind = program.operands ?? 'none';
  const counted = operands.some((arg) => arg.many) && most < Number.POSITIVE_INFINITY ? most + 1 : operands.length;
  if (counted > (kind === 'none' ? 0 : most) || operands.length < least) {
    return opaque(call, 'unexpected_argument', display(operands.at(-1)?.pattern ?? ''));
  }
  if (kind instanceof RegExp) {
    const odd = operands.find((arg) => !kind.test(arg.pattern));
    if (odd !== undefined) return opaque(call, 'unexpected_argument', display(odd.pattern));
  }
  const effects = new Set<Effect>(does);
  const finding = fileEffects(call, [
    { args: operands, kind: kind instanceof RegExp ? 'text' : kind },
    { args: shown, kind: 'content' },
    { args: written, kind: 'write' },
  ]);
  for (const effect of finding.effects) effects.add(effect);
  return { ...finding, effects: [...effects], why: finding.effects.length > 0 ? finding.why : reasonOf(does, call) };
}

const MOST_PATHS = 500;

/** What comes of reading or writing these files. */
export function fileEffects(
  call: Call,
  groups: readonly { args: readonly Arg[]; kind: Exclude<Operands, RegExp> }[],
): Finding {
  const effects = new Set<Effect>();
  const seen = new Set<string>();
  const looked = new Set<string>();
  const mentions: string[] = [];
  let reason: Finding['why'] | null = null;
  const note = (effect: Effect, key: Why, path: string): void => {
    effects.add(effect);
    reason ??= why(key, { program: call.program, path: display(path) });
  };
  for (const { args, kind } of groups) {
    if (kind === 'none' || kind === 'text') continue;
    for (const arg of args) {
      if (arg.pattern === '-') continue;
      for (const path of resolve(arg.pattern, call.state.folders)) {
        const once = `${kind} ${path}`;
        if (looked.has(once)) continue;
        // What is not looked at, and not told of, is opaque.
        if (looked.size >= MOST_PATHS) {
          note('opaque', 'too_much', path);
          break;
        }
        looked.add(once);
        step(call.frame, path.length);
        seen.add(display(path));
        if (path === LINKED) continue;
        if (kind === 'tree') mentions.push(display(`${path === '/' ? '' : path}/${BELOW}`));
        if (kind === 'names' || isNowhere(path)) continue;
        if (kind === 'write') {
          if (isDisk(path)) note('catastrophe', 'catastrophe', path);
          note('change', 'changes', path);
          if (isUnknown(path)) note('opaque', 'unknown_argument', path);
          continue;
        }
        const folder = kind === 'tree' ? path : folderOfAll(path);
        if (isUnknown(folder ?? path)) note('opaque', 'unknown_argument', path);
        else if (folder !== null ? holdsSensitive(folder) : isSensitive(path)) note('sensitive', 'sensitive', path);
      }
    }
  }
  const below = mentions.length === 0 ? {} : ({ mentions, walks: true } as const);
  return { effects: [...effects], paths: [...seen], ...below, why: reason ?? reasonOf(['read'], call) };
}

const REASONS: readonly (readonly [Effect, Why])[] = [
  ['catastrophe', 'catastrophe'],
  ['opaque', 'runs_code'],
  ['sensitive', 'environment'],
  ['privileged', 'privileged'],
  ['change', 'changes'],
  ['network', 'network'],
];

export function reasonOf(effects: readonly Effect[], { program }: Pick<Call, 'program'>): Finding['why'] {
  const [, key] = REASONS.find(([effect]) => effects.includes(effect)) ?? (['read', 'reads'] as const);
  return why(key, { program });
}

export function opaque(call: Pick<Call, 'program'>, key: Why, option = ''): Finding {
  return { effects: ['opaque'], why: why(key, { program: call.program, option: option.slice(0, 60) }) };
}

export function having(call: Pick<Call, 'program'>, ...effects: Effect[]): Finding {
  return { effects, why: reasonOf(effects, call) };
}
