/** Claude Code itself: it finds out by itself how to connect, and asks for what a person then can allow. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientHome } from '../clients/client-home.ts';
import { RIGS } from '../clients/client-rigs.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { createBrowser } from './browser.ts';
import { type DocumentHost, startDocumentHost } from './document-host.ts';
import { uidOf } from './oauth-client.ts';

const rig = RIGS.find(({ client }) => client === 'claude-code')!;

describeEngine(await rig.find(), 'claude-code', (program) => {
  let service: Service;
  let documents: DocumentHost;
  beforeAll(async () => {
    [service, documents] = await Promise.all([
      startService({ SYNAPSE_PRIVATE_ADDRESSES: 'true' }),
      startDocumentHost(),
    ]);
  });
  afterAll(async () => {
    await service?.stop();
    await documents?.close();
  });

  it('is added by its bare address and asks a person, on a port of its own choice', async () => {
    const home = createClientHome();
    try {
      const add = ['mcp', 'add', '--transport', 'http', 'synapse', `${service.url}/mcp`];
      expect((await home.run(program(), add)).code).toBe(0);
      expect((await home.run(program(), ['mcp', 'list'])).text).toContain('Needs authentication');
      const asked = new URL(await addressOf(program(), home.project, home.env));
      const given = asked.searchParams;
      expect(asked.origin + asked.pathname).toBe(`${service.url}/oauth/authorize`);
      expect(Object.fromEntries(given)).toMatchObject({
        response_type: 'code',
        client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
        code_challenge_method: 'S256',
        scope: 'mcp:read mcp:write mcp:synapse',
        resource: `${service.url}/mcp`,
      });
      expect(given.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/callback$/);
      // Its document is out of reach here, so a copy of it stands in. The rest is its own request.
      const copy = documents.document('/claude-code', {
        client_name: 'Claude Code',
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      });
      given.set('client_id', copy);
      const browser = createBrowser(service.url);
      await browser.signIn('admin', ADMIN_PASSWORD);
      const { location } = await browser.open(asked.pathname + asked.search);
      const { body } = await browser.open(`/oauth/consent/${uidOf(location)}/question`);
      expect(body).toMatchObject({ client_host: documents.host, redirect_host: null });
    } finally {
      home.remove();
    }
  });
});

/** It wants a terminal, prints the address, and then waits for a person. */
function addressOf(program: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = `stty cols 2000; exec '${program}' mcp login --no-browser synapse`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd, env, detached: true });
    let printed = '';
    const end = (): void => {
      clearTimeout(late);
      process.kill(-child.pid!, 'SIGKILL');
    };
    const late = setTimeout(() => {
      end();
      reject(new Error(printed));
    }, 120_000);
    child.once('error', reject);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /http:\S+\/oauth\/authorize\?\S+(?=\s)/.exec(printed)?.[0];
      if (address === undefined) return;
      end();
      resolve(address);
    });
  });
}
