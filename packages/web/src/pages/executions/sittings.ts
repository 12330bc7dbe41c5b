/** What one client did in one sitting: its commands in their order, without a longer pause between them. */
import type { ListedEntry } from '../../api/executions.ts';
import { parseTime } from '../../ui/time-words.ts';

export interface Sitting {
  readonly id: string;
  readonly entries: readonly ListedEntry[];
  readonly from: number;
  readonly to: number;
  readonly failed: number;
  readonly refused: number;
}

/** After a longer pause, something else begins. */
const PAUSE_MS = 30 * 60_000;

/** `entries` are the newest first; so are the sittings, each of which begins with its first command. */
export function sittingsOf(entries: readonly ListedEntry[]): readonly Sitting[] {
  const sittings: ListedEntry[][] = [];
  const open = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const who = `${entry.actor?.username ?? entry.user_id ?? ''}/${entry.token_hint ?? entry.source}`;
    const current = open.get(who);
    const earliest = current?.at(-1);
    if (current !== undefined && earliest !== undefined && gap(entry, earliest) <= PAUSE_MS) {
      current.push(entry);
      continue;
    }
    const begun = [entry];
    open.set(who, begun);
    sittings.push(begun);
  }
  return sittings.map(sitting);
}

function sitting(newestFirst: readonly ListedEntry[]): Sitting {
  const entries = newestFirst.toReversed();
  return {
    id: entries.at(-1)?.id ?? '',
    entries,
    from: parseTime(entries[0]?.created_at ?? ''),
    to: parseTime(entries.at(-1)?.created_at ?? ''),
    failed: entries.filter(({ status, exit_code }) => status === 'done' && exit_code !== 0).length,
    refused: entries.filter(({ status }) => status === 'refused').length,
  };
}

const gap = (earlier: ListedEntry, later: ListedEntry): number =>
  parseTime(later.created_at) - parseTime(earlier.created_at);
