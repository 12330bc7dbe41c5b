/** The words of this program, in the one language that a process speaks: French, or English by default. */
import {
  environmentLanguage,
  fillIn,
  inLanguage,
  LANGUAGES,
  type Language,
  type Words,
} from '@synapse/contract/language';
import { accounts } from './accounts.ts';
import { clients } from './clients.ts';
import { crews } from './crews.ts';
import { doctor } from './doctor.ts';
import { everyCommand } from './every-command.ts';
import { guard } from './guard.ts';
import { hook } from './hook.ts';
import { importing } from './import.ts';
import { machines } from './machines.ts';
import { policy } from './policy.ts';
import { service } from './service.ts';
import { shortcuts } from './shortcuts.ts';
import { waysIn } from './ways-in.ts';

const WORDS = {
  ...everyCommand,
  ...accounts,
  ...machines,
  ...crews,
  ...importing,
  ...guard,
  ...policy,
  ...shortcuts,
  ...hook,
  ...clients,
  ...service,
  ...doctor,
  ...waysIn,
};
export type Said = keyof typeof WORDS;

export { LANGUAGES };

/** `C` and an empty environment are no wish; programs write English to such a terminal. */
const UNASKED: Language = 'en';
let spoken: Language = UNASKED;

/** Chooses it, once, before anything is said: what the line asks for (`--lang`), then the environment. */
export function speakAs(line: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  spoken = askedFor(line) ?? environmentLanguage(env) ?? UNASKED;
}

export const language = (): Language => spoken;

let commands: RegExp | null = null;
let nameHere: () => string = () => 'synapse';

/** From now on commands in texts are written as the person would type them. `words`: what a command begins with. */
export function nameCommands(words: readonly string[], name: () => string): void {
  commands = new RegExp(`(?<![\\w/.-]|npx |npx --prefix \\S+ )synapse (?=(?:${words.join('|')})\\b)`, 'g');
  nameHere = name;
}

/** Commands in it as the person would type them here: `npx synapse login`. */
export const asTyped = (text: string): string =>
  commands === null ? text : text.replaceAll(commands, () => `${nameHere()} `);

export const tell = (said: Said, details: Readonly<Record<string, Words | number>> = {}): string =>
  fillIn(counted(asTyped(inLanguage(WORDS[said], spoken)), details), details, spoken);

/** `{count|machine|machines}`: the number, and the word for one or for several. In French, none is not several. */
function counted(text: string, details: Readonly<Record<string, Words | number>>): string {
  const isOne = (count: number): boolean => count === 1 || (spoken === 'fr' && count === 0);
  return text.replace(/\{([a-z_]+)\|([^|{}]*)\|([^|{}]*)\}/g, (_whole, key: string, one: string, several: string) => {
    const count = Number(details[key]);
    return `${count} ${isOne(count) ? one : several}`;
  });
}

/** What is not ours (a path, what somebody else said) stays as it is. */
export const worded = (words: Words): string => inLanguage(words, spoken);

/** The heads of a table: words apart, `_` for a space within one. */
export const columns = (said: Said): string[] =>
  tell(said)
    .split(' ')
    .map((head) => head.replaceAll('_', ' '));

/** Behind `--` are the words of the command that is to be run. */
function askedFor(line: readonly string[]): Language | undefined {
  const own = line.slice(0, line.includes('--') ? line.indexOf('--') : undefined);
  const asked = own.flatMap((word, at) => {
    if (word === '--lang') return own[at + 1] ?? [];
    return word.startsWith('--lang=') ? word.slice('--lang='.length) : [];
  });
  return LANGUAGES.find((one) => one === asked.at(-1));
}
