/**
 * Whatever is in a field, for every tool and every REST call, on both databases: refused or answered, never a defect.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService } from './service.ts';

const HOSTILE = ['a\0b', '\ud800x', 2 ** 53];
const HOSTILE_PATHS = ['%00', 'a%00b', '%ed%a0%80', '%zz', '..%2f..', '9'.repeat(30)];

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { properties: Record<string, Record<string, unknown>>; required?: string[] };
}

describe.each(['sqlite', 'postgres'] as const)('hostile input on %s', (dialect) => {
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    const database: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(database);
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
  });
  afterAll(() => service.stop());

  const defects = () => service.log.filter((line) => line.includes('"level":50'));
  /** The rate per address is not tested here. */
  const stayWelcome = (calls: number) => {
    if (calls % 150 === 149) service.advance(61_000);
  };

  it('in an argument of any tool is named or answered [C3-ARGUMENTS]', async () => {
    const listed = await service.mcp<{ result: { tools: ListedTool[] } }>(token, 'tools/list');
    const { tools } = listed.body.result;
    const answers: string[] = [];
    for (const { name, inputSchema } of tools) {
      for (const field of Object.keys(inputSchema.properties)) {
        for (const value of HOSTILE) {
          stayWelcome(answers.length);
          const args = Object.fromEntries((inputSchema.required ?? []).map((key) => [key, plain(inputSchema, key)]));
          const { status, code } = await service.tool(token, name, { ...args, [field]: value });
          answers.push(`${name}.${field}=${JSON.stringify(value)} ${status} ${code}`);
        }
      }
    }
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.filter((line) => !/ 200 (?!internal)/.test(line))).toEqual([]);
    const directory = await service.tool(token, 'synapse_exec', { machine: 'local', command: 'pwd', cwd: '/a\0b' });
    expect(directory.code).toBe('cwd_invalid');
    expect(defects()).toEqual([]);
  });

  it('leaves a log that verifies, and no value of the vault in it [C6-VERIFY] [C5-SECRETS]', async () => {
    const value = 'sw0rdf1sh-in-the-clear';
    await service.tool(token, 'synapse_put_secret', { name: 'FISH', value });
    for (const args of [
      { machine: 'nowhere\ud800', command: `echo ${value}` },
      { machine: 'local', command: `rtk echo ${value}` },
      { machine: 'local', command: `echo ${value}`, container: 'x\ud800' },
      { machine: 'local', command: `echo ${value}`, cwd: '/\ud800/\0' },
      { machine: 'local', command: `@zqx ${value}` },
    ]) {
      expect((await service.tool(token, 'synapse_exec', args)).isError).toBe(true);
    }
    const log = await service.tool(token, 'synapse_list_audit_logs', { limit: 5 });
    expect(log.text).toContain('{{FISH}}');
    expect(log.text).not.toContain(value);
    const verdict = await service.call('GET', '/synapse/audit/verify', { token: session });
    expect(verdict.body).toMatchObject({ intact: true, findings: [] });
  });

  it('in an address, a query or a body is refused as any other that names nothing [C3-PROBLEM]', async () => {
    const answers: string[] = [];
    const note = (what: string, { status }: { status: number }) => answers.push(`${status} ${what}`);
    for (const hostile of HOSTILE_PATHS) {
      for (const [method, path] of [
        ['DELETE', '/tda/ai/tokens/X'],
        ['PATCH', '/admin/users/X'],
        ['GET', '/synapse/machines/X'],
        ['DELETE', '/synapse/aliases/X'],
        ['GET', '/synapse/executions/X'],
        ['GET', '/synapse/executions/X/output'],
        ['POST', '/synapse/alias-suggestions/X/accept'],
        ['GET', '/tda/projects/X'],
        ['GET', '/synapse/stats?filter_user_id=X'],
        ['GET', '/synapse/executions?machine=X&cursor=X'],
        ['GET', '/tda/journal?q=X'],
      ] as const) {
        const body = method === 'GET' ? undefined : {};
        note(
          `${method} ${path} ${hostile}`,
          await service.call(method, path.replaceAll('X', hostile), { token: session, body }),
        );
      }
    }
    for (const value of HOSTILE) {
      note('login', await service.call('POST', '/auth/login', { body: { username: value, password: 'x' } }));
      note('label', await service.call('POST', '/tda/ai/tokens', { token: session, body: { label: value } }));
      const machine = { slug: 'x', kind: 'local', label: value };
      note('machine', await service.call('POST', '/synapse/machines', { token: session, body: machine }));
    }
    expect(answers.filter((line) => line.startsWith('5'))).toEqual([]);
    expect(defects()).toEqual([]);
  });
});

function plain({ properties }: ListedTool['inputSchema'], key: string): unknown {
  const { type, enum: options, minimum } = properties[key] ?? {};
  if (Array.isArray(options)) return options[0];
  if (type === 'integer') return minimum ?? 1;
  if (type === 'array') return [];
  return key === 'machine' ? 'local' : 'abc';
}
