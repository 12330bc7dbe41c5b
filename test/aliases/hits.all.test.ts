/** Hits are counted once per execution that really started, whoever counts at the same moment. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../../packages/server/src/aliases/aliases.ts';
import { createPostgresDatabase, describeOnBothDatabases } from '../databases.ts';
import { type Service, startService, USUAL_RATE } from '../service.ts';
import { addUser } from './add-user.ts';

const PROCESSES = 8;
const run = promisify(execFile);
const inProcesses = (script: string, args: (index: number) => string[]) =>
  Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      run(process.execPath, [`test/aliases/${script}`, ...args(index)], { timeout: 180_000 }),
    ),
  );

describeOnBothDatabases('counting hits', ({ open, where }) => {
  it('is exact from eight processes [C5-ALIAS-HITS]', async () => {
    const database = open();
    const userId = await addUser(database);
    const aliases = createAliases(database, Date.now);
    await aliases.put(userId, 'Foo', 'echo foo');
    await aliases.put(userId, 'bar', 'echo bar');
    await inProcesses('count-hits.ts', (index) => [JSON.stringify(where), userId, index % 2 ? 'FOO' : 'foo', '50']);
    expect(await aliases.list(userId)).toMatchObject([
      { code: 'bar', hit_count: 0, last_used_at: null },
      { code: 'Foo', hit_count: PROCESSES * 50 },
    ]);
  });
});

describe.each(['sqlite', 'postgres'] as const)('executing an alias on %s', (dialect) => {
  let service: Service;
  let token: string;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(url, USUAL_RATE);
    token = await service.newToken(await service.login());
    await service.tool(token, 'synapse_put_alias', { code: 'Foo', command: 'echo foo' });
  });
  afterAll(() => service.stop());
  const exec = (args: Record<string, unknown>) => service.tool(token, 'synapse_exec', { machine: 'local', ...args });
  const foo = async () => (await service.tool(token, 'synapse_list_aliases')).result.aliases[0];

  it('counts every one of eight client processes [C5-ALIAS-HITS] [S4-EXEC-RULE-5]', async () => {
    const spellings = ['@foo', 'FOO x', '@Foo', 'foo'];
    const printed = await inProcesses('call-alias.ts', (index) => [service.url, token, spellings[index % 4]!, '3']);
    expect(printed.map(({ stdout }) => stdout.trim())).toEqual(Array(PROCESSES).fill('3'));
    expect(await foo()).toMatchObject({ code: 'Foo', hit_count: PROCESSES * 3, last_used_at: expect.any(String) });
  });

  it('counts what failed or timed out, not what was refused [C5-ALIAS-HITS] [S4-EXEC-RULE-5]', async () => {
    service.advance(61_000);
    const before = (await foo()).hit_count;
    await service.tool(token, 'synapse_put_alias', { code: 'foo', command: 'sh -c "exit 3"' });
    expect((await exec({ command: '@foo' })).result.exit_code).toBe(3);
    await service.tool(token, 'synapse_put_alias', { code: 'foo', command: 'sleep 60' });
    expect((await exec({ alias: 'foo', timeout_seconds: 5 })).result.status).toBe('timeout');
    expect((await foo()).hit_count).toBe(before + 2);
    for (const refused of [
      { command: '@foo', machine: 'nowhere' },
      { command: '@foo', container: 'web' },
      { command: '@foo', cwd: 'relative' },
      { command: '@foo', cwd: '/does/not/exist' },
      { command: '@foo {{NOT_THERE}}' },
      { command: '@foo', timeout_seconds: 999 },
      { command: '@zzz' },
    ]) {
      expect((await exec(refused)).isError, JSON.stringify(refused)).toBe(true);
    }
    expect((await foo()).hit_count).toBe(before + 2);
    await service.tool(token, 'synapse_put_alias', { code: 'foo', command: 'true' });
    while ((await exec({ command: '@foo' })).status === 200);
    const full = (await foo()).hit_count;
    expect((await exec({ command: '@foo' })).code).toBe('exec_rate_limited');
    expect((await foo()).hit_count).toBe(full);
  });
});
