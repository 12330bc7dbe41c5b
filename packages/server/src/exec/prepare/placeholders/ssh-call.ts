/** A call of `ssh`: the remote shell gets all words after the host as one text. Which of them it runs. */
import { programIndex } from './evaluating-builtins.ts';
import { SECRET } from './said-words.ts';

export interface SshCall {
  /** The words of the remote command. Empty when a login shell is asked for. */
  readonly from: number;
  /** No command runs there at all: `-N`, or `-W`, whose input goes to another host. */
  readonly runsNothing: boolean;
  /** An option whose secret a shell runs on this side, or null. */
  readonly localCode: number | null;
}

const SSH = /^(?:.*\/)?(?:auto)?ssh$/s;
/** Programs that run the rest of their words as a command. */
const WRAPPERS = /^(?:.*\/)?(?:sudo|doas|env|timeout|nice|nohup|setsid|stdbuf|ionice|sshpass|time|xargs|caffeinate)$/s;
/** Options that are followed by their value, in the same word or in the next. */
const VALUED = 'BbcDEeFIiJLlmOoPpQRSWw';
const RUN_HERE = /^\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand|match)\b/i;

export function findSsh(said: readonly string[]): SshCall | null {
  const at = sshIndex(said);
  if (at === null) return null;
  let runsNothing = false;
  let localCode: number | null = null;
  let word = at + 1;
  for (; /^-./s.test(said[word] ?? ''); word++) {
    const option = said[word]!;
    if (option === '--') {
      word += 1;
      break;
    }
    const letter = [...option.slice(1)].findIndex((one) => VALUED.includes(one));
    const flags = letter < 0 ? option.slice(1) : option.slice(1, letter + 2);
    if (/[NW]/.test(flags)) runsNothing = true;
    if (letter < 0) continue;
    const joined = option.slice(letter + 2);
    if (joined === '') word += 1;
    const value = joined === '' ? (said[word] ?? '') : joined;
    if (flags.endsWith('o') && RUN_HERE.test(value) && value.includes(SECRET)) localCode ??= word;
  }
  // More options may follow the host.
  let from = word + 1;
  while (/^-./s.test(said[from] ?? '')) from += [...VALUED].includes(said[from]!.slice(-1)) ? 2 : 1;
  return { from: Math.min(from, said.length), runsNothing, localCode };
}

function sshIndex(said: readonly string[]): number | null {
  let at = programIndex(said);
  while (at < said.length) {
    if (SSH.test(said[at]!)) return at;
    if (!WRAPPERS.test(said[at]!)) return null;
    at += 1;
    // Options, their values, settings, a number of seconds.
    while (at < said.length && !SSH.test(said[at]!) && !WRAPPERS.test(said[at]!)) {
      const isOfWrapper = /^-|=|^\d/.test(said[at]!) || said[at - 1]!.startsWith('-');
      if (!isOfWrapper) return null;
      at += 1;
    }
  }
  return null;
}
