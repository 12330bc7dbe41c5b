/** `xargs`: what comes in becomes arguments of the program behind it. */
import { type Arg, fixedArg, textOf } from '../arg.ts';
import { byOperands, opaque } from '../judge-program.ts';
import { ANY } from '../pattern.ts';
import type { Call, ReadArgs } from '../program.ts';
import { type Finding, NO_PART } from '../walk/frame.ts';

export function xargs(read: ReadArgs, call: Call): Finding {
  const { operands, given, shown } = read;
  const { frame, state, span } = call;
  const command = operands.length === 0 ? [fixedArg('echo')] : operands;
  const fed = shown.length > 0 ? [unknown(state.stdin.secrets)] : arriving(call);
  const sign = replaced(given);
  if (sign === '') return opaque(call, 'unexpected_argument', '-I');
  const args =
    sign === null
      ? [...command, ...fed]
      : command.flatMap((arg) => (arg.pattern.includes(sign) ? inserted(arg, sign, fed) : [arg]));
  const { output } = frame.walk.start(
    frame,
    args,
    { ...state, stdin: { text: null, lines: null, secrets: state.stdin.secrets } },
    span,
  );
  // The file of `-a` is read by xargs itself, and its content handed on.
  const own = shown.length === 0 ? NO_PART : byOperands({}, { ...read, operands: [] }, call);
  return output === undefined ? own : { ...own, output };
}

function unknown(secrets: readonly string[]): Arg {
  return { pattern: ANY, many: true, secrets, sensitive: false };
}

/** As far as it is known what the pipe prints. Names with blanks fall apart: they are taken for what they are called. */
function arriving({ state }: Call): Arg[] {
  const { text, lines, secrets } = state.stdin;
  if (text !== null && !/["'\\]/.test(text)) {
    return text
      .split(/\s+/)
      .filter((one) => one !== '')
      .slice(0, 1000)
      .map((one) => ({ ...fixedArg(one), secrets }));
  }
  return lines === null
    ? [unknown(secrets)]
    : lines.map((pattern) => ({ pattern, many: true, secrets, sensitive: false }));
}

/** What `-I` looks for; null without it. */
function replaced(given: ReadArgs['given']): string | null {
  if (given.has('i') || given.has('replace'))
    return textOf((given.get('i') ?? given.get('replace'))![0] ?? fixedArg('{}'));
  const values = given.get('I');
  return values === undefined ? null : (textOf(values[0]) ?? '');
}

function inserted(arg: Arg, sign: string, fed: readonly Arg[]): Arg[] {
  if (arg.pattern === sign) return fed.map((one) => ({ ...one, many: true }));
  return [
    {
      ...arg,
      pattern: arg.pattern.replaceAll(sign, ANY),
      secrets: [...arg.secrets, ...fed.flatMap((one) => one.secrets)],
    },
  ];
}
