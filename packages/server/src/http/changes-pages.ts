/** Which REST calls change something that open pages show, and have no event of their own. */
import { CREW_PREFIX } from './crew-calls.ts';
import type { Route } from './routes.ts';

/** These only read, or publish an event of their own. */
const QUIET: readonly string[] = [
  '/synapse/approvals/:id',
  '/synapse/exec',
  '/synapse/exec-many',
  '/synapse/executions/:id/cancel',
  '/synapse/explain',
  '/synapse/explain/typed',
  '/synapse/look',
  '/synapse/machines/check',
  '/synapse/notifications/test',
  '/synapse/policy/check',
  '/synapse/policy/replay',
];

export function changesPages({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  const own = path.replace(CREW_PREFIX, '');
  return method !== 'GET' && /^\/(?:synapse|tda|admin|crews)(?:\/|$)/.test(path) && !QUIET.includes(own);
}
