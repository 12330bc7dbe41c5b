/**
 * Every command of the catalogue in a process of its own, on a real service: it works, answers in JSON, and fails with
 * the right code.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/catalogue.ts';
import { ASKING_POLICY } from '../approvals/rig.ts';
import { createPostgresDatabase } from '../databases.ts';
import { freePort } from '../engines/engines.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { buildAgent, buildBridge } from './built-programs.ts';
import { type Case, FILTER, files, type Row, type Stage, TABLE } from './command-table.ts';
import { type Cli, createCli } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'synapse-table-'));
let service: Service;
let cli: Cli;
let stage: Stage;

beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await buildAgent();
  await buildBridge();
  stage = await setStage();
});
afterAll(async () => {
  await service.stop();
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('is in the table, and nothing else is', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(COMMANDS.map(({ path }) => path).toSorted());
});

// In the order of the table: one command makes something, the next one shows it, and another removes it.
describe('works, and answers in JSON', () => {
  it.each(Object.entries(TABLE))('%s', async (path, row) => {
    const { code, stdout, stderr } = await run(path, row, row.ok(stage));
    expect(code, stderr).toBe(0);
    const documents = row.lines === true ? stdout.trim().split('\n') : [stdout];
    for (const document of documents) expect(() => JSON.parse(document), document).not.toThrow();
  });

  it('and left no agent behind', () => {
    const asked = readFileSync(join(stage.managers, 'asked'), 'utf8');
    expect(asked).toContain('--user enable --now synapse-agent.service');
    expect(asked).toContain('--user disable --now synapse-agent.service');
  });
});

// Each has an end of its own; none changes anything.
describe.concurrent('ends with', () => {
  const all = Object.keys(TABLE);
  const remote = all.filter((path) => TABLE[path]!.remote);
  const nobody = { XDG_CONFIG_HOME: join(folder, 'nobody') };

  it('2 for an option that it does not have', async () => {
    const ended = await together(all, (path) => cli.run(path, ['--json', '--no-such-option']));
    for (const [path, { code, stdout, stderr }] of ended) {
      expect({ path, code, stdout }).toEqual({ path, code: 2, stdout: '' });
      expect(JSON.parse(stderr).error.message).toContain("unknown option '--no-such-option'");
    }
  });

  it('2 without what it needs', async () => {
    const needy = COMMANDS.filter(({ args = [] }) => args.some((arg) => arg.startsWith('<'))).map(({ path }) => path);
    expect(needy.length).toBeGreaterThan(15);
    const ended = await together(needy, (path) => cli.run(path));
    for (const [path, { code, stdout }] of ended) expect({ path, code, stdout }).toEqual({ path, code: 2, stdout: '' });
  });

  it('4 when nobody is signed in', async () => {
    expect(remote.length).toBeGreaterThan(25);
    const ended = await together(remote, (path) => {
      const { args = [], input = '' } = TABLE[path]!.ok(stage);
      return cli.run(path, ['--json', ...args], { env: nobody, input });
    });
    for (const [path, { code, stdout, stderr }] of ended) {
      expect({ path, code, stdout }).toEqual({ path, code: 4, stdout: '' });
      expect(JSON.parse(stderr).error).toMatchObject({
        hint: expect.stringContaining(`synapse login --url ${service.url}`),
      });
    }
  });

  it('1 when there is no service', async () => {
    const env = { ...nobody, SYNAPSE_URL: stage.deadUrl, SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: 'x' };
    const ended = await together(remote, (path) => {
      const { args = [], input = '' } = TABLE[path]!.ok(stage);
      return cli.run(path, ['--json', ...args], { env, input });
    });
    for (const [path, { code, stdout, stderr }] of ended) {
      expect({ path, code, stdout }).toEqual({ path, code: 1, stdout: '' });
      expect(JSON.parse(stderr).error.message).toContain('cannot be reached');
    }
  });

  it('1 when there is no service and nobody is signed in: that it is down is what to mend first', async () => {
    const { code, stderr } = await cli.run('machine list', ['--json'], {
      env: { ...nobody, SYNAPSE_URL: stage.deadUrl },
    });
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error.message).toContain(`${stage.deadUrl} cannot be reached`);
  });

  it('1, or a code of its own, when it cannot do what it was asked for', async () => {
    const rest = all.filter((path) => !TABLE[path]!.remote && TABLE[path]!.fails !== null);
    const ended = await together(rest, (path) => {
      const { args = [], ...how } = TABLE[path]!.fails!(stage);
      return cli.run(path, args, how);
    });
    for (const [path, { code, stderr }] of ended) {
      expect({ path, code, stderr }).toMatchObject({ path, code: TABLE[path]!.failsWith ?? 1 });
      // In words, never with a stack.
      expect(stderr, path).not.toMatch(/^ {4}at /m);
    }
  });
});

async function run(path: string, row: Row, { args = [], ...how }: Case) {
  if (row.until === undefined) return cli.run(path, ['--json', ...args], how);
  const child = cli.start(path, ['--json', ...args], how);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  await Promise.race([row.until(stage, () => stdout), ended]);
  child.kill('SIGTERM');
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** A few at a time, whichever test they belong to. */
const AT_ONCE = 6;
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const together = <T>(paths: readonly string[], one: (path: string) => Promise<T>): Promise<[string, T][]> =>
  Promise.all(paths.map(async (path): Promise<[string, T]> => [path, await inTurn(() => one(path))]));

