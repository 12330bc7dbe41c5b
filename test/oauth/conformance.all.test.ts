/** The authorization scenarios of the protocol's conformance suite, against a running service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome } from '../mcp/run-program.ts';
import { ADMIN_PASSWORD, startService } from '../service.ts';
import { createBrowser } from './browser.ts';
import { answer, newClient, uidOf } from './oauth-client.ts';

const CHECKS = ['authorization-server-metadata', 'authorization-server-metadata-cimd', 'authorization-code-grant'];
const REVISION = '2026-07-28';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

it('passes what the suite asks of an authorization server', async () => {
  const [service, home, folder] = await Promise.all([
    startService(),
    createHome(),
    mkdtemp(join(tmpdir(), 'synapse-conformance-')),
  ]);
  try {
    const port = await freePort();
    const clientId = await newClient(service.url, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const suite = spawn(
      'conformance',
      [
        'authorization',
        '--url',
        `${service.url}/oauth`,
        '--client-id',
        clientId,
        '-p',
        String(port),
        '--resource',
        `${service.url}/mcp`,
        '--spec-version',
        REVISION,
        '-o',
        folder,
      ],
      { env: home.env, cwd: home.dir, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(suite, 'close');
    let printed = '';
    let asked = false;
    suite.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /http\S+\/oauth\/authorize\?\S+/.exec(printed)?.[0];
      if (address === undefined || asked || !printed.includes('Waiting')) return;
      asked = true;
      allow(service.url, address).catch(() => suite.kill());
    });
    await ended;
    const passed: string[] = [];
    for (const name of await readdir(folder)) {
      const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as {
        id: string;
        status: string;
        errorMessage?: string;
      }[];
      for (const { id, status, errorMessage } of checks) {
        expect(['SUCCESS', 'INFO'], `${id}: ${errorMessage}\n${printed}`).toContain(status);
        passed.push(id);
      }
    }
    expect(passed.toSorted(), printed).toEqual(CHECKS.toSorted());
  } finally {
    await service.stop();
    await home.remove();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The person's part. */
async function allow(url: string, address: string): Promise<void> {
  const browser = createBrowser(url);
  await browser.signIn('admin', ADMIN_PASSWORD);
  const { location } = await browser.open(address);
  const { body } = await answer(browser, uidOf(location));
  const back = await browser.open(body.continue_at);
  await fetch(back.location!);
}
