/** Sixty mistakes, on the command line, by an assistant and on the page: does the message say what to do? */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../packages/web/src/api/problem.ts';
import { en } from '../../packages/web/src/i18n/en/index.ts';
import { problemText } from '../../packages/web/src/ui/problem-words.ts';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
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

let service: Service;
let cli: Cli;
let token: string;
let sessions: Record<'admin' | 'member' | 'visitor', string>;
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
});
afterAll(async () => {
  await service?.stop();
  cli?.remove();
});

async function onCommandLine({ args, input, env }: NonNullable<Mistake['cli']>): Promise<string> {
  const { code, stderr, stdout } = await cli.run('', args, {
    ...(input !== undefined && { input }),
    ...(env && { env }),
  });
  const said = `${stderr}${stdout}`;
  // A client's bridge goes on, and tells the client.
  expect(code === 0 && !stdout.startsWith('{"jsonrpc"'), said).toBe(false);
  return said;
}

async function byAssistant([name, args]: NonNullable<Mistake['mcp']>): Promise<string> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'x-ai-token': token, 'accept-language': 'en' };
  const { body } = await service.call<{
    result?: { isError?: boolean; content: { text: string }[] };
    error?: { message: string };
  }>('POST', '/tda/mcp?answers=text', { headers, body: call });
  if (body.error !== undefined) return body.error.message;
  expect(body.result?.isError, JSON.stringify(body)).toBe(true);
  return body.result!.content.map(({ text }) => text).join('\n');
}

async function onPage([method, path, body]: NonNullable<Mistake['page']>, as: 'member' | 'visitor' | 'admin') {
  const options = { token: sessions[as], headers: { 'accept-language': 'en' }, body };
  const answer = await service.call<{ code: Problem['code']; detail: string; fields?: Problem['fields'] }>(
    method,
    path,
    options,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
  const { code, detail, fields } = answer.body;
  return problemText(new Problem(answer.status, code, detail, fields), en);
}

it('there are sixty of them, each once', () => {
  expect(MISTAKES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(MISTAKES.map(({ name }) => name)).size).toBe(MISTAKES.length);
});

const COLUMNS = {
  cli: ({ cli: call }: Mistake) => onCommandLine(call!),
  mcp: ({ mcp }: Mistake) => byAssistant(mcp!),
  page: ({ page, as }: Mistake) => onPage(page!, as ?? 'admin'),
} as const;

describe.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])('on %s', (column) => {
  it.each(
    MISTAKES.filter((mistake) => mistake[column] !== undefined).map((mistake) => [mistake.name, mistake] as const),
  )('%s: the message says what to do', async (_name, mistake) => {
    const said = await COLUMNS[column](mistake);
    for (const wanted of [...mistake.says, ...(mistake.also?.[column] ? [mistake.also[column]] : [])]) {
      expect(said).toMatch(wanted);
    }
    expect(said).not.toMatch(/undefined|\[object|at .*\.ts:\d+/);
  });
});
