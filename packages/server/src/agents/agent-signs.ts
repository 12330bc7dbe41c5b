/** The signs of life of one agent, seen here or by another instance, and the presence that follows from them. */
import type { PresenceState } from '@synapse/contract';
import { nextPresence, type PresenceTimes } from './agent-presence.ts';

export class AgentSigns {
  readonly #times: PresenceTimes;
  readonly #linkedHere: () => boolean;
  #linkedElsewhere = false;
  /** Whether the other instance said so, or it was concluded from recent signs. */
  #reported = false;
  #heardAt: number | null;
  #soundSince: number | null = null;
  #presence: PresenceState;

  /** `silenceMs`: time since it was last seen, also before this process started. Null: never. */
  constructor(times: PresenceTimes, silenceMs: number | null, linkedHere: () => boolean) {
    this.#times = times;
    this.#linkedHere = linkedHere;
    this.#heardAt = silenceMs === null ? null : performance.now() - silenceMs;
    if (silenceMs === null) this.#presence = 'unknown';
    else this.#presence = silenceMs > times.offlineMs ? 'offline' : 'late';
  }

  get connected(): boolean {
    return this.#linkedHere() || (this.#linkedElsewhere && (this.#reported || this.presence === 'online'));
  }

  get presence(): PresenceState {
    const linked = this.#linkedHere() || this.#linkedElsewhere;
    const signs = { linked, heardAt: this.#heardAt, soundSince: this.#soundSince };
    this.#presence = nextPresence(this.#presence, signs, performance.now(), this.#times);
    return this.#presence;
  }

  /** The agent sent something to this instance. */
  heard(at = performance.now()): void {
    if (this.#heardAt === null || at - this.#heardAt > this.#times.lateMs) this.#soundSince = null;
    this.#soundSince ??= at;
    this.#heardAt = at;
  }

  /** A new link was opened; it must hold for a while before it counts. */
  linked(): void {
    this.#linkedElsewhere = false;
    this.heard();
    this.#soundSince = performance.now();
  }

  /** Another instance saw the agent. Whether it is linked there may be unknown (null): then recent signs decide. */
  seenElsewhere(silenceMs: number, linked: boolean | null): void {
    const heardAt = performance.now() - silenceMs;
    // The first news of the agent is that it is there.
    if (linked === true && this.#soundSince === null) this.#presence = 'online';
    if (this.#heardAt === null || heardAt > this.#heardAt) this.heard(heardAt);
    this.#linkedElsewhere = linked ?? silenceMs <= this.#times.lateMs;
    this.#reported = linked !== null;
  }
}
