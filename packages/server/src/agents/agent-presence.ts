/** Whether an agent is there, so that a link that comes and goes does not make the page flicker. Pure. */
import type { PresenceState } from '@synapse/contract';

/** Times on one clock that only runs forward. */
export interface Signs {
  readonly linked: boolean;
  /** Of the last sign of life; null: never. */
  readonly heardAt: number | null;
  /** Since then signs have come without a gap. */
  readonly soundSince: number | null;
}

export interface PresenceTimes {
  /** Silence that is no longer a mere blink. */
  readonly lateMs: number;
  /** Silence after which nobody is waited for. */
  readonly offlineMs: number;
  /** A link that was late must hold so long before it counts as online again. */
  readonly steadyMs: number;
}

export function presenceTimes(heartbeatMs: number): PresenceTimes {
  return { lateMs: 1.5 * heartbeatMs, offlineMs: 6 * heartbeatMs, steadyMs: heartbeatMs };
}

/** The state after `before`, by what is known now. */
export function nextPresence(before: PresenceState, signs: Signs, now: number, times: PresenceTimes): PresenceState {
  const { linked, heardAt, soundSince } = signs;
  if (heardAt === null) return 'unknown';
  const silence = now - heardAt;
  if (silence > times.offlineMs) return 'offline';
  if (silence > times.lateMs) return before === 'offline' ? 'offline' : 'late';
  if (before === 'online') return 'online';
  if (!linked) return before === 'offline' ? 'offline' : 'late';
  if (before === 'late') return soundSince !== null && now - soundSince >= times.steadyMs ? 'online' : 'late';
  return 'online';
}
