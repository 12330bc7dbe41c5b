/** Sixty mistakes, on the command line, by an assistant and on the page: does the message say what to do? */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../packages/web/src/api/problem.ts';
import { en } from '../../packages/web/src/i18n/en/index.ts';
import { problemText } from '../../packages/web/src/ui/problem-words.ts';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { createPostgresDatabase } from '../databases.ts';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { ADMIN_PASSWORD, type Service, startService, USUAL_RATE } from '../service.ts';
import { MISTAKES, type Mistake } from './table.ts';

vi.setConfig({ testTimeout: 300_000 });

const POLICY = `version: 1
default: open
rules:
  - name: no removing
    when: { program: rm }
    then: deny
`;
const SSH_CONFIG = 'Host far\n  HostName 10.0.0.9\n  User ada\n  IdentityFile ~/key\n';

/** Where a mistake is made: a service, a command line that is signed in to it, and an assistant's token. */
interface Place {
  readonly service: Service;
  readonly cli: Cli;
  readonly token: string;
  readonly sessions: Record<'admin' | 'member' | 'visitor', string>;
}

let service: Service;
let cli: Cli;
let token: string;
let sessions: Place['sessions'];
const places: Partial<Record<NonNullable<Mistake['service']>, Place>> = {};

async function placeOf(other: Service): Promise<Place> {
  const line = createCli(other.url);
  const admin = await other.login();
  await line.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  const own = await other.newToken(admin);
  return { service: other, cli: line, token: own, sessions: { admin, member: admin, visitor: admin } };
}

/** Its commands of this minute are used up, and the minute does not end. */
async function limitedPlace(): Promise<Place> {
  const place = await placeOf(await startService({}, USUAL_RATE));
  place.service.holdClock();
  const order = { token: place.sessions.admin, body: { machine: 'local', command: 'true' } };
  for (let given = 0; given < USUAL_RATE.execPerMinute; given++) {
    expect((await place.service.call('POST', '/synapse/exec', order)).status).toBe(200);
  }
  return place;
}

/** Its database answers as one does whose disk is full. */
async function fullPlace(): Promise<Place> {
  const url = await createPostgresDatabase();
  const place = await placeOf(await startService({ SYNAPSE_DATABASE_URL: url }));
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await database.query(
    'create trigger full_disk before insert or update on audit_entries for each row execute function full_disk()',
  );
  await database.end();
  return place;
}

const MAKERS = { limited: limitedPlace, full: fullPlace } as const;

async function whereFor({ service: wanted }: Mistake): Promise<Place> {
  if (wanted === undefined) return { service, cli, token, sessions };
  places[wanted] ??= await MAKERS[wanted]();
  return places[wanted];
}

beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  const admin = await service.login();
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  sessions = {
    admin,
    member: (await service.newUser('pro')).session,
    visitor: (await service.newUser('free')).session,
  };
  token = await service.newToken(admin);
  const server = createServer().listen(0, '127.0.0.1');
  const port = await new Promise<number>((resolve) => {
    server.once('listening', () => resolve((server.address() as { port: number }).port));
  });
  // Nobody listens there from now on.
  await new Promise((resolve) => server.close(resolve));
  const put = (path: string, body: object) => service.call('PUT', path, { token: admin, body });
  await put('/synapse/secrets/DB_PASSWORD', { value: 'a value that is long enough' });
  await put('/synapse/secrets/WEB_KEY', { value: generateEd25519().private });
  await put('/synapse/aliases/gst', { command: 'git status' });
  for (const slug of ['asked', 'frozen']) await service.created('/synapse/machines', admin, { slug, kind: 'local' });
  await service.created('/synapse/machines', admin, { slug: 'parked', kind: 'local', statut: 'maintenance' });
  const connection = { host: '127.0.0.1', port, user: 'ada', key_secret: 'WEB_KEY' };
  await service.created('/synapse/machines', admin, { slug: 'web-1', kind: 'ssh', tags: ['web'], connection });
  await service.call('POST', '/synapse/freeze', { token: admin, body: { machine: 'frozen' } });
  await put('/synapse/policy', { text: POLICY });
  for (const [name, text] of Object.entries({
    here: 'x',
    'broken.yaml': 'version: 1\nrules: [\n',
    'ssh-config': SSH_CONFIG,
    key: generateEd25519().private,
  })) {
    writeFileSync(join(cli.home, name), text);
  }
  const expired = { url: service.url, username: 'admin', access_token: 'x', expires_at: '2020-01-01T00:00:00Z' };
  mkdirSync(join(cli.home, 'expired/synapse'), { recursive: true });
  writeFileSync(join(cli.home, 'expired/synapse/session.json'), JSON.stringify(expired), { mode: 0o600 });
});
afterAll(async () => {
  await service?.stop();
  cli?.remove();
  for (const place of Object.values(places)) {
    await place.service.stop();
    place.cli.remove();
  }
});

