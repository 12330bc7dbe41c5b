/** Builtins that run other commands, or a text. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call } from '../program.ts';
import { type Finding, NO_PART } from '../walk/frame.ts';

/** A fixed text is judged; functions would have to be known on both sides of it. */
export function evaluate(call: Call): Finding {
  const { args, frame, state } = call;
  const texts = args.map(textOf);
  if (texts.some((text) => text === null) || frame.facts.functions.size > 0) return opaque(call, 'runs_text');
  const script = texts.join(' ');
  if (/\(\s*\)|\bfunction\b/.test(script)) return opaque(call, 'runs_text');
  const {
    state: after,
    failed,
    output,
  } = frame.walk.script(frame.found, script, { ...state, variables: new Map(), positional: null });
  const behind = after ?? failed ?? state;
  return { ...NO_PART, output, state: { ...state, folders: behind.folders, exported: behind.exported } };
}

/** Runs in whatever folder the shell is by then. */
export function trap(call: Call): Finding {
  const { args, frame, state } = call;
  const [action] = args.filter((arg) => textOf(arg) !== '--');
  const text = textOf(action);
  if (action === undefined || text === '-' || text === '' || text === '-p' || text === '-l')
    return having(call, 'read');
  if (text === null || frame.facts.functions.size > 0 || /\(\s*\)|\bfunction\b/.test(text))
    return opaque(call, 'runs_text');
  frame.walk.script(frame.found, text, { ...state, variables: new Map(), positional: null, folders: null });
  return NO_PART;
}

/** `exec`, `command`, `builtin`: the program itself, not a function of that name. */
export function runs(call: Call): Finding {
  const { args, frame, state, span, program } = call;
  const [first, ...rest] = args;
  const text = textOf(first);
  if (program === 'command' && (text === '-v' || text === '-V')) return having(call, 'read');
  const command = text === '--' || (program === 'command' && text === '-p') ? rest : args;
  // Without a program `exec` changes what the shell itself reads and writes.
  const name = textOf(command[0]);
  if (name === null || name.startsWith('-')) return opaque(call, 'shell_setting');
  const finding = frame.walk.run(frame, command, { ...state, direct: false }, span);
  const behind = finding.state === undefined ? {} : { state: { ...finding.state, direct: state.direct } };
  const failed = finding.failed === undefined ? {} : { failed: { ...finding.failed, direct: state.direct } };
  return { ...finding, ...behind, ...failed, ...(program === 'exec' ? { ends: true as const } : {}) };
}
