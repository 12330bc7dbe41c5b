/** One agent across its links: the commands that wait for it, and the routes that lead to it. */
import { because, LINK_CLOSED, LINK_LIMITS, Refusal } from '@synapse/contract';
import { probeByShell, type ResolvedCommand, type RunOptions, type RunOutcome } from '@synapse/runner';
import type { AgentLink, CommandLink } from './agent-link.ts';
import type { PresenceTimes } from './agent-presence.ts';
import { AgentSigns } from './agent-signs.ts';
import type { ProveFrame } from './handshake.ts';
import { createLinkWaiters } from './link-waiters.ts';
import type { Linked, Route } from './relays.ts';
import { type Progress, RemoteCommand } from './remote-command.ts';
import type { Held, Others, SessionOptions } from './session-parts.ts';
import type { CommandFrame } from './shared-connection.ts';

/** A new holder announces itself. In case that message is lost, the other instances are asked this often. */
const SEEK_MS = 1_000;

export class AgentSession {
  readonly signs: AgentSigns;
  readonly #slug: string;
  readonly #times: PresenceTimes;
  readonly #onChange: (connected: boolean) => void;
  readonly #others: Others | null;
  readonly #commands = new Map<string, RemoteCommand>();
  readonly #routes = new Map<RemoteCommand, Route>();
  readonly #seeking = new Set<RemoteCommand>();
  readonly #waiters = createLinkWaiters();
  #held: Held | null = null;
  /** Commands that ended here while the agent had no link. */
  #abandoned = new Set<string>();

  constructor({ slug, times, silenceMs, onChange, others }: SessionOptions) {
    this.#slug = slug;
    this.#times = times;
    this.#onChange = onChange;
    this.#others = others;
    this.signs = new AgentSigns(times, silenceMs, () => this.linked);
  }

  get linked(): boolean {
    return this.#held !== null;
  }

