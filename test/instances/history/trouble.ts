/** Three real instances on one PostgreSQL and one NATS, clients that send them commands, and what befalls them. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type LinkProxy, startLinkProxy } from '../../agents/link-proxy.ts';
import { type NatsServer, startNats } from '../../engines/nats.ts';
import { type Account, type Instance, startInstance } from '../../instance.ts';
import { type Asked, checkHistory, type Logged, type Told } from './check-history.ts';

export interface Member {
  /** Another process after a restart. */
  instance: Instance;
  /** Between it and the database. */
  readonly proxy: LinkProxy;
  readonly env: Record<string, string>;
  readonly name: string;
}

export interface Trouble {
  readonly members: readonly Member[];
  readonly nats: NatsServer;
  /** Clients send commands until the returned function is called, which resolves when the last is answered. */
  load(clients: number): () => Promise<void>;
  /** Waits until so many commands have begun. */
  begun(count: number): Promise<void>;
  kill(member: Member): Promise<void>;
  /** Frozen for so long, as by SIGSTOP or a host that swaps. */
  freeze(member: Member, ms: number): Promise<void>;
  /** Cut off from the database for so long. */
  cut(member: Member, ms: number): Promise<void>;
  /** Waits until nothing runs any more, and decides. Every broken promise, in words. */
  decide(): Promise<{ problems: string[]; asked: Asked[]; log: Logged[] }>;
  stop(): Promise<void>;
}

export const LEASE_SECONDS = 3;
const AT_ONCE = 2;
const SETTLE_MS = 60_000;
const SKEWED = pathToFileURL(join(import.meta.dirname, '..', 'skewed-clock.mjs')).href;

/** `skewsMs`: how wrong each instance's computer's clock is. */
export async function startTrouble(
  natsRoot: string,
  databaseUrl: string,
  users: number,
  skewsMs: readonly number[],
): Promise<Trouble> {
  const nats = await startNats(natsRoot);
  const scratch = mkdtempSync(join(tmpdir(), 'synapse-trouble-'));
  const witness = join(scratch, 'witness');
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const key = randomBytes(32).toString('base64');
  const started = await Promise.all(
    skewsMs.map(async (skew, index): Promise<Member> => {
      const at = new URL(databaseUrl);
      const proxy = await startLinkProxy(`http://${at.host}`);
      at.host = new URL(proxy.url).host;
      const env = {
        SYNAPSE_DATABASE_URL: at.href,
        SYNAPSE_NATS_URL: nats.url,
        SYNAPSE_MASTER_KEY: key,
        SYNAPSE_INSTANCE_DEAD_SECONDS: String(LEASE_SECONDS),
        SYNAPSE_USER_CONCURRENCY: String(AT_ONCE),
        ...(skew === 0 ? {} : { NODE_OPTIONS: `--import ${SKEWED}`, SKEW_MS: String(skew) }),
      };
      return { instance: await startInstance(env), proxy, env, name: String.fromCharCode(97 + index) };
    }),
  );
  const members: Member[] = started;
  const accounts: Account[] = [];
  for (let index = 0; index < users; index += members.length) {
    const some = members.slice(0, users - index);
    accounts.push(...(await Promise.all(some.map(({ instance }) => instance.newUser()))));
  }
  const asked: Asked[] = [];
  const lines = () => (existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : []);
  const anyOther = (than: Member | null): Member => {
    const others = members.filter((member) => member !== than);
    return others[randomInt(others.length)]!;
  };

  const ask = async (account: Account): Promise<void> => {
    const id = `k${randomBytes(8).toString('hex')}`;
    const note = (what: string) => `echo ${what} ${id} ${account.id} >> ${witness}`;
    const command = `${note('begin')}; sleep ${randomInt(20) / 4}; ${note('end')}; exit ${randomInt(3)}`;
    const body = { machine: 'local', command, timeout_seconds: 20 };
    const answers: Told[] = [];
    asked.push({ key: id, user: account.id, answers });
    let at: Member | null = null;
    // A client that retries: until somebody answers about the execution itself.
    for (let tries = 0; tries < 12; tries++) {
      at = anyOther(at);
      const told = await send(at, account, id, body);
      answers.push(told);
      if (told.executionId !== null) return;
      await sleep(300);
    }
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
    kill: async (member) => {
      await member.instance.kill('SIGKILL');
      member.instance = await startInstance(member.env);
    },
    freeze: async ({ instance }, ms) => {
      instance.child.kill('SIGSTOP');
      await sleep(ms);
      instance.child.kill('SIGCONT');
    },
    cut: async ({ proxy }, ms) => {
      proxy.cut();
      await sleep(ms);
      proxy.mend();
    },
    decide: async () => {
      const columns = 'execution_id, status, exit_code, reconciles, command_template';
      const read = async () => (await database.query(`select ${columns} from audit_entries`)).rows as Logged[];
      const deadline = Date.now() + SETTLE_MS;
      let log = await read();
      for (; log.some(({ status }) => status === 'running') && Date.now() < deadline; log = await read()) {
        await sleep(200);
      }
      // What became known late is written with a little back-off.
      await sleep(1_500);
      log = await read();
      const verdicts = await Promise.all(
        members.flatMap(({ instance }) => accounts.map((account) => verdictOf(instance, account))),
      );
      const witnessed = lines().map((line) => {
        const [what, key, user] = line.split(' ') as ['begin' | 'end', string, string];
        return { what, key, user };
      });
      return { problems: checkHistory({ asked, log, witnessed, atOnce: AT_ONCE, verdicts }), asked, log };
    },
    stop: async () => {
      for (const { instance } of members) instance.child.kill('SIGCONT');
      await Promise.all(members.map(({ instance }) => instance.remove()));
      await Promise.all(members.map(({ proxy }) => proxy.stop()));
      await database.end();
      await nats.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

const ANSWER_MS = 15_000;

interface Answered {
  readonly execution_id?: string;
  readonly status?: string;
  readonly exit_code?: number | null;
}

/** A refusal has a status, too: of HTTP. */
const withId = (body: Answered): Answered => (body.execution_id === undefined ? {} : body);

async function send(member: Member, account: Account, key: string, body: object): Promise<Told> {
  const nothing = { by: member.name, code: null, executionId: null, status: null, exitCode: null };
  try {
    const answer = await member.instance.call<Answered & { code?: string; result?: Answered }>(
      'POST',
      '/synapse/exec',
      {
        token: account.session,
        headers: { 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      },
    );
    const { code = null, result = {} } = answer.body;
    // A command that was lost in the middle is told with its result so far.
    const { execution_id = null, status = null, exit_code = null } = { ...result, ...withId(answer.body) };
    return { ...nothing, code, executionId: execution_id, status: execution_id && status, exitCode: exit_code };
  } catch {
    return nothing;
  }
}

async function verdictOf(instance: Instance, { session }: Account): Promise<string> {
  const { body } = await instance.call<{ state?: string; code?: string }>('GET', '/synapse/audit/verify', {
    token: session,
  });
  return body.state ?? body.code ?? 'not told';
}