async function setStage(): Promise<Stage> {
  const { at } = files(cli.home);
  const session = await service.login();
  const post = <T>(path: string, body: object) => service.call<T>('POST', path, { token: session, body });
  const project = (await post<{ id: number }>('/tda/projects', { name: 'table' })).body.id;
  const journalToken = (await post<{ id: string }>('/tda/journal/tokens', {})).body.id;
  await post('/synapse/machines', { slug: 'asked', kind: 'local' });
  await service.call('PUT', '/synapse/policy', { token: session, body: { text: ASKING_POLICY } });
  const question = async (command: string): Promise<string> => {
    const order = { machine: 'asked', command, wait_seconds: 0 };
    return (await post<{ approval: { id: string } }>('/synapse/exec', order)).body.approval.id;
  };
  const enrol = async (slug: string) =>
    (await post<{ enrollment: { code: string } }>('/synapse/machines', { slug, kind: 'agent' })).body.enrollment.code;
  const [managers, repository, openSettings] = [at('managers'), at('repository'), at('open-settings')];
  for (const made of [managers, repository, join(openSettings, 'synapse')]) mkdirSync(made, { recursive: true });
  execFileSync('git', ['init', '-q', repository], { env: cli.env });
  // Records how it is called, because a user's systemd does not exist wherever tests run.
  const manager = `#!/bin/sh\necho "$@" >>${managers}/asked\n`;
  writeFileSync(join(managers, 'systemctl'), manager, { mode: 0o755 });
  const saved = { url: service.url, username: 'x', access_token: 'x', expires_at: '2999-01-01T00:00:00.000Z' };
  writeFileSync(join(openSettings, 'synapse/session.json'), JSON.stringify(saved));
  chmodSync(join(openSettings, 'synapse/session.json'), 0o644);
  writeFileSync(at('password'), `${ADMIN_PASSWORD}\n`, { mode: 0o600 });
  writeFileSync(at('filter.json'), FILTER);
  writeFileSync(at('broken.json'), '{ "mcpServers": { ');
  const host = await service.newUser('equipage');
  await service.created('/crews', host.session, { slug: 'guests', name: 'Guests' });
  const { url: invitation } = await service.created<{ url: string }>('/crews/guests/invitations', host.session, {
    role: 'watcher',
  });
  return {
    cli,
    at,
    invitation,
    home: cli.home,
    password: ADMIN_PASSWORD,
    url: service.url,
    project,
    journalToken,
    repository,
    openSettings,
    managers,
    token: await service.newToken((await service.newUser('pro')).session),
    deadUrl: `http://127.0.0.1:${await freePort()}`,
    emptyDatabase: await createPostgresDatabase(),
    job: (
      await post<{ execution_id: string }>('/synapse/exec', { machine: 'local', command: 'echo job', detach: true })
    ).body.execution_id,
    questions: { first: await question('echo first'), second: await question('echo second') },
    enrolments: { first: await enrol('laptop'), second: await enrol('tablet') },
    connected: async (slug) => {
      // One of the commands ends every other session.
      const token = await service.login();
      await vi.waitFor(
        async () => {
          const { body } = await service.call<{ connected: boolean }>('GET', `/synapse/machines/${slug}`, { token });
          expect(body.connected).toBe(true);
        },
        { timeout: 60_000, interval: 50 },
      );
    },
  };
}
