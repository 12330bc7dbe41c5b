/** One command on an agent, as the service sees it. It outlives the link that it was sent over. */
import { type AgentFrame, because, LINK_LIMITS, type OutputFrame, Refusal, type Words } from '@synapse/contract';
import type { ResolvedCommand, RunOptions, RunOutcome } from '@synapse/runner';
import type { CommandLink } from './agent-link.ts';
import { createFeeding, type Feeding } from './feed-agent.ts';

/** The agent itself takes at most five seconds to kill a command. */
const KILL_CONFIRM_MS = 8_000;
const LAST_DROPS_MS = 200;
/** A quarter of the smallest window that an agent uses. */
const ACK_BYTES = LINK_LIMITS.smallWindowBytes / 4;

/** How far a command got: bytes that arrived, and bytes that were taken. */
export interface Progress {
  readonly id: string;
  readonly received: number;
  readonly consumed: number;
}

export class RemoteCommand {
  readonly id: string;
  readonly #command: ResolvedCommand;
  readonly #options: RunOptions;
  readonly #settled = Promise.withResolvers<RunOutcome>();
  readonly #queue: OutputFrame[] = [];
  #link: CommandLink | null = null;
  #boot: string | null = null;
  #started = false;
  #over = false;
  #delivering = false;
  #received = 0;
  #consumed = 0;
  #acked = 0;
  #ended: RunOutcome | null = null;
  #killTimer: NodeJS.Timeout | undefined;
  readonly #feeding: Feeding | null;

  constructor(command: ResolvedCommand, options: RunOptions) {
    this.id = command.tag;
    this.#command = command;
    this.#options = options;
    const { input } = options;
    const send = (data: string | null) => this.#link?.send({ type: 'input', id: this.id, data });
    this.#feeding = input === undefined ? null : createFeeding(input, send);
  }

  get outcome(): Promise<RunOutcome> {
    return this.#settled.promise;
  }

