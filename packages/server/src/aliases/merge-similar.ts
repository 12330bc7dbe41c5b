/** Commands that differ in one argument become one command with `{}`. Pure. */

import { escapeMarkers } from './expand.ts';
import { readWords } from './word-roles.ts';

export interface UsedCommand {
  readonly command: string;
  readonly count: number;
}

/** What one alias would stand for. */
export interface Found {
  /** Written as an alias's command: with a marker, or with text that looks like a marker made literal. */
  readonly command: string;
  readonly count: number;
  readonly charsSaved: number;
}

/** Commands that are equal except for one word, and where that word is. */
interface Group {
  readonly prefix: string;
  readonly suffix: string;
  readonly members: UsedCommand[];
}

const CODE_CHARS = 3;
/** If a command has more arguments than this, only the first ones are compared. */
const PLACES_MAX = 8;

/** Each command ends up in one result: in the largest group it fits into, or alone. */
export function mergeSimilar(used: readonly UsedCommand[]): Found[] {
  const merged = new Set<UsedCommand>();
  const found: Found[] = [];
  for (const { prefix, suffix, members } of largestFirst(groupsOf(used))) {
    const free = members.filter((member) => !merged.has(member));
    if (free.length < 2) continue;
    for (const member of free) merged.add(member);
    const count = sum(free);
    // What would be typed: the code, a blank, and the argument itself.
    const savedEach = prefix.length + suffix.length - CODE_CHARS - 1;
    found.push({
      command: `${escapeMarkers(prefix)}{}${escapeMarkers(suffix)}`,
      count,
      charsSaved: count * savedEach,
    });
  }
  for (const one of used) {
    if (merged.has(one)) continue;
    const charsSaved = one.count * (one.command.length - CODE_CHARS);
    found.push({ command: escapeMarkers(one.command), count: one.count, charsSaved });
  }
  return found;
}

function groupsOf(used: readonly UsedCommand[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of used) {
    for (const { prefix, suffix } of placesOf(one.command)) {
      const key = `${prefix}\0${suffix}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { prefix, suffix, members: [one] });
      else group.members.push(one);
    }
  }
  return [...groups.values()].filter(({ members }) => members.length > 1);
}

/**
 * Every place where such a command could have had another argument. The words that say what it does are no arguments.
 */
function placesOf(command: string): { prefix: string; suffix: string }[] {
  return readWords(command)
    .filter(({ role }) => role === 'argument' || role === 'value')
    .slice(0, PLACES_MAX)
    .map(({ start, end }) => ({ prefix: command.slice(0, start), suffix: command.slice(end) }));
}

function largestFirst(groups: readonly Group[]): Group[] {
  const size = new Map(groups.map((group) => [group, sum(group.members)]));
  return [...groups].sort(
    (a, b) =>
      size.get(b)! - size.get(a)! ||
      b.members.length - a.members.length ||
      b.prefix.length - a.prefix.length ||
      (a.prefix < b.prefix ? -1 : 1),
  );
}

function sum(members: readonly UsedCommand[]): number {
  return members.reduce((total, { count }) => total + count, 0);
}
