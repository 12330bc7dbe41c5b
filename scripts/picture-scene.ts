/** What the pictures show: made-up machines, secrets and commands of a small shop, all of them real to the service. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../test/client.ts';
import type { Sshd } from '../test/engines/sshd.ts';
import { ADMIN } from '../test/web/instance.ts';

export interface Scene {
  readonly client: Client;
  /** Of the assistant. */
  readonly token: string;
  /** Where the commands run. */
  readonly folder: string;
  /** An order of the assistant that nobody waits for. */
  readonly order: (command: string) => Promise<string>;
  readonly call: (method: string, path: string, body?: unknown) => Promise<{ readonly [name: string]: unknown }>;
}

const DAY_MS = 86_400_000;

export async function setScene(url: string, sshd: Sshd): Promise<Scene> {
  const client: Client = createClient(url);
  const session = await client.login(ADMIN.username, ADMIN.password);
  const call: Scene['call'] = async (method, path, body) => {
    const answer = await client.call<Record<string, unknown>>(method, path, { token: session, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const folder = furnishFolder();
  await putSecrets(call, sshd);
  await call('PATCH', '/synapse/machines/local', { label: 'Build server', default_cwd: folder, tags: ['ci'] });
  for (const [number, label] of [
    [1, 'Web server'],
    [2, 'Second web server'],
  ] as const) {
    await call('POST', '/synapse/machines', {
      slug: `web-${number}`,
      label,
      kind: 'ssh',
      tags: ['web'],
      default_cwd: '/tmp',
      connection: { host: '127.0.0.1', port: sshd.port, user: sshd.users[0], key_secret: 'DEPLOY_KEY' },
    });
  }
  await call('POST', '/synapse/machines', {
    slug: 'db-1',
    label: 'Database',
    kind: 'ssh',
    containers: ['postgres'],
    default_container: 'postgres',
    connection: { host: '127.0.0.1', port: 1, user: 'deploy', password_secret: 'DB_PASSWORD' },
  });
  await call('POST', '/synapse/machines', { slug: 'laptop', label: 'Laptop', kind: 'agent' });
  const token = await client.newToken(session, { label: 'Claude Code' });
  const order: Scene['order'] = async (command) => {
    const args = { machine: 'local', command, wait_seconds: 0, timeout_seconds: 300 };
    return (await client.tool(token, 'synapse_exec', args)).result.execution_id;
  };
  for (const command of ['ls -la', 'df -h', 'uname --kernel-name', 'git --version']) {
    await call('POST', '/synapse/exec', { machine: 'local', command });
  }
  await call('PUT', '/synapse/aliases/chk', { command: './bin/check.sh | tail -3' });
  for (const command of [
    'cat logs/app.log',
    'echo "{{DB_PASSWORD}}" | wc -c',
    '@chk',
    'cat no-such-file',
    "find . -name '*.yml'",
    'seq 1 400',
    './bin/check.sh | tail -3',
  ]) {
    const id = await order(command);
    await call('GET', `/synapse/executions/${id}?wait_seconds=20`);
  }
  return { client, token, folder, order, call };
}

async function putSecrets(call: Scene['call'], sshd: Sshd): Promise<void> {
  const soon = new Date(Date.now() + 6 * DAY_MS).toISOString();
  const secrets = {
    DEPLOY_KEY: { value: sshd.privateKey, folder: 'production', description: 'Key of the web servers' },
    DB_PASSWORD: {
      value: 'not-a-real-password',
      folder: 'production',
      description: 'Database of the shop',
      rotate_days: 90,
      expires_at: soon,
    },
    STRIPE_KEY: { value: 'not-a-real-key-of-a-bank', folder: 'production', description: 'Payments' },
    SMTP_PASSWORD: { value: 'not-a-real-password-2', folder: 'staging', description: 'Mails of the staging shop' },
    NPM_TOKEN: { value: 'not-a-real-token-at-all', description: 'Publishing packages' },
  };
  for (const [name, body] of Object.entries(secrets)) await call('PUT', `/synapse/secrets/${name}`, body);
}

/** A small project: a check that prints in colours, a release that takes its time, a log. */
function furnishFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const script = (name: string, text: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}`);
    chmodSync(join(folder, name), 0o755);
  };
  for (const name of ['bin', 'logs', 'config']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'config/shop.yml'), 'name: shop\n');
  writeFileSync(join(folder, 'config/mail.yml'), 'from: shop\n');
  const lines = Array.from({ length: 300 }, (_, at) => {
    const time = new Date(Date.UTC(2026, 10, 15, 10, 0, at)).toISOString().slice(0, 19);
    return at === 150
      ? `${time}Z ERROR db.pool connection to orders-db timed out after 5000 ms`
      : `${time}Z INFO api.request GET /v1/orders/${4100 + at} 200 ${10 + ((at * 7) % 40)} ms`;
  });
  writeFileSync(join(folder, 'logs/app.log'), `${lines.join('\n')}\n`);
  const parts = ['auth', 'billing', 'catalog', 'search', 'orders', 'images', 'reports'];
  script(
    'bin/check.sh',
    [
      'printf "\\033[1m==> checking release 2026.11.3 of api\\033[0m\\n"',
      ...parts.map((part, at) => `printf "\\033[32mok\\033[0m    ${part} answers in ${41 + at * 6} ms\\n"`),
      'printf "\\033[33mwarn\\033[0m  reports: 3 slow queries in the last hour\\n"',
      'printf "\\033[31mfail\\033[0m  mailer: queue has 214 messages, 200 allowed\\n"',
      'tail -40 logs/app.log\n',
    ].join('\n'),
  );
  script(
    'bin/publish.sh',
    'read token; echo "published with $token"; echo "publish: version 2026.11.3 exists" >&2; exit 1\n',
  );
  script('deploy.sh', 'for i in $(seq 1 120); do echo "building image api:7f3c01a  layer $i/120"; sleep 1; done\n');
  return folder;
}
