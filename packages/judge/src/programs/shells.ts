/** Shells: the script that they are given is judged, where it is known. */
import { readScript } from '@synapse/shell';
import { type Arg, textOf } from '../arg.ts';
import { fileEffects, having, opaque } from '../judge-program.ts';
import type { Call, Program } from '../program.ts';
import { type Finding, NO_PART } from '../walk/frame.ts';
import { inShell } from './wrappers.ts';

/** Letters that change nothing in what a script does; `l` and `i` read the user's own settings first. */
const LETTERS = /^[-+][euxvfCnlihsc]+$/;

function shell(_read: unknown, call: Call): Finding {
  const { args, state } = call;
  let runsText = false;
  let checksOnly = false;
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = textOf(args[at]);
    if (text === null) break;
    if (text === '--version') return having(call, 'read');
    if (text === '--') {
      at += 1;
      break;
    }
    if (/^--(?:norc|noprofile|posix|login)$/.test(text)) continue;
    if (!/^[-+]./.test(text)) break;
    if (
      /^[-+][euxvfCl]*o$/.test(text) &&
      /^(?:pipefail|errexit|nounset|xtrace|posix)$/.test(textOf(args[at + 1]) ?? '')
    ) {
      at += 1;
      continue;
    }
    if (!LETTERS.test(text)) return opaque(call, 'unknown_option', text);
    runsText ||= text.startsWith('-') && text.includes('c');
    checksOnly ||= text.startsWith('-') && text.includes('n');
    if (text.includes('s')) return fed(call, args.slice(at + 1));
  }
  const rest = args.slice(at);
  if (checksOnly && !runsText)
    return {
      ...having(call, 'read'),
      ...fileEffects(call, [{ args: rest.slice(0, 1), kind: 'content' }]),
      effects: ['read'],
    };
  if (runsText) return text(call, rest);
  if (rest.length > 0) return opaque(call, 'runs_text');
  return fed({ ...call, state }, []);
}

function text(call: Call, [script, , ...positional]: readonly Arg[]): Finding {
  const said = textOf(script);
  if (said === null) return opaque(call, 'runs_text');
  const { frame, state } = call;
  const { output } = frame.walk.script(frame.found, said, inShell(state, positional));
  return { ...NO_PART, output };
}

/** A script on its input: a here-document, or what a pipe is known to print. */
function fed(call: Call, positional: readonly Arg[]): Finding {
  const { frame, state } = call;
  const { text: said } = state.stdin;
  if (said === null) return opaque(call, 'runs_text');
  const { output } = frame.walk.script(frame.found, said, inShell(state, positional));
  return isReadAtOnce(said) ? { ...NO_PART, output } : opaque(call, 'runs_text');
}

/**
 * A shell reads its input line by line, and so do the programs that it starts meanwhile: one of them may take the first
 * line of what then is no here-document any more. Only what is one line to the shell is read before anything runs.
 */
function isReadAtOnce(script: string): boolean {
  const { list } = readScript(script);
  return list.items.every(({ pipeline }, at) => {
    const next = list.items[at + 1];
    return next === undefined || !script.slice(pipeline.end, next.pipeline.start).includes('\n');
  });
}

/** Its words are read by `shell` itself: a shell's options are like no other's. */
const SHELL: Program = { ordered: true, words: /^[-+]/, operands: 'text', judge: shell };

export const SHELLS: Readonly<Record<string, Program>> = { sh: SHELL, bash: SHELL, dash: SHELL, ash: SHELL };

function su(_read: unknown, call: Call): Finding {
  const { args, frame, state } = call;
  const at = args.findIndex((arg) => /^(?:-c|--command)$/.test(arg.pattern));
  const joined = args.find((arg) => /^--command=/.test(arg.pattern));
  const script = joined === undefined ? textOf(args[at + 1]) : textOf({ ...joined, pattern: joined.pattern.slice(10) });
  if ((at < 0 && joined === undefined) || script === null)
    return { effects: ['privileged', 'opaque'], why: opaque(call, 'runs_text').why };
  frame.walk.script(frame.found, script, {
    ...inShell(state, null),
    around: [...state.around, 'privileged'],
    folders: null,
  });
  return having(call, 'privileged');
}

function asAnother(read: Parameters<NonNullable<Program['judge']>>[0], call: Call): Finding {
  const { operands, given } = read;
  const { frame, state, span } = call;
  if (given.has('l') || given.has('list') || given.has('v') || given.has('validate'))
    return having(call, 'privileged', 'read');
  const at = operands.findIndex((arg) => !/^[A-Za-z_]\w*=/.test(arg.pattern));
  if (at < 0) return { effects: ['privileged', 'opaque'], why: opaque(call, 'runs_text').why };
  const around = [...state.around, 'privileged' as const];
  const home = given.has('i') || given.has('login');
  frame.walk.start(frame, operands.slice(at), { ...state, around, folders: home ? null : state.folders }, span);
  if (at > 0) return { effects: ['privileged', 'opaque'], why: opaque(call, 'variable', operands[0]!.pattern).why };
  return having(call, 'privileged');
}

export const OTHER_ACCOUNTS: Readonly<Record<string, Program>> = {
  sudo: {
    ordered: true,
    short: 'nHSEiskKlvbAP u= g= p= h= r= t= C= D= R= T= U=',
    long: 'non-interactive set-home stdin preserve-env? login shell list validate user= group= prompt= chdir= host= background',
    judge: asAnother,
  },
  doas: { ordered: true, short: 'ns u=', judge: asAnother },
  pkexec: { ordered: true, long: 'user= disable-internal-agent keep-cwd', judge: asAnother },
  runuser: { ordered: true, short: 'u= g=', judge: asAnother },
  su: { words: /^-/, operands: 'text', judge: su },
  newgrp: { operands: 'text', does: ['privileged', 'opaque'] },
};
