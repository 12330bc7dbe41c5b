/** Where a machine is reached, as one would type it. */
import type { Machine } from '../../api/machines.ts';

export function addressOf({ connection, agent }: Machine): string | null {
  if (connection === null) return agent?.hostname ?? null;
  if ('socket' in connection) return connection.socket;
  if ('user' in connection) return `${connection.user}@${connection.host}:${connection.port}`;
  return connection.host;
}
