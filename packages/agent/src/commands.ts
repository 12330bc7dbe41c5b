/** The commands of this agent: each runs at most once, to its end or its deadline, whatever happens to the link. */
import { type AgentFrame, because, inLanguage, LINK_LIMITS, Refusal, type ServiceFrame } from '@synapse/contract';
import { type Executor, type RunOutcome, SecretValue } from '@synapse/runner';
import type { WebSocket } from 'ws';
import { HeldCommand } from './held-command.ts';
import type { Home } from './home.ts';
import type { Limits } from './limits.ts';
import { createOutbox } from './outbox.ts';
import { createConfinedExecutors } from './read-only/confined-executor.ts';
import { LANGUAGE } from './words.ts';

type EndedFrame = Extract<AgentFrame, { type: 'ended' }>;
type RefusedFrame = Extract<AgentFrame, { type: 'refused' }>;
export type RunFrame = Extract<ServiceFrame, { type: 'run' }>;
type InputFrame = Extract<ServiceFrame, { type: 'input' }>;
type WelcomeFrame = Extract<ServiceFrame, { type: 'welcome' }>;

export interface Commands {
  ids(): string[];
  /** The service has said what it still waits for, and what other instances may wait for. All else is killed. */
  welcome(socket: WebSocket, frame: WelcomeFrame): void;
  unlink(): void;
  take(frame: ServiceFrame): void;
  /** Kills everything. Resolves when all is dead and the link, if there is one, has been told. */
  stop(): Promise<void>;
}

export interface CommandServices {
  readonly executor: Executor;
  readonly limits: Limits;
  readonly home: Pick<Home, 'log' | 'paused'>;
}

/** Ids that have run once and must not run again, even after their commands were forgotten. */
const REMEMBERED = 10_000;
/** The service stops a command at its deadline. Without the service, the agent does so a little later. */
const GRACE_MS = 3_000;

export function createCommands({ executor, limits, home }: CommandServices): Commands {
  const held = new Map<string, HeldCommand>();
  const seen = new Set<string>();
  const running = new Set<Promise<void>>();
  const outbox = createOutbox(held);
  const confined = createConfinedExecutors(executor);
  let stopping = false;

  const drop = (id: string): void => {
    held.get(id)?.drop();
    held.delete(id);
  };

  const run = (frame: RunFrame): void => {
    if (seen.has(frame.id)) return;
    seen.add(frame.id);
    if (seen.size > REMEMBERED) for (const oldest of seen) if (seen.delete(oldest)) break;
    const command = new HeldCommand(frame.id, () => outbox.wake(), frame.input);
    const full = held.size >= LINK_LIMITS.commands;
    held.set(frame.id, command);
    const ending = execute(command, frame, full);
    running.add(ending);
    ending.finally(() => running.delete(ending));
  };

  const execute = async (command: HeldCommand, frame: RunFrame, full: boolean): Promise<void> => {
    const { id, script, cwd, container, timeout_ms } = frame;
    const begun = performance.now();
    const deadline = timeout_ms === null ? undefined : setTimeout(() => command.abort.abort(), timeout_ms + GRACE_MS);
    let said: { readonly kind: RunOutcome['kind'] | 'refused'; readonly reason?: string };
    try {
      if (stopping) throw new Refusal('agent_refused', { reason: because('agent_stopped') });
      if (full) throw new Refusal('agent_refused', { reason: because('agent_busy') });
      if (home.paused()) throw new Refusal('agent_refused', { reason: because('agent_paused') });
      const { onlyReads, ...permitted } = await limits.check({ script, cwd, container });
      if (onlyReads && command.input !== null) {
        throw new Refusal('agent_refused', { reason: because('agent_read_only') });
      }
      const values = onlyReads ? [] : Object.entries(frame.secrets);
      const secrets = new Map(values.map(([name, value]) => [name, new SecretValue(value)]));
      const runner = onlyReads ? await confined.of(container, command.abort.signal, frame.shell_ms) : executor;
      const ended = await runner.run(
        { ...permitted, secrets, container, tag: id, shell: onlyReads ? 'sh' : frame.shell },
        {
          output: {
            stdout: (chunk) => command.write('stdout', chunk),
            stderr: (chunk) => command.write('stderr', chunk),
          },
          signal: command.abort.signal,
          // The service has written its audit entry before it sent the order.
          mayStart: () => Promise.resolve(),
          ...(frame.shell_ms === undefined ? {} : { shellMs: frame.shell_ms }),
          ...(command.input === null ? {} : { input: command.input }),
          onStarted: () => command.started(),
        },
      );
      // This end was not requested, so for the service the command was lost.
      const outcome: RunOutcome =
        stopping && ended.kind === 'killed' ? { kind: 'lost', reason: because('agent_stopped') } : ended;
      said = outcome.kind === 'lost' ? { kind: 'lost', reason: inLanguage(outcome.reason, LANGUAGE) } : outcome;
      command.end({ type: 'ended', id, outcome: toFrame(outcome) });
    } catch (error) {
      const refusal = asRefusal(error);
      said = { kind: 'refused', reason: refusal.in(LANGUAGE) };
      command.end({ type: 'refused', id, code: refusal.code, ...detailsOf(refusal) });
    } finally {
      clearTimeout(deadline);
    }
    const ms = Math.round(performance.now() - begun);
    home.log({ event: 'command', id, cwd, container, script, ...said, ms });
  };

  const feed = ({ id, data }: InputFrame): void => {
    const input = held.get(id)?.input;
    if (data === null) input?.fail();
    else if (input?.push(Buffer.from(data, 'base64')) === false) input.fail();
  };

  return {
    ids: () => [...held.keys()],
    welcome: (socket, { resume, keep }) => {
      const wanted = new Map(resume.map((entry) => [entry.id, entry]));
      for (const [id, command] of held) {
        const progress = wanted.get(id);
        if (progress === undefined && keep.includes(id)) command.park();
        else if (progress === undefined) drop(id);
        else command.rewind(progress);
      }
      outbox.bind(socket);
    },
    unlink: () => {
      outbox.bind(null);
      // What was on its way is lost. A command that has read all of its input does not notice.
      for (const command of held.values()) command.input?.fail();
    },
    take: (frame) => {
      if (frame.type === 'run') run(frame);
      else if (frame.type === 'ack') held.get(frame.id)?.ack(frame.position);
      else if (frame.type === 'resume') held.get(frame.id)?.resume(frame);
      else if (frame.type === 'input') feed(frame);
      else if (frame.type === 'cancel') held.get(frame.id)?.abort.abort();
      else if (frame.type === 'forget') drop(frame.id);
    },
    stop: async () => {
      stopping = true;
      for (const command of held.values()) command.abort.abort();
      await Promise.allSettled(running);
      await executor.close();
    },
  };
}

function toFrame(outcome: RunOutcome): EndedFrame['outcome'] {
  if (outcome.kind !== 'lost') return outcome;
  const { reason } = outcome;
  return { kind: 'lost', reason: inLanguage(reason, 'fr'), english: inLanguage(reason, 'en') };
}

function detailsOf({ details }: Refusal): Pick<RefusedFrame, 'details' | 'english'> {
  const given = Object.entries(details);
  return {
    details: Object.fromEntries(
      given.map(([name, words]) => [name, typeof words === 'object' ? words.fr : String(words)]),
    ),
    english: Object.fromEntries(
      given.flatMap(([name, words]) => (typeof words === 'object' ? [[name, words.en]] : [])),
    ),
  };
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal('machine_unreachable', {
    reason: because('start_failed', { detail: error instanceof Error ? error.message : String(error) }),
  });
}
