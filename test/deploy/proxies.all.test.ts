/** Every file for a proxy that is shipped: a file of 50 MB, a stream that outlives an hour, a port of its own. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCli } from '../cli/run-cli.ts';
import { findCaddy, startCaddy } from '../engines/caddy.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findHaproxy, startHaproxy } from '../engines/haproxy.ts';
import { findNginx, startNginx } from '../engines/nginx.ts';
import { removeAtEnd } from '../left-behind.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';

const HOUR_MS = 3_600_000;
const NAME = 'synapse.example';

interface Proxy {
  readonly stop: () => Promise<void>;
}
/** Starts it on a port, before a service at `upstream`. */
type Start = (root: string, port: number, upstream: string) => Promise<Proxy>;

const caddy =
  (file: string): Start =>
  (root, port, upstream) => {
    const url = `http://127.0.0.1:${port}`;
    const shipped = readFileSync(file, 'utf8')
      // Any name, without a certificate.
      .replace('synapse.example {', `http://:${port} {`)
      .replace(/reverse_proxy (?:[\d.]+:8080 ?)+/, `reverse_proxy ${upstream} `);
    return startCaddy(root, url, shipped);
  };
const nginx =
  (file: string): Start =>
  (root, port, upstream) =>
    startNginx(root, { port, file, upstreams: [upstream] });

const [nginxFound, caddyFound, haproxyFound] = [
  await locate('nginx', findNginx),
  await locate('caddy', findCaddy),
  await locate('haproxy', findHaproxy),
];
const FILES = [
  ['deploy/nginx.conf', nginxFound, nginx('deploy/nginx.conf')],
  ['deploy/nginx-several.conf', nginxFound, nginx('deploy/nginx-several.conf')],
  ['deploy/Caddyfile', caddyFound, caddy('deploy/Caddyfile')],
  ['deploy/Caddyfile.several', caddyFound, caddy('deploy/Caddyfile.several')],
  ['deploy/haproxy.cfg', haproxyFound, (root, port, upstream) => startHaproxy(root, [`http://${upstream}`], port)],
] as const satisfies readonly (readonly [string, unknown, Start])[];

for (const [file, found, start] of FILES) {
  describeEngine(found, file, (root) => {
    let service: Service;
    let proxy: Proxy;
    let port: number;
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-proxy-')));
    beforeAll(async () => {
      port = await freePort();
      service = await startService({
        SYNAPSE_PUBLIC_URL: `http://${NAME}:${port}`,
        SYNAPSE_TRUST_PROXY: '127.0.0.1',
      });
      proxy = await start(root(), port, new URL(service.url).host);
    });
    afterAll(async () => {
      await proxy?.stop();
      await service?.stop();
    });

    /** As a client calls that knows the service by its name and port. */
    const get = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path, headers }, async (answer) => {
          let body = '';
          for await (const chunk of answer) body += chunk;
          resolve({ status: answer.statusCode!, body });
        });
        call.on('error', reject).end();
      });

    it('is reached by its name with a port, and by no other', async () => {
      const own = `${NAME}:${port}`;
      const authorization = `Bearer ${await service.login()}`;
      const headers = { host: own, origin: `http://${own}`, authorization };
      expect(await get('/auth/me', headers)).toMatchObject({ status: 200 });
      const foreign = await get('/auth/me', { ...headers, host: `evil.example:${port}`, 'accept-language': 'en' });
      expect(foreign.status).toBe(403);
      // Whoever set it up learns what was seen, and what was expected.
      const { detail } = JSON.parse(foreign.body);
      expect(detail).toContain(`Host evil.example:${port}`);
      expect(detail).toContain(`expected: ${own}`);
      expect(service.log.some((line) => line.includes('origin refused') && line.includes('evil.example'))).toBe(true);
    });

    it('takes a file of 50 MB, and bounds everything else', async () => {
      const cli = createCli(`http://127.0.0.1:${port}`);
      await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
      const bytes = randomBytes(50 * 1024 * 1024);
      writeFileSync(join(folder, 'large'), bytes);
      const copied = await cli.run('cp', [join(folder, 'large'), `local:${join(folder, 'arrived')}`]);
      expect(copied, copied.stderr).toMatchObject({ code: 0 });
      const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');
      expect(digest(readFileSync(join(folder, 'arrived')))).toBe(digest(bytes));
      cli.remove();
      const answer = await fetch(`http://127.0.0.1:${port}/synapse/exec`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await service.login()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ machine: 'local', command: 'x'.repeat(7_000_000) }),
      });
      // Caddy before 2.7 cuts such a call off, and calls that 502.
      expect([413, ...(file.includes('Caddy') ? [502] : [])]).toContain(answer.status);
      await answer.text();
    });

    it('keeps a stream open for an hour', async () => {
      const session = await service.login();
      const events = await fetch(`http://127.0.0.1:${port}/synapse/events`, {
        headers: { authorization: `Bearer ${session}` },
      });
      const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
      let seen = (await reader.read()).value ?? '';
      service.advance(HOUR_MS);
      const order = { machine: 'local', command: 'true' };
      await service.call('POST', '/synapse/exec', { token: await service.login(), body: order });
      while (!/"status":"done"/.test(seen)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream has ended: ${seen}`);
        seen += value;
      }
      await reader.cancel();
    });
  });
}
