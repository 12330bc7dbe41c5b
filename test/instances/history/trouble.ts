/** Three real instances on one PostgreSQL and one NATS, clients that send them commands, and what befalls them. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type AgentProcess, startAgent } from '../../agents/agent-process.ts';
import { freePort } from '../../engines/engines.ts';
import { startHaproxy } from '../../engines/haproxy.ts';
import { type NatsServer, startNats } from '../../engines/nats.ts';
import type { Account, Instance } from '../../instance.ts';
import { balancerPlace, type Place, send, verdictOf } from './ask.ts';
import {
  type Asked,
  checkHistory,
  type Fault,
  faultAt,
  type History,
  interruptedAt,
  JOB_MARK,
  type Logged,
  leaseEnd,
  type Stall,
  stalled,
  type Told,
  type Wait,
} from './check-history.ts';
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
  readonly leaseSeconds?: number;
  /** A client sends no more than one command in this time. */
  readonly paceMs?: number;
  readonly settings?: Record<string, string>;
}

/** What one fault did to others. */
export interface Effect {
  readonly fault: string;
  readonly interrupted: number;
  /** How long an entry was open after the last lease had ended. */
  readonly openMs: number;
  /** How long somebody waited at an instance that was well. */
  readonly waitMs: number;
  readonly waits: number;
}

export interface Trouble {
  readonly members: readonly Member[];
  readonly nats: NatsServer;
  /** Clients send commands until the returned function is called, which resolves when the last is answered. */
  load(clients: number): () => Promise<void>;
  /** Waits until so many commands have begun. */
  begun(count: number): Promise<void>;
  /** Something befalls these members; what is told and logged meanwhile is judged by it. */
  during(
    fault: Omit<Fault, 'from' | 'to' | 'members'>,
    members: readonly Member[],
    work: () => Promise<unknown>,
  ): Promise<void>;
  /** A promise that was seen broken. */
  broken(problem: string): void;
  readonly accounts: readonly Account[];
  /** Waits until the entries of all commands that were told as ended are closed; so many milliseconds. */
  settled(): Promise<number>;
  /** Waits until nothing runs any more, and decides. Every broken promise, in words. */
  decide(): Promise<{ problems: string[]; asked: Asked[]; log: Logged[]; effects: Effect[] }>;
  stop(): Promise<void>;
}

export const LEASE_SECONDS = 3;
const AT_ONCE = 2;
const PER_MINUTE = 30;
const SETTLE_MS = 60_000;
const TRIES = 12;
/** How often the checker looks whether it is still running. */
const LOOK_MS = 50;
/** One command in so many is a job. */
const JOBS = 8;

const hasEnded = ({ child }: Instance): boolean => child.exitCode !== null || child.signalCode !== null;

