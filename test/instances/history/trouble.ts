/** Three real instances on one PostgreSQL and one NATS, clients that send them commands, and what befalls them. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type AgentProcess, startAgent } from '../../agents/agent-process.ts';
import { freePort } from '../../engines/engines.ts';
import { startHaproxy } from '../../engines/haproxy.ts';
import { type NatsServer, startNats } from '../../engines/nats.ts';
import type { Account, Instance } from '../../instance.ts';
import { balancerPlace, type Place, send, verdictOf } from './ask.ts';
import { type Asked, checkHistory, type Logged, type Told } from './check-history.ts';
import { type Member, startMember } from './member.ts';

export interface TroubleOptions {
  readonly natsRoot: string;
  readonly databaseUrl: string;
  readonly users: number;
  /** One instance for each: how wrong its computer's clock is. */
  readonly skewsMs: readonly number[];
  /** Commands run on these, too. */
  readonly agents?: number;
  /** Calls also go through a balancer, and agents always do. */
  readonly haproxyRoot?: string | undefined;
  /** The version that all begin with. */
  readonly before?: string | undefined;
  readonly settings?: Record<string, string>;
}

export interface Trouble {
  readonly members: readonly Member[];
  readonly nats: NatsServer;
  /** Clients send commands until the returned function is called, which resolves when the last is answered. */
  load(clients: number): () => Promise<void>;
  /** Waits until so many commands have begun. */
  begun(count: number): Promise<void>;
  /** Waits until nothing runs any more, and decides. Every broken promise, in words. */
  decide(): Promise<{ problems: string[]; asked: Asked[]; log: Logged[] }>;
  stop(): Promise<void>;
}

export const LEASE_SECONDS = 3;
const AT_ONCE = 2;
const PER_MINUTE = 30;
const SETTLE_MS = 60_000;
const TRIES = 12;

const hasEnded = ({ child }: Instance): boolean => child.exitCode !== null || child.signalCode !== null;

export async function startTrouble(options: TroubleOptions): Promise<Trouble> {
  const nats = await startNats(options.natsRoot);
  const scratch = mkdtempSync(join(tmpdir(), 'synapse-trouble-'));
  const witness = join(scratch, 'witness');
  const shared = {
    SYNAPSE_DATABASE_URL: options.databaseUrl,
    SYNAPSE_NATS_URL: nats.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    SYNAPSE_INSTANCE_DEAD_SECONDS: String(LEASE_SECONDS),
    SYNAPSE_LIMITS: `user=${AT_ONCE},minute=${PER_MINUTE}`,
    ...options.settings,
  };
  const members: Member[] = await Promise.all(
    options.skewsMs.map(async (skew, index) => {
      const port = { SYNAPSE_PORT: String(await freePort()) };
      return startMember(String.fromCharCode(97 + index), { ...shared, ...port }, skew, options.before);
    }),
  );
  const balancer =
    options.haproxyRoot === undefined
      ? null
      : await startHaproxy(
          options.haproxyRoot,
          members.map(({ instance }) => instance.url),
        );
  const places: Place[] = [
    ...members.map((member): Place => ({ name: member.name, client: () => member.instance })),
    ...(balancer === null ? [] : [balancerPlace(balancer.url)]),
  ];
  const accounts: Account[] = [];
  for (let index = 0; index < options.users; index += members.length) {
    const some = members.slice(0, options.users - index);
    accounts.push(...(await Promise.all(some.map(({ instance }) => instance.newUser()))));
  }
  const machines = new Map(accounts.map(({ id }) => [id, ['local']]));
  const agents: AgentProcess[] = [];
  for (let index = 0; index < (options.agents ?? 0); index++) {
    const { id, session } = accounts[index % accounts.length]!;
    const { instance } = members[index % members.length]!;
    const slug = `far-${index}`;
    const made = await instance.created<{ enrollment: { code: string } }>('/synapse/machines', session, {
      slug,
      kind: 'agent',
    });
    const agent = startAgent({ url: balancer?.url ?? instance.url, code: made.enrollment.code });
    agents.push(agent);
    await agent.says('connected to');
    machines.get(id)!.push(slug);
  }

  const asked: Asked[] = [];
  const lines = () => (existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : []);
  const ask = async (account: Account): Promise<void> => {
    const id = `k${randomBytes(8).toString('hex')}`;
    const note = (what: string) => `echo ${what} ${id} ${account.id} >> ${witness}`;
    const command = `${note('begin')}; sleep ${randomInt(20) / 4}; ${note('end')}; exit ${randomInt(3)}`;
    const own = machines.get(account.id)!;
    const body = { machine: own[randomInt(own.length)], command, cwd: '/', timeout_seconds: 20 };
    const answers: Told[] = [];
    asked.push({ key: id, user: account.id, answers });
    let at: Place | null = null;
    // A client that retries: until somebody answers about the execution itself.
    for (let tries = 0; tries < TRIES; tries++) {
      const others = places.filter((place) => place !== at);
      at = others[randomInt(others.length)]!;
      const told = await send(at, account, id, body);
      answers.push(told);
      if (told.executionId !== null) return;
      await sleep(300);
    }
  };

  const readLog = async (): Promise<Logged[]> => {
    const columns = 'execution_id, status, exit_code, reconciles, command_template, user_id, created_at::float8';
    // A connection of its own each time: what befalls the database cuts those that are open.
    const client = new pg.Client({ connectionString: options.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`select ${columns} from audit_entries`);
    await client.end();
    return rows as Logged[];
  };

  return {
    members,
    nats,
    load: (clients) => {
      let going = true;
      const loops = Array.from({ length: clients }, async (_, index) => {
        while (going) await ask(accounts[index % accounts.length]!);
      });
      return async () => {
        going = false;
        await Promise.all(loops);
      };
    },
    begun: async (count) => {
      while (lines().length < count) await sleep(20);
    },
    decide: async () => {
      const deadline = Date.now() + SETTLE_MS;
      let log = await readLog();
      for (; log.some(({ status }) => status === 'running') && Date.now() < deadline; log = await readLog()) {
        await sleep(200);
      }
      // What became known late is written with a little back-off.
      await sleep(1_500);
      log = await readLog();
      const gone = members.filter(({ instance }) => hasEnded(instance));
      const verdicts = await Promise.all(
        members
          .filter((member) => !gone.includes(member))
          .flatMap(({ instance }) => accounts.map((account) => verdictOf(instance, account))),
      );
      const witnessed = lines().map((line) => {
        const [what, key, user] = line.split(' ') as ['begin' | 'end', string, string];
        return { what, key, user };
      });
      const limits = { atOnce: AT_ONCE, perMinute: PER_MINUTE };
      const ended = gone.map(({ name, instance }) => `${name} ended by itself: ${instance.stderr().slice(-2_000)}`);
      return { problems: [...ended, ...checkHistory({ asked, log, witnessed, verdicts, ...limits })], asked, log };
    },
    stop: async () => {
      await Promise.all(agents.map((agent) => agent.stop()));
      for (const { instance } of members) instance.child.kill('SIGCONT');
      await Promise.all(members.map(({ instance }) => instance.remove()));
      await Promise.all(members.map(({ proxy }) => proxy.stop()));
      await balancer?.stop();
      await nats.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
