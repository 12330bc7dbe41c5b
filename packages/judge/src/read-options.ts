/** Tells a program's options from its operands, by the list of those that are accepted. */
import { type Arg, textOf } from './arg.ts';
import { display, mayBeOption } from './pattern.ts';
import type { Program, ReadArgs } from './program.ts';
import type { Why } from './why.ts';

interface Accepted {
  readonly short: ReadonlyMap<string, string>;
  readonly long: ReadonlyMap<string, string>;
}

const MARKS = /[=?<:>~-]$/;
const accepted = new WeakMap<Program, Accepted>();

/** Made of the lists when a program is first met. */
function acceptedOf(program: Program): Accepted {
  const known = accepted.get(program);
  if (known !== undefined) return known;
  const short = new Map<string, string>();
  for (const group of (program.short ?? '').split(' ')) {
    const mark = group.length > 1 ? (MARKS.exec(group)?.[0] ?? '') : '';
    for (const letter of mark === '' ? group : group.slice(0, -1)) short.set(letter, mark);
  }
  const long = new Map<string, string>();
  for (const name of (program.long ?? '').split(/\s+/)) {
    const mark = MARKS.exec(name)?.[0] ?? '';
    if (name !== '') long.set(mark === '' ? name : name.slice(0, -1), mark);
  }
  const made = { short, long };
  accepted.set(program, made);
  return made;
}

export function readOptions(program: Program, args: readonly Arg[], ordered = program.ordered === true): ReadArgs {
  const { short, long } = acceptedOf(program);
  const given = new Map<string, Arg[]>();
  const operands: Arg[] = [];
  const shown: Arg[] = [];
  const written: Arg[] = [];
  let refused: ReadArgs['refused'] = null;
  let open: Arg | null = null;
  const refuse = (key: Why, option: string): void => {
    refused ??= { why: key, option };
  };
  const take = (name: string, mark: string, value: Arg | null): void => {
    given.set(name, [...(given.get(name) ?? []), ...(value === null ? [] : [value])]);
    if (value === null) return;
    if (mark === '<') shown.push(value);
    if (mark === '>') written.push(value);
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (ordered && operands.length > 0) {
      operands.push(arg);
      continue;
    }
    const text = textOf(arg);
    if (text === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (text === '-' || !mayBeOption(arg.pattern)) {
      operands.push(arg);
      continue;
    }
    if (program.words?.test(arg.pattern) === true) {
      take(arg.pattern, '', null);
      continue;
    }
    // An option whose value alone is open, such as `--since="$x"`, is known all the same.
    const equals = /^--([A-Za-z0-9][\w.-]*)=/.exec(arg.pattern);
    if (equals !== null && !arg.many) {
      const mark = long.get(equals[1]!);
      if (mark === undefined || mark === '') refuse('unknown_option', `--${equals[1]}`);
      take(equals[1]!, mark ?? '', { ...arg, pattern: arg.pattern.slice(equals[0].length) });
      continue;
    }
    if (text?.startsWith('--') === true) {
      const name = text.slice(2);
      const mark = long.get(name);
      if (mark === undefined) refuse('unknown_option', text);
      const last = args[at + 1] === undefined;
      if (mark === undefined || mark === '' || mark === '?' || (mark === '~' && last)) take(name, mark ?? '', null);
      else {
        const value = args[at + 1];
        if (isValue(value, mark)) {
          take(name, mark, value);
          at += 1;
        } else refuse('unknown_option', text);
      }
      continue;
    }
    if (/^-[^-\uE000-\uE00F]/.test(arg.pattern) && !arg.many) {
      const rest = readLetters(arg, args[at + 1] === undefined, short, take);
      if (rest === null) refuse('unknown_option', display(arg.pattern));
      else if (rest !== '') {
        const value = args[at + 1];
        if (isValue(value, short.get(rest)!)) {
          take(rest, short.get(rest)!, value);
          at += 1;
        } else refuse('unknown_option', display(arg.pattern));
      }
      continue;
    }
    operands.push(arg);
    // Where any option is accepted, one more changes nothing.
    if (program.words === undefined) open = arg;
  }
  return { given, operands, shown, written, refused, open };
}

/** The letter that still wants a value; empty where none does, null where one is not accepted. */
function readLetters(
  arg: Arg,
  last: boolean,
  short: ReadonlyMap<string, string>,
  take: (name: string, mark: string, value: Arg | null) => void,
): string | null {
  const { pattern } = arg;
  for (let at = 1; at < pattern.length; at += 1) {
    const letter = pattern[at]!;
    const mark = short.get(letter);
    if (mark === undefined) return null;
    const joined = pattern.slice(at + 1);
    if (mark === '' || (mark === '?' && joined === '') || (mark === '~' && joined === '' && last)) {
      take(letter, mark, null);
      continue;
    }
    if (joined === '') return letter;
    take(letter, mark, { ...arg, pattern: joined });
    return '';
  }
  return '';
}

/** A word that looks like an option is no value: another version of the program might take it for one. */
function isValue(value: Arg | undefined, mark: string): value is Arg {
  if (value === undefined || value.many) return false;
  return mark === '-' || value.pattern[0] !== '-' || /^-[0-9\uE005]*$/.test(value.pattern);
}
