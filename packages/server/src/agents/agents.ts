/** Machines that connect to us: how they enrol, which are here, and how a command reaches one. */
import { randomBytes } from 'node:crypto';
import {
  AGENT_PROTOCOL,
  type AgentFrame,
  type Enrollment,
  LIMITS,
  LINK_CLOSED,
  LINK_LIMITS,
  type PresenceState,
  Refusal,
} from '@synapse/contract';
import type { Executor } from '@synapse/runner';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Bus } from '../bus/bus.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { Sealer } from '../vault/sealer.ts';
import { type AgentLink, createAgentLink } from './agent-link.ts';
import { presenceTimes } from './agent-presence.ts';
import { AgentSession } from './agent-session.ts';
import {
  type AgentRow,
  countEnrolled,
  findAgent,
  findAgents,
  type KnownAgent,
  markAllSeen,
  putCode,
} from './agent-store.ts';
import { CODE_MS, enrollCommand, hashCode, newCode } from './enrollment-code.ts';
import { createHandshake, type Verdict } from './handshake.ts';
import { createRelays, type RelayServices } from './relays.ts';
import type { Others } from './session-parts.ts';
import { createSharedConnection } from './shared-connection.ts';
import { createUnauthenticatedLinks } from './unauthenticated-links.ts';

export interface AgentView {
  readonly row: AgentRow;
  readonly connected: boolean;
  readonly presence: PresenceState;
}

export interface NewEnrollment {
  readonly shown: Enrollment;
  /** From now on the code is valid, and a key that was pinned before is forgotten. */
  store(tx: Queries, machineId: string): Promise<void>;
}

export interface Agents {
  /** A link was opened whose other end is not authenticated yet. */
  accept(socket: WebSocket, ip: string): void;
  executor(machineId: string): Executor;
  /** A new one-time code. It is not valid before it is stored. */
  newEnrollment(): NewEnrollment;
  describe(machineIds: readonly string[]): Promise<Map<string, AgentView>>;
  /** How many are linked to this instance. */
  linked(): number;
  /** How many there are, of all users. */
  enrolled(): Promise<number>;
  /** The machine was removed, or will be enrolled again. Its link ends at once, on every instance. */
  revoke(machineId: string): void;
  close(): Promise<void>;
}

export interface AgentServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly events: Events;
  readonly log: Logger;
  readonly heartbeatMs: number;
  readonly instanceId: string;
  /** An instance that gave no sign of life for this long is dead. */
  readonly deadAfterMs: number;
  /** Encrypts what goes from one instance to another. */
  readonly sealer: Sealer;
  /** Counts the output that this instance passes on to others. */
  readonly passed: (bytes: number) => void;
  /** Null: switched off. */
  readonly traces: RelayServices['traces'];
  /** The address where agents find this service. */
  readonly url: () => string;
  /** Checksum of the program that is offered for download. */
  readonly sha256: () => string | null;
}

const HANDSHAKE_MS = 10_000;
const REVOKED = 'agents.revoked';
/** Both ends of a line between instances show that they are there this often, or with every heartbeat. */
const LINE_BEAT_MS = 2_000;