async function onCommandLine(place: Place, { args, input, env = {} }: NonNullable<Mistake['cli']>): Promise<string> {
  const filled = (value: string) =>
    value.replace('{port}', new URL(place.service.url).port).replace('{home}', place.cli.home);
  const { code, stderr, stdout } = await place.cli.run('', args, {
    ...(input !== undefined && { input }),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
  });
  const said = `${stderr}${stdout}`;
  // A client's bridge goes on, and tells the client.
  expect(code === 0 && !stdout.startsWith('{"jsonrpc"'), said).toBe(false);
  return said;
}

async function byAssistant(place: Place, [name, args]: NonNullable<Mistake['mcp']>): Promise<string> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'x-ai-token': place.token, 'accept-language': 'en' };
  const { body } = await place.service.call<{
    result?: { isError?: boolean; content: { text: string }[] };
    error?: { message: string; data?: unknown };
  }>('POST', '/tda/mcp?answers=text', { headers, body: call });
  if (body.error !== undefined) return `${body.error.message} ${JSON.stringify(body.error.data)}`;
  expect(body.result?.isError, JSON.stringify(body)).toBe(true);
  return body.result!.content.map(({ text }) => text).join('\n');
}

async function onPage(place: Place, [method, path, body]: NonNullable<Mistake['page']>, as: keyof Place['sessions']) {
  const options = { token: place.sessions[as], headers: { 'accept-language': 'en' }, body };
  const answer = await place.service.call<{ code: Problem['code']; detail: string; fields?: Problem['fields'] }>(
    method,
    path,
    options,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
  const { code, detail, fields } = answer.body;
  const wait = Number(answer.headers.get('retry-after')) || null;
  return problemText(new Problem(answer.status, code, detail, fields, wait), en);
}

it('there are sixty of them, each once', () => {
  expect(MISTAKES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(MISTAKES.map(({ name }) => name)).size).toBe(MISTAKES.length);
});

const COLUMNS = {
  cli: (place: Place, { cli: call }: Mistake) => onCommandLine(place, call!),
  mcp: (place: Place, { mcp }: Mistake) => byAssistant(place, mcp!),
  page: (place: Place, { page, as }: Mistake) => onPage(place, page!, as ?? 'admin'),
} as const;

describe.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])('on %s', (column) => {
  it.each(
    MISTAKES.filter((mistake) => mistake[column] !== undefined).map((mistake) => [mistake.name, mistake] as const),
  )('%s: the message says what to do', async (_name, mistake) => {
    const said = await COLUMNS[column](await whereFor(mistake), mistake);
    for (const wanted of [...mistake.says, ...(mistake.also?.[column] ? [mistake.also[column]] : [])]) {
      expect(said).toMatch(wanted);
    }
    expect(said).not.toMatch(/undefined|NaN|\[object|at .*\.ts:\d+|(?<!\{)\{[a-z_]+\}(?!\})/);
  });
});