  /** The newest link wins: an older one is half open, or belongs to a copy of the agent. */
  attach(link: AgentLink, proof: ProveFrame): void {
    const { boot, attempt } = proof;
    this.#held?.link.close(LINK_CLOSED.replaced, 'replaced by a newer link');
    this.#held?.stopSharing();
    const known = new Set(proof.commands);
    const all = [...this.#commands.values()].map((command) => ({
      command,
      next: command.reattach(link, boot, known.has(command.id)),
    }));
    this.#routes.clear();
    const ours = (id: string) => this.#commands.has(id) || this.#abandoned.has(id);
    const theirs = this.#others === null ? [] : proof.commands.filter((id) => !ours(id));
    this.#abandoned.clear();
    this.signs.linked();
    const resume = all.filter(({ next }) => next === 'resume').map(({ command }) => command.progress);
    link.send({ type: 'welcome', slug: this.#slug, resume, keep: theirs });
    for (const { command, next } of all) command.catchUp(next, link, boot);
    const sharing = this.#others?.share(link, proof, theirs);
    this.#held = { link, boot, attempt, stopSharing: () => sharing?.end() };
    link.listen({
      onFrame: (frame) => {
        if (!('id' in frame)) return link.close(LINK_CLOSED.malformed, 'out of order');
        if (!sharing?.shared.frame(frame)) this.#onFrame(link, frame);
      },
      onOutput: (frame) => {
        const command = this.#commands.get(frame.id);
        if (command === undefined) sharing?.shared.output(frame);
        else if (!command.output(frame)) link.close(LINK_CLOSED.malformed, 'output out of bounds');
      },
      onSign: () => this.signs.heard(),
      onClose: () => this.#detach(link),
    });
    this.#waiters.wake();
    this.#onChange(true);
  }

  /** The agent has a link to another instance. */
  linkedTo({ holder, boot, attempt }: Linked): void {
    if (this.#held !== null && this.#held.boot === boot && this.#held.attempt > attempt) return;
    this.#replace();
    this.signs.seenElsewhere(0, true);
    for (const [command, route] of this.#routes) if (route.holder !== holder) this.#lost(command, route);
    this.#waiters.wake();
    for (const id of this.#abandoned) void this.#disown(id);
  }

  async run(command: ResolvedCommand, options: RunOptions): Promise<RunOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'killed' };
    const remote = new RemoteCommand(command, options);
    const { link, boot, route } = await this.#reach(remote.progress, signal);
    if (signal.aborted) {
      route?.link.release();
      return { kind: 'killed' };
    }
    this.#commands.set(remote.id, remote);
    options.onReached?.();
    return this.#endOf(remote, signal, () => {
      remote.send(link, boot);
      if (route !== null) this.#follow(remote, route);
    });
  }

  async #endOf(remote: RemoteCommand, signal: AbortSignal, begin: () => void): Promise<RunOutcome> {
    const onAbort = () => remote.abort();
    try {
      begin();
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      return await remote.outcome;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#commands.delete(remote.id);
      this.#routes.delete(remote);
      if (!remote.forget() && this.#abandoned.size < LINK_LIMITS.commands) this.#abandoned.add(remote.id);
    }
  }

  /** The link first, then the shell behind it. */
  async probe(signal: AbortSignal, shellMs?: number): Promise<void> {
    await this.#answers(signal);
    try {
      await probeByShell((command, options) => this.run(command, options), signal, shellMs);
    } catch (error) {
      // It is paused, or its owner forbids even this: the machine itself was reached.
      if (!(error instanceof Refusal && error.code === 'agent_refused')) throw error;
    }
  }

  async #answers(signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < 2; tries++) {
      if (tries > 0) await this.#comesBack(signal);
      const held = this.#held;
      if (held !== null && (await held.link.ping(signal))) return;
      if (held === null && (await this.#others?.ping())) return;
    }
    throw new Refusal('machine_offline');
  }

  /** The machine no longer belongs to this agent: the link ends now, and the commands on it are given up. */
  dismiss(code: number, reason: string): void {
    for (const command of this.#commands.values()) command.lose(because('machine_removed'));
    this.close(code, reason);
    // Nothing more is sent over it, though closing it takes a moment.
    if (this.#held !== null) this.#detach(this.#held.link);
  }

  close(code: number, reason: string): void {
    this.#held?.link.close(code, reason);
  }

  /**
   * If the agent is gone for good, fails at once. If it was here a moment ago, it is about to return, and is waited
   * for.
   */
  async #reach(
    progress: Progress,
    signal: AbortSignal,
  ): Promise<{ link: CommandLink; boot: string; route: Route | null }> {
    for (let tries = 0; tries < 2; tries++) {
      if (tries > 0) await this.#comesBack(signal);
      if (this.#held !== null) return { ...this.#held, route: null };
      const route = (await this.#others?.open(progress)) ?? null;
      if (this.#held !== null) {
        route?.link.release();
        return { ...(this.#held as Held), route: null };
      }
      if (route !== null) return { link: route.link, boot: route.boot, route };
    }
    throw new Refusal('machine_offline');
  }

  async #comesBack(signal: AbortSignal): Promise<void> {
    const silenceMs = (await this.#others?.silenceMs()) ?? null;
    if (silenceMs !== null) this.signs.seenElsewhere(silenceMs, false);
    if (this.linked || !['online', 'late'].includes(this.signs.presence)) return;
    await this.#waiters.linkComes(this.#times.steadyMs, signal);
  }

  /** Looks for the agent on the other instances until the command has a link again or its receiver is gone. */
  async #seek(command: RemoteCommand): Promise<void> {
    if (this.#others === null || this.#seeking.has(command)) return;
    this.#seeking.add(command);
    while (command.adrift) {
      const route = await this.#others.open(command.progress);
      if (route === null) await this.#waiters.linkComes(SEEK_MS, null);
      else if (!command.adrift) this.#decline(route, command.id);
      else {
        const next = command.reattach(route.link, route.boot, route.known);
        command.catchUp(next, route.link, route.boot);
        if (next !== 'lost') this.#follow(command, route);
        else this.#decline(route, command.id);
      }
    }
    this.#seeking.delete(command);
  }

  /** A route that came too late. It is only used to tell the agent to forget a command that has ended. */
  #decline(route: Route, id: string): void {
    if (!this.#commands.has(id)) route.link.send({ type: 'forget', id });
    route.link.release();
  }

  async #disown(id: string): Promise<void> {
    this.#abandoned.delete(id);
    const route = await this.#others?.open({ id, received: 0, consumed: 0 });
    if (route != null) this.#decline(route, id);
  }

  /** The command uses another instance's link. */
  #follow(command: RemoteCommand, route: Route): void {
    this.#routes.set(command, route);
    route.link.listen({
      onFrame: (frame) => {
        if ('id' in frame) this.#onFrame(route.link, frame);
      },
      onOutput: (frame) => {
        if (!command.output(frame)) route.link.close(LINK_CLOSED.malformed, 'output out of bounds');
      },
      onSign: () => {},
      onClose: () => this.#lost(command, route),
    });
  }

  #lost(command: RemoteCommand, route: Route): void {
    route.link.release();
    if (this.#routes.get(command) === route) this.#routes.delete(command);
    if (command.detach(route.link)) void this.#seek(command);
  }

  #onFrame(link: CommandLink, frame: CommandFrame): void {
    const command = this.#commands.get(frame.id);
    // It ended or was given up on our side meanwhile, so there is nothing to tell about it.
    if (command !== undefined) command.heard(frame);
    else link.send({ type: 'forget', id: frame.id });
  }

  /** There is a newer link. */
  #replace(): void {
    const held = this.#held;
    if (held === null) return;
    held.link.close(LINK_CLOSED.replaced, 'replaced by a newer link');
    this.#detach(held.link);
  }

  #detach(link: AgentLink): void {
    const held = this.#held;
    if (held?.link !== link) return;
    this.#held = null;
    held.stopSharing();
    for (const command of this.#commands.values()) if (command.detach(link)) void this.#seek(command);
    this.#onChange(false);
  }
}
