/** Commands that share a session: folder, umask and exported variables, in both shells and on both databases. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';

const VALUE = 'sk_live_Zq9kWm2xPl0';

describe.each(['sqlite', 'postgres'] as const)('sessions on %s', (dialect) => {
  let service: Service;
  let login: string;
  let token: string;
  let folder: string;
  beforeAll(async () => {
    folder = realpathSync(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-sessions-'))));
    service = await startService(
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : undefined,
    );
    login = await service.login();
    token = await service.newToken(login, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
    await service.call('PUT', '/synapse/secrets/KEY', { token: login, body: { value: VALUE } });
  });
  afterAll(() => service.stop());
  const tell = async (session: string | null, command: string, more: Record<string, unknown> = {}) => {
    service.advance(61_000);
    const named = session === null ? {} : { session };
    const order = { machine: 'local', raw: true, command, ...named, ...more };
    return service.tool(token, 'synapse_exec', { ...order, verbose: true });
  };
  const said = async (...args: Parameters<typeof tell>): Promise<string> => (await tell(...args)).result.stdout;

  it.each(['bash', 'sh'])('keep what the last command left in %s', async (shell) => {
    const awkward = `it's "é" $HOME \\ \`id\`\n\n two  lines\n`;
    const first = await tell(
      shell,
      `cd '${folder}'; umask 027; export A=1 TEXT="$1$(cat)"; B=2; f() { :; }; unset LANG; exit 3`,
      {
        shell,
        stdin: `${awkward}.`,
      },
    );
    expect(first.result).toMatchObject({ exit_code: 3, stdout: '', stderr: '' });
    const show = 'pwd; umask; echo "$A|${B-none}|${LANG-none}|$(command -v f)"; printf %s "$TEXT"';
    expect(await said(shell, show, { shell })).toBe(`${folder}\n0027\n1|none|none|\n${awkward}.`);
    // It is kept on, also by a command that fails in the middle, and changed by the next.
    expect((await tell(shell, 'set -e; export A=2; false; export A=3', { shell })).result.exit_code).toBe(1);
    expect(await said(shell, 'echo $A; cd /; exec 2>/dev/null >&2; echo no', { shell })).toBe('2\n');
    expect(await said(shell, 'pwd', { shell })).toBe('/\n');
    expect(await said(shell, 'pwd', { shell, cwd: folder })).toBe(`${folder}\n`);
    expect(await said(shell, 'pwd', { shell })).toBe(`${folder}\n`);
  });

  it('belong to their name, token and machine alone', async () => {
    await tell('mine', `cd ${folder}; export A=mine`);
    const look = 'echo "${A-none}"';
    expect(await said('mine', look)).toBe('mine\n');
    for (const other of [said('other', look), said(null, look)]) expect(await other).toBe('none\n');
    const body = { machine: 'local', command: look, session: 'mine' };
    const person = await service.call('POST', '/synapse/exec', { token: login, body });
    expect(person.body).toMatchObject({ stdout: 'none\n' });
    await service.call('POST', '/synapse/machines', { token: login, body: { slug: 'second', kind: 'local' } });
    expect(await said('mine', look, { machine: 'second' })).toBe('none\n');
  });

  it('are not changed by a command that was killed, and end eight hours after the last one', async () => {
    await tell('slow', 'export A=kept');
    const killed = await tell('slow', 'export A=lost; cd /; echo begun; sleep 600', { timeout_seconds: 1 });
    expect(killed.result.status).toBe('timeout');
    expect(await said('slow', 'echo "$A"')).toBe('kept\n');
    service.advance(7.9 * 3_600_000);
    expect(await said('slow', 'echo "$A"')).toBe('kept\n');
    service.advance(8.1 * 3_600_000);
    expect(await said('slow', 'echo "${A-none}"')).toBe('none\n');
  });

  it('keep no secret, nothing that loads code, and show no value', async () => {
    await tell(
      'vault',
      'export T={{KEY}} U=x{{KEY}}y PLAIN=visible LD_PRELOAD= BASH_ENV=/nowhere; trap "echo bye" EXIT',
    );
    const { result } = await tell('vault', 'echo "${T-none} ${U-none} ${LD_PRELOAD-none} ${BASH_ENV-none} $PLAIN"');
    expect(result).toMatchObject({ stdout: 'none none none none visible\n', stderr: '' });
    const { result: log } = await service.tool(token, 'synapse_list_audit_logs', { limit: 1 });
    expect(log.entries[0].command_template).toMatch(/\n# session vault: PLAIN$/);
    expect(JSON.stringify(log)).not.toContain('visible');
  });

  it('leave the output as it is, also with a child in the background that prints', async () => {
    const noise = 'i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo "line $i"; done';
    const text = await said('noisy', `{ ${noise}; } & ${noise}; export A=1; wait`);
    expect(text.split('\n').filter((line) => !/^line \d+$/.test(line))).toEqual(['']);
    expect(text.split('\n')).toHaveLength(601);
    expect(await said('noisy', 'echo "$A"')).toBe('1\n');
    expect(await said('steps', 'echo one && echo two; echo three', { raw: false, view: 'all' })).toMatch(
      /one\n[\s\S]*two\n[\s\S]*three\n$/,
    );
  });

  it('make a later command what it then is to a policy', async () => {
    const put = (text: string) => service.call('PUT', '/synapse/policy', { token: login, body: { text } });
    login = await service.login();
    await tell('judged', `cd ${folder}`);
    await tell('changed', 'export PATH=/nowhere:$PATH');
    expect((await put('version: 1\ndefault: careful\n')).status).toBe(200);
    expect((await tell('judged', 'ls')).result.status).toBe('done');
    expect((await tell('changed', 'ls', { wait_seconds: 0 })).result.status).toBe('pending');
    expect((await tell('judged', 'cat shadow', { cwd: '/etc', wait_seconds: 0 })).result.status).toBe('pending');
    await put('version: 1\ndefault: open\n');
  });

  it('are refused where they mean nothing, and by a wrong name', async () => {
    for (const [session, more] of [
      ['', {}],
      ['a b', {}],
      ['x'.repeat(65), {}],
      ['job', { detach: true }],
    ] as const) {
      const refused = await tell(session, 'true', more);
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('session')]);
    }
  });
});
