/** A crew `ops` of the administrator: a second person in it, an invitation, a request for a role, a machine, a secret. */
import { createClient } from '../client.ts';
import type { Call } from './furnish.ts';

const SECOND = { username: 'lea', password: 'a password of her own' } as const;

export async function furnishCrew(url: string, call: Call): Promise<void> {
  await call('POST', '/crews', { slug: 'ops', name: 'Exploitation' });
  await call('POST', '/admin/users', { ...SECOND, plan: 'free' });
  await call('PUT', `/crews/ops/members/${SECOND.username}`, { role: 'watcher' });
  await call('POST', '/crews/ops/invitations', { role: 'watcher' });
  await call('PUT', '/crews/ops/synapse/secrets/OPS_KEY', { value: 'not-a-real-key-of-ops' });
  await call('POST', '/crews/ops/synapse/machines', { slug: 'web1', label: 'Serveur', kind: 'agent' });
  const client = createClient(url);
  const session = await client.login(SECOND.username, SECOND.password);
  await client.created('/crews/ops/requests', session, { role: 'operator', hours: 2, reason: 'astreinte' });
}
