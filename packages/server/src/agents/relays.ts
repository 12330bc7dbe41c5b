/**
 * How a command reaches an agent that is linked to another instance, and how the others reach the agents linked here.
 */
import { randomUUID } from 'node:crypto';
import { AgentFrame, decodeOutput, parseFrame } from '@synapse/contract';
import * as z from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { Sealer } from '../vault/sealer.ts';
import type { AgentLink, CommandLink, LinkListener } from './agent-link.ts';
import { createRelayChannel, HANG_UP, type RelayChannel } from './relay-channel.ts';
import type { Progress } from './remote-command.ts';
import type { SharedConnection } from './shared-connection.ts';

/** A route for one command to an agent that is linked elsewhere. */
export interface Route {
  readonly link: CommandLink;
  /** The instance that holds the agent's link. */
  readonly holder: string;
  readonly boot: string;
  /** Whether the agent was sent the command before. */
  readonly known: boolean;
}

/** News of a link. For the same start of an agent, the higher attempt is the newer one. */
export type Linked = z.infer<typeof Linked>;

export interface Relays {
  /** Null when no other instance holds the agent's link. */
  open(machineId: string, progress: Progress): Promise<Route | null>;
  /** Whether another instance holds it. Null when the others cannot be asked. */
  held(machineId: string): Promise<boolean | null>;
  /** Whether the agent answered the instance that holds its link. */
  ping(machineId: string): Promise<boolean>;
  /** This instance holds the link from now on, and announces it. The returned function ends that. */
  hold(link: AgentLink, shared: SharedConnection, news: Omit<Linked, 'holder'>): () => void;
  /** Called when another instance has received an agent's link. */
  onLinked(handler: (news: Linked) => void): void;
}

export interface RelayServices {
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly instanceId: string;
  /** How often both ends of a line show that they are there. */
  readonly beatMs: number;
  /** Null: switched off. */
  readonly traces: Pick<Traces, 'traceparentOf' | 'part'> | null;
}

const LINKED = 'agents.linked';
const linkTopic = (machineId: string): string => `agents.link.${machineId}`;
/** An instance that is there answers in a moment. */
const ANSWER_MS = 2_000;
const PING_MS = 10_000;

const Name = z.string().max(100);
const Linked = z.object({ machineId: Name, holder: Name, boot: Name, attempt: z.int() });
const Question = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('held') }),
  z.object({ ask: z.literal('ping') }),
  z.object({ ask: z.literal('open'), sealed: z.string() }),
]);
const Yes = z.object({ yes: z.boolean() });
const Sealed = z.object({ sealed: z.string() });
const Open = z.object({
  relay: Name,
  id: Name,
  received: z.int().min(0),
  consumed: z.int().min(0),
  traceparent: Name.optional(),
});
const Opened = z.object({ relay: Name, holder: Name, boot: Name, nonce: Name, known: z.boolean() });

