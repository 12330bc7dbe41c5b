/** What an instance may set for itself: commands a minute, calls a day of each plan, the PATH of its own host. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';

const bin = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-path-')));
writeFileSync(join(bin, 'only-here'), '#!/bin/sh\necho found\n', { mode: 0o755 });

let service: Service;
let session: string;
beforeAll(async () => {
  service = await startService({
    PATH: `${bin}:/usr/bin:/bin`,
    SYNAPSE_LIMITS: 'minute=3,pro=2,equipage=7000',
  });
  session = await service.login();
});
afterAll(() => service.stop());

const run = (target: Service, token: string, command: string) =>
  target.call<{ stdout: string; code: string }>('POST', '/synapse/exec', {
    token,
    body: { machine: 'local', command },
  });

it('gives a local command the PATH of the service’s own environment, and lets so many run a minute', async () => {
  const first = await run(service, session, 'only-here && printf %s "$PATH"');
  expect(first.body.stdout).toMatch(/found\n/);
  expect(first.body.stdout.split('\n').at(-1)).toBe(`${bin}:/usr/bin:/bin`);
  await run(service, session, 'true');
  await run(service, session, 'true');
  const fourth = await run(service, session, 'true');
  expect([fourth.status, fourth.body.code]).toEqual([429, 'exec_rate_limited']);
  service.advance(61_000);
  expect((await run(service, session, 'true')).status).toBe(200);
});

it('gives another PATH where one is set', async () => {
  const other = await startService({ PATH: bin, SYNAPSE_LOCAL_PATH: '/usr/bin:/bin' });
  try {
    const { body } = await run(other, await other.login(), 'command -v only-here; printf %s "$PATH"');
    expect(body.stdout).toBe('/usr/bin:/bin');
  } finally {
    await other.stop();
  }
});

it('counts the calls of a day by its own quotas, and shows them wherever it shows any', async () => {
  const user = await service.newUser('pro');
  const token = await service.newToken(user.session, { scopes: ['mcp:read', 'mcp:admin'] });
  const { result } = await service.tool(token, 'get_profile', {});
  expect(result).toMatchObject({ daily_quota: 2, calls_today: 1 });
  await service.tool(token, 'list_projects', {});
  const refused = await service.mcp<{ error: { data: unknown } }>(token, 'tools/call', { name: 'list_projects' });
  expect([refused.status, refused.body.error.data]).toMatchObject([
    429,
    { code: 'quota_exceeded', detail: expect.stringContaining('2 ') },
  ]);

  const get = async (path: string, as: string) => (await service.call('GET', path, { token: as })).body;
  expect(await get('/auth/me', user.session)).toMatchObject({ daily_quota: 2, executions_per_minute: 3 });
  expect(await get('/tda/ai/tokens', user.session)).toMatchObject({ tokens: [{ daily_quota: 2 }] });
  expect(await get('/auth/me', session)).toMatchObject({ daily_quota: 7000 });
  expect(await get('/admin/health', session)).toMatchObject({
    limits: { executions_per_minute: 3, calls_per_day: { free: 100, plus: 300, pro: 2, equipage: 7000 } },
  });
});