export function createAgents(services: AgentServices): Agents {
  const { database, clock, bus, events, log, heartbeatMs, instanceId, sealer } = services;
  const handshake = createHandshake(database, clock);
  const times = presenceTimes(heartbeatMs);
  const sessions = new Map<string, AgentSession>();
  const unauthenticated = createUnauthenticatedLinks<AgentLink>(LIMITS.unprovenLinks, (link) =>
    link.close(1013, 'try again later'),
  );
  let closing = false;
  const beatMs = Math.min(heartbeatMs, LINE_BEAT_MS);
  const relays = bus.shared ? createRelays({ bus, sealer, instanceId, beatMs, traces: services.traces }) : null;
  relays?.onLinked((news) => sessions.get(news.machineId)?.linkedTo(news));

  const silence = (lastSeenAt: number | null) => (lastSeenAt === null ? null : Math.max(0, clock() - lastSeenAt));
  const othersOf = (machineId: string): Others | null =>
    relays && {
      open: (progress) => relays.open(machineId, progress),
      ping: () => relays.ping(machineId),
      silenceMs: async () => silence((await findAgent(database.queries, machineId))?.last_seen_at ?? null),
      share: (link, { boot, attempt }, commands) => {
        const { deadAfterMs: claimMs, passed } = services;
        const shared = createSharedConnection({ link, commands, claimMs, heard: bus.connected, passed });
        return { shared, end: relays.hold(link, shared, { machineId, boot, attempt }) };
      },
    };

  const sessionOf = (agent: KnownAgent): AgentSession => {
    const known = sessions.get(agent.machine_id);
    if (known !== undefined) return known;
    const { workspace_id, slug, last_seen_at } = agent;
    const session = new AgentSession({
      slug,
      times,
      silenceMs: silence(last_seen_at),
      others: othersOf(agent.machine_id),
      onChange: (connected) => {
        log.info({ machine: slug, connected }, 'agent link');
        events.publish(workspace_id, { type: 'machine', machine: slug, connected });
        if (!closing) void seen([agent.machine_id]);
      },
    });
    sessions.set(agent.machine_id, session);
    return session;
  };

  /** Written for other instances, and for the time after a restart. When a machine is gone, its link is closed. */
  const seen = async (machineIds: string[]): Promise<void> => {
    if (machineIds.length === 0) return;
    try {
      const there = await database.transaction((tx) => markAllSeen(tx, machineIds, clock()), { durable: false });
      machineIds.filter((id) => !there.includes(id)).forEach(dismiss);
    } catch (error) {
      log.error({ err: error }, 'failed to update last seen time of agents');
    }
  };
  const seeLinked = () => seen([...sessions].filter(([, session]) => session.linked).map(([id]) => id));
  const beat = setInterval(() => void seeLinked(), heartbeatMs).unref();

  const dismiss = (machineId: string): void => {
    sessions.get(machineId)?.dismiss(LINK_CLOSED.revoked, 'revoked');
    sessions.delete(machineId);
  };
  bus.subscribe(REVOKED, (machineId) => dismiss(machineId as string));

  const refuse = (link: AgentLink, verdict: Extract<Verdict, { refused: string }>, ip: string): void => {
    const { refused, machine } = verdict;
    log.warn({ reason: refused, machine: machine?.slug ?? null, ip }, 'agent refused');
    if (machine !== null) {
      events.publish(machine.workspace_id, { type: 'machine', machine: machine.slug, connected: isLinked(machine) });
    }
    link.close(LINK_CLOSED.refused, refused);
  };
  const isLinked = ({ machine_id }: Pick<AgentRow, 'machine_id'>) => sessions.get(machine_id)?.linked ?? false;

  const meet = async (link: AgentLink, said: AgentFrame, nonce: string, ip: string): Promise<void> => {
    if (said.type !== 'enrol' && said.type !== 'prove') return link.close(LINK_CLOSED.malformed, 'out of order');
    if (said.protocol !== AGENT_PROTOCOL) return link.close(LINK_CLOSED.protocol, `protocol ${AGENT_PROTOCOL} wanted`);
    if (said.type === 'enrol') {
      const verdict = await handshake.enrol(said, nonce, ip);
      if ('refused' in verdict) return refuse(link, verdict, ip);
      const { machine_id, slug } = verdict.agent;
      log.info({ machine: slug, ip, hostname: said.hostname }, 'agent enrolled');
      link.send({ type: 'enrolled', machine_id, slug });
      return link.close(1000, 'enrolled');
    }
    const verdict = await handshake.prove(said, nonce, ip);
    if ('refused' in verdict) return refuse(link, verdict, ip);
    sessionOf(verdict.agent).attach(link, said);
  };

  const find = async (machineId: string): Promise<AgentSession> => {
    const known = sessions.get(machineId);
    if (known !== undefined) return known;
    const [agent] = await findAgents(database.queries, [machineId]);
    if (agent === undefined || agent.public_key === null) throw new Refusal('machine_offline');
    return sessionOf(agent);
  };

  return {
    accept: (socket, ip) => {
      const link = createAgentLink(socket, heartbeatMs, (error) =>
        log.error({ err: error, ip }, 'failed to handle agent frame'),
      );
      const nonce = randomBytes(32).toString('base64');
      const tooLate = setTimeout(() => link.close(LINK_CLOSED.malformed, 'no proof in time'), HANDSHAKE_MS);
      const known = () => {
        clearTimeout(tooLate);
        unauthenticated.remove(link);
      };
      let met = false;
      link.listen({
        onFrame: (frame) => {
          if (met) return link.close(LINK_CLOSED.malformed, 'out of order');
          met = true;
          meet(link, frame, nonce, ip)
            .catch((error: unknown) => {
              log.error({ err: error }, 'agent handshake failed');
              link.close(1011, 'internal error');
            })
            .finally(known);
        },
        onOutput: () => link.close(LINK_CLOSED.malformed, 'out of order'),
        onSign: () => {},
        onClose: known,
      });
      unauthenticated.add(link, ip);
      link.send({ type: 'hello', protocol: AGENT_PROTOCOL, nonce, heartbeat_ms: heartbeatMs });
    },

    executor: (machineId) => ({
      run: async (command, options) => (await find(machineId)).run(command, options),
      probe: async (signal, shellMs) => (await find(machineId)).probe(signal, shellMs),
      close: async () => {},
    }),

    newEnrollment: () => {
      const code = newCode();
      const expiresAt = clock() + CODE_MS;
      const sha256 = services.sha256();
      const command = enrollCommand(services.url(), code, sha256);
      return {
        shown: { code, expires_at: isoTime(expiresAt), command, sha256 },
        store: (tx, machineId) => putCode(tx, machineId, hashCode(code), expiresAt),
      };
    },

    describe: async (machineIds) => {
      const rows = await findAgents(database.queries, machineIds);
      const views = rows.map(async (row): Promise<[string, AgentView]> => {
        const { signs, linked } = sessionOf(row);
        const silenceMs = silence(row.last_seen_at);
        if (database.shared && !linked && silenceMs !== null) {
          // A holder reports its agent more often than this, so after a longer silence the link is gone.
          const long = silenceMs > times.offlineMs;
          signs.seenElsewhere(silenceMs, long ? false : ((await relays?.held(row.machine_id)) ?? null));
        }
        return [row.machine_id, { row, connected: signs.connected, presence: signs.presence }];
      });
      return new Map(await Promise.all(views));
    },

    enrolled: () => countEnrolled(database.queries),
    linked: () => [...sessions.values()].filter(({ linked }) => linked).length,

    revoke: (machineId) => {
      dismiss(machineId);
      bus.publish(REVOKED, machineId);
    },

    close: async () => {
      clearInterval(beat);
      closing = true;
      await seeLinked();
      for (const link of unauthenticated.all()) link.close(1012, 'the service is stopping');
      for (const session of sessions.values()) session.close(1012, 'the service is stopping');
    },
  };
}

/** Settings of the WebSocket server for agents. With compression every connection would cost a quarter megabyte. */
export const LINK_SOCKET_OPTIONS = {
  noServer: true,
  perMessageDeflate: false,
  clientTracking: false,
  // The link answers pings itself, so that a peer who reads nothing gets no more answers.
  autoPong: false,
  maxPayload: LINK_LIMITS.agentFrameBytes,
} as const;