  /** The position from which the agent resumes. */
  get progress(): Progress {
    return { id: this.id, received: this.#received, consumed: this.#consumed };
  }

  /** It has no link now, and is still waited for. */
  get adrift(): boolean {
    return this.#link === null && !this.#over;
  }

  /** Sends the command. One start of an agent runs it once, however often it is sent. */
  send(link: CommandLink, boot: string): void {
    this.#link = link;
    this.#boot = boot;
    const { script, shell, secrets, cwd, container } = this.#command;
    const left = this.#options.timeLeftMs?.();
    link.send({
      type: 'run',
      id: this.id,
      script,
      ...(shell === undefined ? {} : { shell }),
      secrets: Object.fromEntries([...secrets].map(([name, value]) => [name, value.reveal()])),
      cwd,
      container,
      timeout_ms: left === undefined ? null : Math.max(0, Math.round(left)),
      ...(this.#options.shellMs === undefined ? {} : { shell_ms: this.#options.shellMs }),
      ...(this.#feeding === null ? {} : { input: true }),
    });
  }

  /** The agent is back. Says whether it resumes this command, gets it again, or has lost it. */
  reattach(link: CommandLink, boot: string, known: boolean): 'resume' | 'send' | 'lost' {
    if (this.#link !== link) this.#link?.release();
    if (boot !== this.#boot || (!known && this.#started)) {
      this.lose(because('agent_restarted'));
      return 'lost';
    }
    this.#link = link;
    return known ? 'resume' : 'send';
  }

  /** False when the command does not use this link. */
  detach(link: CommandLink): boolean {
    if (this.#link !== link) return false;
    this.#link = null;
    if (this.#options.signal.aborted) this.lose(because('agent_silent'));
    // The agent has ended it: what was on its way to the command is lost.
    else if (this.#feeding?.unfinished()) this.lose(because('agent_away'));
    return true;
  }

  /** Its end was received, or its receiver is gone. False when the agent could not be reached. */
  forget(): boolean {
    const link = this.#link;
    this.#link = null;
    link?.send({ type: 'forget', id: this.id });
    link?.release();
    return link !== null;
  }

  /** Timeout or cancellation. Without a link its death is not confirmed; the agent kills it when it reconnects. */
  abort(): void {
    if (this.#link === null) return void this.lose(because('agent_away'));
    this.#link.send({ type: 'cancel', id: this.id });
    if (!this.#over) this.#killTimer ??= setTimeout(() => this.lose(because('agent_silent')), KILL_CONFIRM_MS);
    if (this.#ended !== null) this.#endSoon();
  }

  /** Sent to the agent once it reconnects. */
  catchUp(next: 'resume' | 'send' | 'lost', link: CommandLink, boot: string): void {
    if (next === 'send') this.send(link, boot);
    else if (next === 'resume' && this.#killTimer !== undefined && !this.#over) this.abort();
  }

  /** What its agent says of it. */
  heard(frame: AgentFrame): void {
    if (frame.type === 'started') this.started();
    else if (frame.type === 'fed') this.#feeding?.fed(frame.position);
    else if (frame.type === 'refused') this.refused(agentRefusal(frame.code, frame.details, frame.english));
    else if (frame.type === 'ended') this.ended(agentOutcome(frame.outcome));
  }

  started(): void {
    if (this.#started) return;
    this.#started = true;
    this.#options.onStarted();
  }

  refused(refusal: Refusal): void {
    if (this.#started) return void this.lose({ fr: refusal.in('fr'), en: refusal.in('en') });
    this.#finish(() => this.#settled.reject(refusal));
  }

  /** False when the agent sends more than it was allowed to, or leaves something out. */
  output(frame: OutputFrame): boolean {
    const { position, data } = frame;
    if (position + data.length <= this.#received) return true;
    if (position !== this.#received) return false;
    this.#received += data.length;
    if (this.#received - this.#consumed > LINK_LIMITS.windowBytes + LINK_LIMITS.agentFrameBytes) return false;
    this.#queue.push(frame);
    if (!this.#delivering) this.#deliver();
    return true;
  }

  ended(outcome: RunOutcome): void {
    if (this.#ended !== null) return;
    this.#ended = outcome;
    if (this.#queue.length === 0 && !this.#delivering) this.#settle();
    else if (this.#options.signal.aborted) this.#endSoon();
  }

  lose(reason: Words): void {
    this.#finish(() => this.#settled.resolve({ kind: 'lost', reason }));
  }

  /** Empties the queue as fast as the sink takes; the window bounds what waits there. */
  #deliver(): void {
    for (let frame = this.#queue.shift(); frame !== undefined; frame = this.#queue.shift()) {
      const { stream, data } = frame;
      const bytes = data.length;
      const chunk = Buffer.from(data.buffer, data.byteOffset, bytes);
      let taken: void | Promise<void>;
      try {
        taken = this.#options.output[stream](chunk);
      } catch (error) {
        return void this.#fail(error);
      }
      if (taken !== undefined) {
        this.#delivering = true;
        taken.then(
          () => {
            this.#delivering = false;
            this.#took(bytes);
            this.#deliver();
          },
          (error: unknown) => this.#fail(error),
        );
        return;
      }
      this.#took(bytes);
    }
    if (this.#ended !== null) this.#settle();
  }

  #took(bytes: number): void {
    this.#consumed += bytes;
    if (this.#consumed - this.#acked < ACK_BYTES || this.#ended !== null) return;
    this.#acked = this.#consumed;
    this.#link?.send({ type: 'ack', id: this.id, position: this.#consumed });
  }

  /** A sink that is stuck must not hold up a kill. */
  #endSoon(): void {
    setTimeout(() => this.#settle(), LAST_DROPS_MS);
  }

  #settle(): void {
    this.#finish(() => this.#settled.resolve(this.#ended!));
  }

  #fail(error: unknown): void {
    this.#link?.send({ type: 'cancel', id: this.id });
    this.#finish(() => this.#settled.reject(error));
  }

  #finish(settle: () => void): void {
    this.#over = true;
    this.#feeding?.stop();
    clearTimeout(this.#killTimer);
    settle();
  }
}

/** How an agent says that a command ended, or that it did not run. */
type EndedFrame = Extract<AgentFrame, { type: 'ended' }>;

/** How a command ended, as its agent reported it. */
function agentOutcome(said: EndedFrame['outcome']): RunOutcome {
  if (said.kind !== 'lost') return said;
  return { kind: 'lost', reason: { fr: said.reason, en: said.english } };
}

/** A refusal that an agent sent. Only codes that an agent may use are accepted as such. */
function agentRefusal(
  code: Refusal['code'],
  details: Record<string, string>,
  english: Record<string, string>,
): Refusal {
  const fitting = [
    'cwd_not_found',
    'container_unavailable',
    'machine_unreachable',
    'machine_shell_stuck',
    'agent_refused',
  ];
  const worded = Object.entries(details).map(([name, fr]) => [name, { fr, en: english[name] ?? fr }]);
  if (fitting.includes(code)) return new Refusal(code, Object.fromEntries(worded));
  return new Refusal('machine_unreachable', { reason: code });
}
