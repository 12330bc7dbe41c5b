/** NATS as the Compose file starts it: instances with the password meet over TLS, and nobody else gets in. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Bus } from '../../packages/server/src/bus/bus.ts';
import { createBus } from '../../packages/server/src/bus/create-bus.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { type Daemon, supervise } from '../engines/supervise.ts';
import { removeAtEnd } from '../left-behind.ts';

describeEngine(await locate('nats', findNats), 'NATS of the Compose file', (root) => {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-nats-tls-')));
  const [cert, key] = [join(folder, 'cert'), join(folder, 'key')];
  let port: number;
  let daemon: Daemon;
  beforeAll(async () => {
    // As the guide says; only the name is this computer's.
    const made = readFileSync('docs/guides/deployment.md', 'utf8').match(/openssl req [\s\S]*? -out nats_cert/)![0];
    const args = made.replace(/\\\n/, '').replace('DNS:nats', 'DNS:localhost').split(/\s+/).slice(1);
    const files: Record<string, string> = { nats_key: key, nats_cert: cert };
    execFileSync(
      'openssl',
      args.map((arg) => files[arg] ?? arg),
      { stdio: 'ignore' },
    );
    port = await freePort();
    const shipped = readFileSync('deploy/nats.conf', 'utf8')
      .replace('port: 4222', `host: 127.0.0.1\nport: ${port}`)
      .replace('/run/secrets/nats_cert', cert)
      .replace('/run/secrets/nats_key', key);
    writeFileSync(join(folder, 'nats.conf'), shipped);
    daemon = await supervise({
      argv: [join(root(), 'usr/sbin/nats-server'), '--config', join(folder, 'nats.conf')],
      env: { PATH: process.env.PATH, NATS_PASSWORD: 'p0123' },
      log: join(folder, 'log'),
      cleanup: `rm -rf ${shellQuote(folder)}`,
      ready: () =>
        new Promise<void>((resolve, reject) => void connect(port, '127.0.0.1', resolve).once('error', reject)),
    });
  });
  afterAll(() => daemon?.stop());

  const keys = { bus: randomBytes(32), installation: randomBytes(32) };
  const log = pino({ level: 'silent' });
  const meter = { count: () => undefined, answeredIn: () => undefined };
  const joined = async (url: string, more: { natsCa?: string | null; keys?: typeof keys } = {}): Promise<Bus> => {
    const bus = await createBus({ natsUrl: url, natsCa: cert, keys, clock: Date.now, log, meter, ...more });
    onTestFinished(() => bus.close());
    return bus;
  };
  const address = (who: string, scheme = 'tls') => `${scheme}://${who}localhost:${port}`;

  it('joins instances of one installation, and lets two installations not hear each other', async () => {
    const right = address('synapse:p0123@');
    const [a, b, other] = [
      await joined(right),
      await joined(right),
      await joined(right, { keys: { bus: randomBytes(32), installation: randomBytes(32) } }),
    ];
    for (const bus of [a, b, other]) await expect.poll(() => bus.connected()).toBe(true);
    b.respond('double', (message) => ({ twice: (message as { n: number }).n * 2 }));
    await expect.poll(() => a.request('double', { n: 4 }, 1_000)).toEqual({ twice: 8 });
    expect(await other.request('double', { n: 4 }, 300)).toBeNull();
  });

  it.each([
    ['without a password', 'tls', '', true],
    ['with a wrong one', 'tls', 'synapse:wrong@', true],
    ['without trust in its certificate', 'tls', 'synapse:p0123@', false],
  ])('lets nobody in %s', async (_name, scheme, who, trusts) => {
    const bus = await joined(address(who, scheme), trusts ? {} : { natsCa: null });
    expect(bus.connected()).toBe(false);
    expect(await bus.request('double', { n: 4 }, 100)).toBeNull();
  });
});
