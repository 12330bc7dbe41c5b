/**
 * On a root file system that nobody can write to, as containers have it: the data directory is enough for the service,
 * and where something else is needed, that is named.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, createClient } from '../client.ts';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ROOT = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--die-with-parent'];
const CLONE = fileURLToPath(new URL('../..', import.meta.url));
const bubblewrap = await locate('bubblewrap', async () => {
  const bwrap = join(await findBubblewrap(), 'bwrap');
  await promisify(execFile)(bwrap, [...ROOT, 'true']);
  return bwrap;
});

describeEngine(bubblewrap, 'a read-only root', (bwrap) => {
  let service: ServerProcess | undefined;
  afterEach(async () => {
    await service?.kill('SIGTERM');
    service = undefined;
  });

  const start = async (more: readonly string[]) => {
    const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-read-only-')));
    const under = [bwrap(), ...ROOT, ...more, '--bind', dataDir, dataDir];
    service = await startServerProcess({ SYNAPSE_DATA_DIR: dataDir, SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD }, under);
    const client = createClient(service.url);
    const token = await client.login('admin', ADMIN_PASSWORD);
    const call = (method: string, path: string, body?: object) =>
      client.call(method, path, { token, ...(body && { body }) });
    return { call, exec: (command: string) => call('POST', '/synapse/exec', { machine: 'local', command }) };
  };

  it('with a /tmp of its own: everything works', async () => {
    // The clone itself may lie below /tmp.
    const { call, exec } = await start(['--tmpfs', '/tmp', '--ro-bind', CLONE, CLONE]);
    expect(await exec('touch /etc/x || echo read-only')).toMatchObject({
      status: 200,
      body: { stdout: 'read-only\n' },
    });
    expect(await call('GET', '/synapse/executions?q=read')).toMatchObject({ status: 200 });
  });

  it('without one: the service starts and searches, and a command says what is missing', async () => {
    const { call, exec } = await start([]);
    expect(await call('GET', '/synapse/audit/verify')).toMatchObject({ status: 200, body: { state: 'intact' } });
    const refused = await exec('echo here');
    expect(refused).toMatchObject({ status: 502, body: { code: 'machine_unreachable' } });
    expect(refused.body.detail).toContain('/tmp (EROFS)');
    expect(service!.stderr()).not.toMatch(/"level":"(error|fatal)"/);
  });
});