export function createRelays(services: RelayServices): Relays {
  const { bus, sealer, instanceId, beatMs, traces } = services;
  const sealJson = (value: unknown, context: string[]): string =>
    sealer.seal(Buffer.from(JSON.stringify(value)), context).toString('base64');
  /** Throws for a message that did not come from one of our instances. */
  const openJson = <S extends z.ZodType>(schema: S, sealed: string, context: string[]): z.output<S> =>
    schema.parse(JSON.parse(sealer.open(Buffer.from(sealed, 'base64'), context).toString()));
  const sealContext = (machineId: string): string[] => ['agent relay open', machineId];
  const answering = (machineId: string): string[] => ['agent relay opened', machineId];

  const yes = async (machineId: string, ask: 'held' | 'ping', withinMs: number): Promise<boolean> =>
    Yes.safeParse(await bus.request(linkTopic(machineId), { ask }, withinMs)).data?.yes ?? false;

  const share = (
    shared: SharedConnection,
    { machineId, boot }: Omit<Linked, 'holder'>,
    sealed: string,
  ): z.infer<typeof Sealed> => {
    const { relay, traceparent, ...progress } = openJson(Open, sealed, sealContext(machineId));
    const passed = traces?.part('line', progress.id, traceparent);
    const { nonce, known } = shared.openLine(progress, (nonce, { frame, end }) => {
      const channel = createRelayChannel({
        bus,
        sealer,
        id: relay,
        side: 'holder',
        beatMs,
        onFrame: frame,
        onEnd: end,
      });
      channel.start(nonce);
      return passed === undefined ? channel : { ...channel, end: () => [channel.end(), passed()] };
    });
    return {
      sealed: sealJson({ relay, holder: instanceId, boot, nonce, known }, answering(machineId)),
    };
  };

  return {
    held: async (machineId) => (bus.connected() ? yes(machineId, 'held', ANSWER_MS) : null),
    ping: (machineId) => yes(machineId, 'ping', PING_MS),

    open: async (machineId, progress) => {
      const relay = randomUUID();
      const line = createRelayLink(progress.id, (onFrame, onEnd) =>
        createRelayChannel({ bus, sealer, id: relay, side: 'asker', beatMs, onFrame, onEnd }),
      );
      try {
        const sealed = sealJson(
          { relay, ...progress, traceparent: traces?.traceparentOf(progress.id) },
          sealContext(machineId),
        );
        const answer = Sealed.safeParse(await bus.request(linkTopic(machineId), { ask: 'open', sealed }, ANSWER_MS));
        if (!answer.success) throw new Error('no instance holds the link');
        const opened = openJson(Opened, answer.data.sealed, answering(machineId));
        if (opened.relay !== relay) throw new Error('the answer is for another relay');
        line.channel.start(opened.nonce);
        return { link: line.link, ...opened };
      } catch {
        line.channel.end();
        return null;
      }
    },

    hold: (link, shared, news) => {
      const leave = bus.respond(linkTopic(news.machineId), async (message) => {
        const question = Question.parse(message);
        if (question.ask === 'open') return share(shared, news, question.sealed);
        if (question.ask === 'held') return { yes: true };
        return { yes: await link.ping(AbortSignal.timeout(PING_MS)) };
      });
      bus.publish(LINKED, { ...news, holder: instanceId });
      return () => {
        leave();
        shared.close();
      };
    },

    onLinked: (handler) =>
      void bus.subscribe(LINKED, (message) => {
        const news = Linked.parse(message);
        if (news.holder !== instanceId) handler(news);
      }),
  };
}

/** The asker's end of a line, used as a link. Frames wait until there is a listener; the agent's window bounds them. */
function createRelayLink(
  id: string,
  open: (onFrame: (frame: string | Buffer) => void, onEnd: () => void) => RelayChannel,
): { link: CommandLink; channel: RelayChannel } {
  let listener: LinkListener | null = null;
  let early: (() => void)[] = [];
  const tell = (word: () => void): void => void (listener === null ? early.push(word) : word());

  const take = (message: string | Buffer): void => {
    listener?.onSign();
    const frame = typeof message === 'string' ? parseFrame(AgentFrame, message) : decodeOutput(message);
    // The holder has already checked what it passes on, for this command alone.
    if (frame === null || !('id' in frame) || frame.id !== id) {
      link.release();
      listener?.onClose();
    } else if ('type' in frame) listener?.onFrame(frame);
    else listener?.onOutput(frame);
  };
  const channel = open(
    (message) => tell(() => take(message)),
    () => tell(() => listener?.onClose()),
  );
  const link: CommandLink = {
    send: (frame) => channel.send(JSON.stringify(frame)),
    close: () => channel.send(HANG_UP),
    release: () => channel.end(),
    listen: (to) => {
      listener = to;
      const waiting = early;
      early = [];
      for (const word of waiting) word();
    },
  };
  return { link, channel };
}
