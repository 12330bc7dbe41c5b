/** One agent across its links: the commands that wait for it, and the signs of its presence. */
import {
  type AgentFrame,
  LINK_CLOSED,
  type OutputFrame,
  type PresenceState,
  Refusal,
  reasonText,
} from '@synapse/contract';
import type { Outcome, ResolvedCommand, RunOptions } from '@synapse/runner';
import type { AgentLink } from './agent-link.ts';
import type { ProveFrame } from './handshake.ts';
import { nextPresence, type PresenceTimes } from './presence.ts';
import { agentRefusal, RemoteCommand } from './remote-command.ts';

export interface SessionOptions {
  readonly slug: string;
  readonly times: PresenceTimes;
  /** Milliseconds since it was last seen, also before this process began; null: never. */
  readonly silenceMs: number | null;
  /** A link came or went. */
  readonly onChange: (connected: boolean) => void;
}

export class AgentSession {
  readonly #slug: string;
  readonly #times: PresenceTimes;
  readonly #onChange: (connected: boolean) => void;
  readonly #commands = new Map<string, RemoteCommand>();
  readonly #waiters = new Set<() => void>();
  #link: AgentLink | null = null;
  #linkedElsewhere = false;
  #boot = '';
  #heardAt: number | null;
  #soundSince: number | null = null;
  #presence: PresenceState;

  constructor({ slug, times, silenceMs, onChange }: SessionOptions) {
    this.#slug = slug;
    this.#times = times;
    this.#onChange = onChange;
    this.#heardAt = silenceMs === null ? null : performance.now() - silenceMs;
    if (silenceMs === null) this.#presence = 'unknown';
    else this.#presence = silenceMs > times.offlineMs ? 'offline' : 'late';
  }

  get linked(): boolean {
    return this.#link !== null;
  }

  /** Signs that another instance saw: the agent is linked there. */
  seenElsewhere(silenceMs: number): void {
    this.#linkedElsewhere = !this.linked && silenceMs <= this.#times.lateMs;
    const heardAt = performance.now() - silenceMs;
    if (this.#heardAt === null || heardAt > this.#heardAt) this.#sign(heardAt);
  }

  get connected(): boolean {
    return this.linked || (this.#linkedElsewhere && this.presence === 'online');
  }

  get presence(): PresenceState {
    const signs = {
      linked: this.linked || this.#linkedElsewhere,
      heardAt: this.#heardAt,
      soundSince: this.#soundSince,
    };
    this.#presence = nextPresence(this.#presence, signs, performance.now(), this.#times);
    return this.#presence;
  }

  /** The newest link wins: an older one is half open, or a copy of the agent. */
  attach(link: AgentLink, { boot, commands }: ProveFrame): void {
    this.#link?.close(LINK_CLOSED.replaced, 'replaced by a newer link');
    const known = new Set(commands);
    const all = [...this.#commands.values()].map((command) => ({
      command,
      next: command.reattach(link, boot, known.has(command.id)),
    }));
    this.#link = link;
    this.#linkedElsewhere = false;
    this.#boot = boot;
    this.#sign();
    this.#soundSince = performance.now();
    const resume = all.filter(({ next }) => next === 'resume').map(({ command }) => command.progress);
    link.send({ type: 'welcome', slug: this.#slug, resume });
    for (const { command, next } of all) if (next === 'send') command.send(link, boot);
    link.listen({
      onFrame: (frame) => this.#onFrame(link, frame),
      onOutput: (frame) => this.#onOutput(link, frame),
      onSign: () => this.#sign(),
      onClose: () => this.#detach(link),
    });
    for (const wake of this.#waiters) wake();
    this.#onChange(true);
  }

  async run(command: ResolvedCommand, options: RunOptions): Promise<Outcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'killed' };
    const link = await this.#reachable(signal);
    const remote = new RemoteCommand(command, options);
    const onAbort = () => remote.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    this.#commands.set(remote.id, remote);
    try {
      remote.send(link, this.#boot);
      return await remote.outcome;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#commands.delete(remote.id);
      this.#link?.send({ type: 'forget', id: remote.id });
    }
  }

  async probe(signal: AbortSignal): Promise<void> {
    const link = await this.#reachable(signal);
    await link.ping(signal).catch(() => {
      throw new Refusal('machine_offline');
    });
  }

  /** The machine is no longer this agent's: the link ends now, and what runs over it is given up. */
  dismiss(code: number, reason: string): void {
    for (const command of this.#commands.values()) command.lose(reasonText('machine_removed'));
    this.close(code, reason);
    // Nothing more goes over it, though its end takes a moment.
    if (this.#link !== null) this.#detach(this.#link);
  }

  close(code: number, reason: string): void {
    this.#link?.close(code, reason);
  }

  /** Gone for good fails at once; one that was here a moment ago is about to come back, and is waited for. */
  async #reachable(signal: AbortSignal): Promise<AgentLink> {
    if (!this.linked && ['online', 'late'].includes(this.presence)) await this.#comesBack(signal);
    if (this.#link === null) throw new Refusal('machine_offline');
    return this.#link;
  }

  #comesBack(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, this.#times.steadyMs);
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  #onFrame(link: AgentLink, frame: AgentFrame): void {
    if (frame.type === 'enrol' || frame.type === 'prove') return void link.close(LINK_CLOSED.malformed, 'out of order');
    const command = this.#commands.get(frame.id);
    // Ended or given up on our side in the meantime: nothing to tell about it any more.
    if (command === undefined) return void link.send({ type: 'forget', id: frame.id });
    if (frame.type === 'started') command.started();
    else if (frame.type === 'refused') command.refused(agentRefusal(frame.code, frame.details));
    else command.ended(frame.outcome);
  }

  #onOutput(link: AgentLink, frame: OutputFrame): void {
    const command = this.#commands.get(frame.id);
    if (command !== undefined && !command.output(frame)) link.close(LINK_CLOSED.malformed, 'output out of bounds');
  }

  #sign(at = performance.now()): void {
    if (this.#heardAt === null || at - this.#heardAt > this.#times.lateMs) this.#soundSince = at;
    this.#heardAt = at;
  }

  #detach(link: AgentLink): void {
    if (this.#link !== link) return;
    this.#link = null;
    for (const command of this.#commands.values()) command.detach();
    this.#onChange(false);
  }
}
