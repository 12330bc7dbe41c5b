/** Whether an agent is online. A link that breaks and returns within moments does not change that. Pure. */
import type { PresenceState } from '@synapse/contract';

/** All times are of one clock that never runs backwards. */
export interface Signs {
  readonly linked: boolean;
  /** Of the last sign of life. Null: there was never one. */
  readonly heardAt: number | null;
  /** Since then, signs have come without a gap. */
  readonly soundSince: number | null;
}

export interface PresenceTimes {
  /** Silence that is longer than a short interruption. */
  readonly lateMs: number;
  /** Silence after which the agent counts as gone. */
  readonly offlineMs: number;
  /** A link that was late must hold this long before the agent counts as online again. */
  readonly steadyMs: number;
}

export function presenceTimes(heartbeatMs: number): PresenceTimes {
  return { lateMs: 1.5 * heartbeatMs, offlineMs: 6 * heartbeatMs, steadyMs: heartbeatMs };
}

/** The next state, from the previous one and what is known now. */
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
