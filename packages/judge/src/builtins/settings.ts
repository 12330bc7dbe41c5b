/** Builtins that set how the shell works. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

/** They change how everything behind them is read or run. */
export function settings(call: Call): Finding {
  return opaque(call, 'shell_setting');
}

const HARMLESS = /^[-+][euxvfC]+$/;
const HARMLESS_NAMED = /^[-+][euxvfC]*o$/;
const NAMES = /^(?:pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber)$/;

/** Alone it shows every variable. */
export function set(call: Call): Finding {
  const { args, state } = call;
  if (args.length === 0) return having(call, 'read', 'sensitive');
  const after = { ...having(call, 'read'), state: { ...state, positional: null } };
  for (let at = 0; at < args.length; at += 1) {
    const text = textOf(args[at]);
    if (text === '--') return after;
    if (text === null) return settings(call);
    if (HARMLESS_NAMED.test(text) && NAMES.test(textOf(args[at + 1]) ?? '')) at += 1;
    else if (!HARMLESS.test(text)) return /^[-+]/.test(text) ? settings(call) : after;
  }
  return after;
}

/** Without a value it only shows what is set. */
export function show(call: Call): Finding {
  const plain = call.args.every((arg) => /^(?:-p|[\w.-]+)$/.test(textOf(arg) ?? '='));
  return plain ? having(call, 'read') : settings(call);
}

export function hash(call: Call): Finding {
  const plain = call.args.every((arg) => /^(?:-r|-l|-t|[\w.]+)$/.test(textOf(arg) ?? '='));
  return plain ? having(call, 'read') : settings(call);
}
