/** Fills an instance with data for its pages to show, over the same API. */
import { ADMIN } from './instance.ts';

export type Call = (method: string, path: string, body?: unknown) => Promise<{ id: number }>;

/** Returns a function that adds more as the same person. */
export type Furnished = Awaited<ReturnType<typeof furnish>>;

export async function furnish(url: string): Promise<Call> {
  const session = await fetch(`${url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const call: Call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, 'x-synapse-page': '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? { id: 0 } : answer.json();
  };
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString();
  const notes = { folder: 'production', description: 'Base de données', rotate_days: 90, expires_at: soon };
  await call('PUT', '/synapse/secrets/DB_PASSWORD', { value: 'not-a-real-password', ...notes });
  await call('PUT', '/synapse/secrets/DEPLOY_KEY', { value: 'not-a-real-key-either' });
  await call('POST', '/synapse/machines', {
    slug: 'web-1',
    label: 'Serveur web',
    kind: 'ssh',
    containers: ['app', 'db'],
    default_container: 'app',
    default_cwd: '/srv/app',
    connection: { host: '127.0.0.1', port: 1, user: 'deploy', password_secret: 'DB_PASSWORD' },
  });
  await call('POST', '/synapse/machines', { slug: 'laptop', label: 'Portable', kind: 'agent' });
  await call('POST', '/admin/users', { username: 'camille', password: 'long enough too', plan: 'pro' });
  await call('POST', '/tda/ai/tokens', { label: 'Cursor' });
  const commands = [
    'ls -la /etc',
    'echo "connecting with {{DB_PASSWORD}}"',
    'seq 1 400',
    'cat /no/such/file',
    'df -h',
    'for i in 1 2 3; do echo "line $i"; done',
    ...Array.from({ length: 4 }, () => 'uname --kernel-name --kernel-release --machine'),
  ];
  for (const command of commands) await call('POST', '/synapse/exec', { machine: 'local', command });
  await call('PUT', '/synapse/aliases/dbp', { command: 'echo "{{DB_PASSWORD}}" | wc -c' });
  await call('POST', '/synapse/aliases/seed');
  for (const command of ['@dfh', '@dfh', '@dbp']) await call('POST', '/synapse/exec', { machine: 'local', command });
  await call('POST', '/synapse/aliases/mine', {});
  return call;
}
