/**
 * A service as an assistant that was taken over finds it: a process of its own, two people with machines and secrets, one
 * of them with a policy, and a host of the attacker's. The assistant has a token of each with `mcp:synapse` and
 * `mcp:read`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_PASSWORD, type Answer, createClient, type ToolAnswer } from '../client.ts';
import type { Prey } from '../isolation/attacks.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Attacker, openAttacker } from '../provenance/attacker.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

/** What nobody but its owner may know. */
export const CANARIES = {
  STRIPE: 'sk_live_Zq9kWm2xPl0Vt7',
  BOUND: 'bnd-Hx4uTr81LqYw-63Fe',
  PASSWORD: 'pw/Gk7+Rn3sXe05=Ud9c',
  ENVIRONMENT: 'env-Jt5hQs38DvRx-40Kg',
  PLANTED: 'pln-Wf1nEu72OzBm-85Sl',
} as const;

const POLICY = `version: 1
default: open
machines:
  prod: careful
  shut: closed
  seen: look
  "tag:vault": closed
rules:
  - name: ask me
    when: { machine: asked }
    then: ask
  - name: not the state
    when: { machine: kept, path: "/srv/state/**" }
    then: deny
  - name: not the hosts
    when: { machine: kept, path: /etc/hosts }
    then: deny
  - name: never there
    when: { machine: kept, secret: STRIPE }
    then: deny
`;

/** A person, and the assistant that acts with their token. */
export interface Victim {
  tool(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  exec(machine: string, command: string, more?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The assistant's token where a session belongs. */
  rest(method: string, path: string, body?: object): Promise<void>;
  /** The person themselves. The assistant does not see these answers. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
  person(method: string, path: string, body?: object): Promise<Answer<any>>;
}

export interface World {
  readonly server: ServerProcess;
  readonly attacker: Attacker;
  /** The host of the person's machine `home`. */
  readonly host: Attacker;
  /** Without a policy. */
  readonly free: Victim;
  /** With the policy above. */
  readonly guarded: Victim;
  /** The machine on which values are told and processes kept alive, and what each order there says besides. */
  readonly machine: string;
  readonly onMachine: Readonly<Record<string, unknown>>;
  readonly prey: Prey;
  /** A folder that commands may write to. */
  readonly scratch: string;
  /** All that the assistant was answered in the attempt under way. */
  readonly answers: string[];
  /** How each of its calls ended: the code of a refusal, or the status of the execution, or `ok`. */
  readonly ends: string[];
  /** Where a file is once something has run that nobody approved. */
  mark(): string;
  marks(): string[];
  /** Forgets the attempt before. */
  begin(): void;
  stop(): Promise<void>;
}

export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-attacks-')));
  const [dataDir, settings] = [join(home, 'data'), join(home, '.config/synapse')];
  const [scratch, marked, settingFile] = [join(home, 'scratch'), join(home, 'marked'), join(home, 'password')];
  for (const folder of [dataDir, settings, scratch, marked]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of [join(dataDir, 'planted'), join(settings, 'session.json')])
    writeFileSync(file, `${CANARIES.PLANTED}\n`, { mode: 0o600 });
  const password = `${ADMIN_PASSWORD} ${CANARIES.PLANTED}`;
  writeFileSync(settingFile, password, { mode: 0o600 });
  const [attacker, host] = [await openAttacker(), await openAttacker()];
  const server = await startServerProcess({
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_ADMIN_PASSWORD_FILE: settingFile,
    SYNAPSE_METRICS_TOKEN: CANARIES.ENVIRONMENT,
    SYNAPSE_ALLOW_LOCAL: 'all',
    SYNAPSE_LIMITS: 'minute=10000',
    SYNAPSE_SHELL_SECONDS: '60',
    HOME: home,
    ...env,
  });
  const client = createClient(server.url);
  const answers: string[] = [];
  const ends: string[] = [];

  const makeVictim = async (session: string, slugs: readonly string[]): Promise<Victim> => {
    const person: Victim['person'] = (method, path, body) => client.call(method, path, { token: session, body });
    const put = (name: 'STRIPE' | 'BOUND' | 'PASSWORD', binding: object) =>
      person('PUT', `/synapse/secrets/${name}`, { value: CANARIES[name], ...binding });
    for (const slug of slugs) await client.created('/synapse/machines', session, { slug, kind: 'local' });
    const connection = { host: '127.0.0.1', port: host.port, user: 'me', password_secret: 'PASSWORD' };
    await put('STRIPE', {});
    await put('PASSWORD', {});
    await put('BOUND', { machines: ['billing'], programs: ['curl'] });
    await client.created('/synapse/machines', session, { slug: 'home', kind: 'ssh', connection });
    const token = await client.newToken(session, { scopes: ['mcp:synapse', 'mcp:read'], label: 'taken over' });
    const victim: Victim = {
      person,
      tool: async (name, args = {}) => {
        const answer = await client.tool(token, name, args);
        answers.push(JSON.stringify([answer.text, answer.result ?? null, [...answer.headers]]));
        ends.push(answer.code ?? answer.result?.status ?? (answer.isError ? 'error' : 'ok'));
        return answer;
      },
      exec: (machine, command, more = {}) =>
        victim.tool('synapse_exec', { machine, command, cwd: '/', raw: true, ...more }),
      rest: async (method, path, body) => {
        const answer = await client.call(method, path, { token, body });
        answers.push(JSON.stringify([answer.body, [...answer.headers]]));
        ends.push(String(answer.status));
      },
    };
    return victim;
  };
  const admin = await client.login('admin', password);
  const account = { username: 'guarded', password: 'password of guarded', plan: 'pro', role: 'member' };
  await client.created('/admin/users', admin, account);
  const free = await makeVictim(admin, ['billing', 'other']);
  const slugs = ['prod', 'shut', 'asked', 'seen', 'kept', 'billing', 'unruled'];
  const guardedSession = await client.login(account.username, account.password);
  const guarded = await makeVictim(guardedSession, slugs);
  await client.created('/synapse/machines', guardedSession, { slug: 'safe', kind: 'local', tags: ['vault'] });
  const policy = await guarded.person('PUT', '/synapse/policy', { text: POLICY });
  if (policy.status !== 200) throw new Error(JSON.stringify(policy.body));
  let marks = 0;
  return {
    server,
    attacker,
    host,
    free,
    guarded,
    scratch,
    answers,
    ends,
    machine: 'local',
    onMachine: {},
    prey: { pid: server.child.pid!, dataDir, settings, settingFile, scratch },
    mark: () => join(marked, `mark-${++marks}`),
    marks: () => readdirSync(marked),
    begin: () => {
      answers.length = 0;
      ends.length = 0;
      attacker.forget();
      for (const name of readdirSync(marked)) rmSync(join(marked, name), { recursive: true });
    },
    stop: async () => {
      await server.kill('SIGTERM');
      for (const each of [attacker, host]) each.close();
      // A copy of a hidden folder is as closed as that one, and could not be removed.
      spawnSync('chmod', ['-R', 'u+rwx', scratch]);
    },
  };
}
