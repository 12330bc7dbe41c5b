/** The state of a machine, in one of four words; its age is shown beside it. */
import { useQuery } from '@tanstack/react-query';
import { freezesQuery } from '../../api/freezes.ts';
import type { Machine, MachineHealth } from '../../api/machines.ts';
import type { StateKind } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';

export type Presence = 'unknown' | 'online' | 'late' | 'offline';

/** A machine that was seen this recently and is silent now is late rather than gone. */
const LATE_MS = 5 * 60_000;

export function presenceOf(
  { connected, last_seen_at, presence }: Machine,
  health: MachineHealth | undefined,
  now: number,
): Presence {
  // For an agent, the service itself knows the state of its link.
  if (presence !== undefined) return presence;
  if (health?.reached === true || connected) return 'online';
  // Somebody has looked, and it was not there.
  if (last_seen_at === null) return health?.reached === false ? 'offline' : 'unknown';
  return now - parseTime(last_seen_at) < LATE_MS ? 'late' : 'offline';
}

/** Whether nothing runs there now, because somebody froze it, or everything. */
export function useFrozen(): (slug: string) => boolean {
  const { data: freezes = [] } = useQuery(freezesQuery);
  return (slug) => freezes.some(({ machine, token }) => token === null && (machine === null || machine === slug));
}

export const PRESENCE_STATES: Readonly<Record<Presence, StateKind>> = {
  online: 'ok',
  late: 'wait',
  offline: 'bad',
  unknown: 'off',
};