export async function startTrouble(options: TroubleOptions): Promise<Trouble> {
  const leaseMs = (options.leaseSeconds ?? LEASE_SECONDS) * 1000;
  const nats = await startNats(options.natsRoot);
  const scratch = mkdtempSync(join(tmpdir(), 'synapse-trouble-'));
  const witness = join(scratch, 'witness');
  const shared = {
    SYNAPSE_DATABASE_URL: options.databaseUrl,
    SYNAPSE_NATS_URL: nats.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    SYNAPSE_INSTANCE_DEAD_SECONDS: String(leaseMs / 1000),
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
    accounts.push(...(await Promise.all(some.map(({ instance }) => newUserOn(instance)))));
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

  const stalls: Stall[] = [];
  let looked = Date.now();
  const looking = setInterval(() => {
    const late = Date.now() - looked - LOOK_MS;
    if (late > LOOK_MS) stalls.push({ from: looked + LOOK_MS, ms: late });
    looked = Date.now();
  }, LOOK_MS).unref();

  const asked: Asked[] = [];
  const faults: Fault[] = [];
  const broken: string[] = [];
  /** Members that something befalls now. */
  const troubled = new Set<string>();
  /** Calls that were sent to an instance that was well from then on. */
  const calls: { readonly key: string; readonly from: number; readonly to: number; readonly told: Told }[] = [];
  const lines = () => (existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : []);
  const ask = async (account: Account): Promise<void> => {
    const id = `k${randomBytes(8).toString('hex')}`;
    const note = (what: string) => `echo ${what} ${id} ${account.id} $(date +%s%3N) >> ${witness}`;
    const isJob = randomInt(JOBS) === 0;
    // What a job prints goes to its folder.
    const folder = isJob
      ? `echo folder ${id} ${account.id} $(readlink /proc/$$/fd/1) >> ${witness}; : ${JOB_MARK}; `
      : '';
    const command = `${note('begin')}; ${folder}sleep ${randomInt(20) / 4}; ${note('end')}; exit ${randomInt(3)}`;
    const own = machines.get(account.id)!;
    const machine = isJob ? 'local' : own[randomInt(own.length)];
    const body = { machine, command, cwd: '/', timeout_seconds: 20, ...(isJob ? { detach: true } : {}) };
    const answers: Told[] = [];
    asked.push({ key: id, user: account.id, answers });
    let at: Place | null = null;
    // A client that retries: until somebody answers about the execution itself.
    for (let tries = 0; tries < TRIES; tries++) {
      const others = places.filter((place) => place !== at);
      at = others[randomInt(others.length)]!;
      const [from, since, name] = [Date.now(), faults.length, at.name];
      const wasWell = !troubled.has(name) && name !== 'balancer';
      const told = await send(at, account, id, body);
      answers.push(told);
      const isWell = !troubled.has(name) && !faults.slice(since).some(({ members }) => members?.includes(name));
      // An agent that comes back takes its own time.
      if (wasWell && isWell && machine === 'local') calls.push({ key: id, from, to: Date.now(), told });
      if (told.executionId !== null && (isJob || told.status !== 'running')) return;
      await sleep(300);
    }
  };

  const readLog = async (): Promise<Logged[]> => {
    const columns =
      'execution_id, status, exit_code, reconciles, command_template, workspace_id, created_at::float8, duration_ms::float8, refusal';
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
        while (going) {
          const next = sleep(options.paceMs ?? 0);
          await ask(accounts[index % accounts.length]!);
          await next;
        }
      });
      return async () => {
        going = false;
        await Promise.all(loops);
      };
    },
    begun: async (count) => {
      while (lines().length < count) await sleep(20);
    },
    during: async (fault, among, work) => {
      const members = among.map(({ name }) => name);
      const begun = { ...fault, members, from: Date.now(), to: Number.POSITIVE_INFINITY };
      const at = faults.push(begun) - 1;
      for (const name of members) troubled.add(name);
      try {
        await work();
      } finally {
        faults[at] = { ...begun, to: Date.now() };
        for (const name of members) troubled.delete(name);
      }
    },
    broken: (problem) => void broken.push(problem),
    accounts,
    settled: async () => {
      const from = Date.now();
      const ended = new Set(
        asked.flatMap(({ answers }) => answers.flatMap((told) => (told.status === 'done' ? told.executionId! : []))),
      );
      const open = async () =>
        (await readLog()).some(({ execution_id, status }) => status === 'running' && ended.has(execution_id));
      while (await open()) await sleep(50);
      return Date.now() - from - stalled(stalls, from, Date.now());
    },
    decide: async () => {
      const deadline = Date.now() + SETTLE_MS;
      let log = await readLog();
      for (; log.some(({ status }) => status === 'running') && Date.now() < deadline; log = await readLog()) {
        await sleep(200);
      }
      const folders = lines().flatMap((line) => (line.startsWith('folder ') ? [dirname(line.split(' ')[3]!)] : []));
      const left = () => folders.filter((folder) => existsSync(folder));
      while (left().length > 0 && Date.now() < deadline) await sleep(200);
      // What became known late is written in a moment.
      await sleep(1_500);
      log = await readLog();
      const gone = members.filter(({ instance }) => hasEnded(instance));
      const verdicts = await Promise.all(
        members
          .filter((member) => !gone.includes(member))
          .flatMap(({ instance }) => accounts.map((account) => verdictOf(instance, account))),
      );
      const marks = lines().map((line) => {
        const [what, key, user, at] = line.split(' ') as ['begin' | 'end' | 'folder', string, string, string];
        return { what, key, user, at: Number(at) };
      });
      const witnessed = marks.flatMap(({ what, ...mark }) => (what === 'folder' ? [] : [{ what, ...mark }]));
      const begun = new Map(marks.flatMap(({ what, key, at }) => (what === 'begin' ? [[key, at] as const] : [])));
      const waits = calls.flatMap((call) => waitOf(call, begun.get(call.key)) ?? []);
      const limits = { atOnce: AT_ONCE, perMinute: PER_MINUTE, leaseMs };
      const history: History = {
        asked,
        log,
        witnessed,
        verdicts,
        ...limits,
        faults,
        waits,
        stalls,
        foldersLeft: left(),
      };
      const ended = gone.map(({ name, instance }) => `${name} ended by itself: ${instance.stderr().slice(-2_000)}`);
      const problems = [...ended, ...broken, ...checkHistory(history)];
      return { problems, asked, log, effects: effectsOf(history, leaseMs) };
    },
    stop: async () => {
      clearInterval(looking);
      await Promise.all(agents.map((agent) => agent.stop()));
      for (const { instance } of members) instance.child.kill('SIGCONT');
      await Promise.all(members.map(({ instance }) => instance.remove()));
      await Promise.all(members.map(({ proxy }) => proxy.stop()));
      await balancer?.stop();
      await nats.stop();
      rmSync(scratch, { recursive: true, force: true });
      for (const { env } of members) rmSync(env.SYNAPSE_DATA_DIR!, { recursive: true, force: true });
    },
  };
}

/** Until it began; or until it was told why it did not, or who else runs it. */
function waitOf(
  { key, from, to, told }: { key: string; from: number; to: number; told: Told },
  begun: number | undefined,
): Wait | null {
  if (begun !== undefined && begun >= from && begun <= to) return { key, from, ms: begun - from };
  // It runs elsewhere, and was waited for.
  if (told.status === 'done') return null;
  return { key, from, ms: to - from };
}

/** The lease is short, and may end on a busy computer before there is any trouble: who is told to come back does. */
async function newUserOn(instance: Instance): Promise<Account> {
  for (;;) {
    try {
      return await instance.newUser();
    } catch (error) {
      if (!String(error).includes('"not_ready"')) throw error;
    }
    while ((await instance.call('GET', '/readyz')).status !== 200) await sleep(100);
  }
}

function effectsOf({ faults = [], waits = [], log }: History, leaseMs: number): Effect[] {
  return [...Map.groupBy(faults, ({ name }) => name)].map(([fault, times]) => {
    const closed = log.flatMap((entry) => {
      const at = interruptedAt(entry);
      const during = at === null ? undefined : faultAt(faults, at);
      return at === null || during === undefined || !times.includes(during) ? [] : at - leaseEnd(during, leaseMs);
    });
    const waited = waits.filter(({ from, ms }) => times.includes(faultAt(faults, from + ms)!)).map(({ ms }) => ms);
    const counts = { interrupted: closed.length, waits: waited.length };
    return { fault, ...counts, openMs: Math.max(0, ...closed), waitMs: Math.max(0, ...waited) };
  });
}
