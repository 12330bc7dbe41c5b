/** From how often commands ran: which are worth a code, and which code. Pure. */
import { ALIAS_LIMITS } from '@synapse/contract';
import { codeKey, leadingCode, readMarkers } from './expand.ts';
import { type Found, mergeSimilar, type UsedCommand } from './merge-similar.ts';
import { nameCommand } from './naming.ts';
import { isProgramName, isUndesirable } from './reserved.ts';
import { starterOfCode, starterOfCommand } from './starter.ts';

export interface Candidate extends Found {
  readonly code: string;
}

export interface Known {
  readonly aliases: readonly { readonly code: string; readonly command: string }[];
  readonly rejected: ReadonlySet<string>;
  /** Command → the code under which it is already suggested. It keeps that code if possible. */
  readonly pending: ReadonlyMap<string, string>;
}

/** The largest saving comes first. */
export function findCandidates(used: readonly UsedCommand[], known: Known, minCount: number): Candidate[] {
  const { suggestedCharsMin, suggestedCharsMax, suggestions } = ALIAS_LIMITS;
  const covered = coverage(known.aliases);
  const codes = new Set(known.aliases.map(({ code }) => codeKey(code)));
  const worthwhile = mergeSimilar(used.filter(({ command }) => !covered(command)))
    .filter(({ command, count }) => count >= minCount && !known.rejected.has(command))
    .filter(({ command }) => command.length >= suggestedCharsMin && command.length <= suggestedCharsMax)
    .filter(({ command }) => !codes.has(leadingCode(command) ?? ''))
    .sort((a, b) => b.charsSaved - a.charsSaved || (a.command < b.command ? -1 : 1));
  return giveCodes(worthwhile, used, known).slice(0, suggestions);
}

function giveCodes(found: readonly Found[], used: readonly UsedCommand[], known: Known): Candidate[] {
  // A word that this workspace's commands begin with is a program. As a code it would change what those commands mean.
  const words = [...used, ...known.aliases].map(({ command }) => leadingCode(command));
  const taken = new Set([...words, ...known.aliases.map(({ code }) => codeKey(code))]);
  const isFree = (code: string) =>
    !taken.has(code) && !isProgramName(code) && !isUndesirable(code) && starterOfCode(code) === undefined;
  const kept = new Map<Found, string>();
  for (const one of found) {
    const code = starterOfCommand(one.command)?.code ?? known.pending.get(one.command);
    if (code === undefined || taken.has(code)) continue;
    taken.add(code);
    kept.set(one, code);
  }
  const candidates: Candidate[] = [];
  for (const one of found) {
    const code = kept.get(one) ?? nameCommand(one.command, isFree);
    if (code === null) continue;
    taken.add(code);
    candidates.push({ ...one, code });
    if (candidates.length === ALIAS_LIMITS.suggestions) break;
  }
  return candidates;
}

/** Whether one of the aliases already covers the command, with an argument of one word at most. */
function coverage(aliases: Known['aliases']): (command: string) => boolean {
  const exact = new Set<string>();
  const open = new Map<string, { before: string; after: string }[]>();
  for (const { command } of aliases) {
    const { text, markers } = readMarkers(command);
    const [at] = markers;
    exact.add(text);
    if (at === undefined) continue;
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const alike = open.get(firstWord(before)) ?? [];
    open.set(firstWord(before), [...alike, { before, after }]);
  }
  const fits = (command: string) =>
    open.get(firstWord(command))?.some(({ before, after }) => {
      if (!command.startsWith(before) || !command.endsWith(after)) return false;
      const argument = command.slice(before.length, Math.max(before.length, command.length - after.length));
      return argument === '' || /^('[^']*'|"[^"]*"|[^\s'"]+)$/.test(argument);
    }) ?? false;
  return (command) => exact.has(command) || fits(command);
}

function firstWord(command: string): string {
  return command.split(' ', 1)[0]!;
}
