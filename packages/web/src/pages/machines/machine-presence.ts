/** How a machine is doing, in one of four words; the age beside it says the rest. */
import type { Machine } from '../../api/machines.ts';
import { parseTime } from '../../ui/relative-time.tsx';

export type Presence = 'unknown' | 'online' | 'late' | 'offline';

/** Seen so recently, a machine that is silent now is late rather than gone. */
const LATE_MS = 5 * 60_000;

export function presenceOf({ connected, last_seen_at, presence }: Machine, now: number): Presence {
  // Of an agent the service itself knows how its link is doing.
  if (presence !== undefined) return presence;
  if (connected) return 'online';
  if (last_seen_at === null) return 'unknown';
  return now - parseTime(last_seen_at) < LATE_MS ? 'late' : 'offline';
}

export const PRESENCE_COLORS: Readonly<Record<Presence, string>> = {
  online: 'teal',
  late: 'orange',
  offline: 'red',
  unknown: 'gray',
};
