/** Looking over the wire: what comes back, who may, what is kept, and what is refused. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalExecutor, findSandbox, mechanismOf } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

/** Which one depends on what this computer has installed. */
const SANDBOX = expect.stringMatching(/^(bubblewrap|user-namespaces)$/);
const bubblewrap = await locate('bubblewrap', findBubblewrap);

interface Looked {
  readonly status: string;
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly sandbox?: string;
  readonly execution_id: string;
}

describeEngine(bubblewrap, 'looking', () => {
  let service: Service;
  let session: string;
  let folder: string;
  beforeAll(async () => {
    folder = removeAtEnd(mkdtempSync('/var/tmp/synapse-look-'));
    service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
    session = await service.login();
    const body = { name: 'LOOK_SECRET', value: 'a value that is long enough' };
    await service.call('PUT', `/synapse/secrets/${body.name}`, { token: session, body: { value: body.value } });
  });
  afterAll(async () => {
    await service.stop();
  });

  const look = (command: string, more: object = {}) =>
    service.call<Looked & { code: string; detail: string }>('POST', '/synapse/look', {
      token: session,
      body: { machine: 'local', command, ...more },
    });

  it('answers as a command does, and says in which sandbox', async () => {
    const { status, body } = await look('echo out; echo err >&2; exit 3');
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    expect(body).toMatchObject({
      status: 'done',
      exit_code: 3,
      stdout: 'out\n',
      stderr: 'err\n',
      sandbox: SANDBOX,
    });
    const entry = await service.call('GET', `/synapse/executions/${body.execution_id}/entry`, { token: session });
    expect(entry.body).toMatchObject({ sandbox: SANDBOX, exit_code: 3, command_template: expect.any(String) });
    const again = await service.call('GET', `/synapse/executions/${body.execution_id}`, { token: session });
    expect(again.body).toMatchObject({ sandbox: SANDBOX, stdout: 'out\n' });
    const { body: listed } = await service.call<{ machines: { look: string }[] }>('GET', '/synapse/machines', {
      token: session,
    });
    expect(listed.machines[0]!.look).toEqual(SANDBOX);
    const plain = await service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'local', command: 'true' },
    });
    expect(plain.body).not.toHaveProperty('sandbox');
  });

  it('is killed at its deadline, with everything it started', async () => {
    const { body } = await look('sleep 77.123 & sleep 77.123', { timeout_seconds: 5 });
    expect(body).toMatchObject({ status: 'timeout', exit_code: 124 });
    const { body: left } = await look('ps -eo args | grep -c "^sleep 77.123"');
    expect(left.stdout).toBe('0\n');
  });

  it('is given no secret, and a directory that is not there is told', async () => {
    expect(await look('echo {{LOOK_SECRET}}')).toMatchObject({
      status: 422,
      body: { code: 'placeholder_unsupported' },
    });
    expect(await look('pwd', { cwd: '/not/there' })).toMatchObject({ status: 422, body: { code: 'cwd_not_found' } });
    expect((await look('pwd', { cwd: '/etc' })).body.stdout).toBe('/etc\n');
  });

  it('a token of mcp:look looks, and does nothing else', async () => {
    const token = await service.newToken(session, { scopes: ['mcp:look'] });
    const call = (name: string, args: object) =>
      service.call<{ result: { isError?: boolean; structuredContent: Looked; _meta: Record<string, string> } }>(
        'POST',
        '/tda/mcp',
        {
          headers: { 'x-ai-token': token },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        },
      );
    const looked = await call('synapse_look', { machine: 'local', command: 'echo $((6 * 7))' });
    expect(looked.body.result.structuredContent).toMatchObject({ stdout: '42\n', sandbox: SANDBOX });
    for (const name of ['synapse_exec', 'synapse_list_machines', 'synapse_delete_machine']) {
      const refused = await call(name, { machine: 'local', command: 'true' });
      expect(refused.body.result?.structuredContent).toBeUndefined();
    }
    const { body } = await service.call<{ result: { tools: { name: string; annotations: object }[] } }>(
      'POST',
      '/tda/mcp',
      {
        headers: { 'x-ai-token': token },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
    );
    expect(body.result.tools.map(({ name }) => name)).toEqual(['synapse_look']);
    expect(body.result.tools[0]!.annotations).toMatchObject({ readOnlyHint: true });
    const free = await service.newUser('free');
    const wish = { token: free.session, body: { scopes: ['mcp:look'] } };
    expect((await service.call('POST', '/auth/tokens', wish)).status).toBeGreaterThanOrEqual(400);
  });

  describe('a bwrap that lies', () => {
    const SKIP = 'while [ "$1" != -- ]; do shift; done; shift;';
    it.each([
      ['runs the command bare', `${SKIP} exec "$@"`],
      ['says that it failed and runs it all the same', `${SKIP} "$@"; echo failed >&2; exit 1`],
      ['runs it in some namespaces only', `${SKIP} exec unshare -n -p -f "$@"`],
      ['prints what the probe wants to read', 'echo 1; cat >/dev/null; exit 0'],
    ])('%s, and is not trusted', async (_, text) => {
      const lying = join(folder, 'lying');
      mkdirSync(lying, { recursive: true });
      writeFileSync(join(lying, 'bwrap'), `#!/bin/sh\n${text}\n`);
      chmodSync(join(lying, 'bwrap'), 0o755);
      const executor = createLocalExecutor({ environment: { PATH: `${lying}:${process.env.PATH}` } });
      const signal = AbortSignal.timeout(45_000);
      const found = await findSandbox(executor, { container: null, signal, mechanisms: [mechanismOf('bubblewrap')] });
      expect(found).toMatchObject({ sandbox: null, missing: [{ sandbox: SANDBOX }] });
      await executor.close();
      rmSync(lying, { recursive: true });
    });
  });
});
