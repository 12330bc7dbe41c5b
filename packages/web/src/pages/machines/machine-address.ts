/** Where a machine is reached, as one would type it. */
import type { Machine } from '../../api/machines.ts';

/** The same for every host on the way to it, the nearest to it first. `byAgent`: what the service's ssh agent is called. */
export function hopAddresses(machine: Machine, byAgent: string): string[] {
  const { connection } = machine;
  if (connection === null || !('user' in connection)) return [addressOf(machine)].filter((each) => each !== null);
  const addresses: string[] = [];
  for (let hop: typeof connection | undefined = connection; hop !== undefined; hop = hop.jump) {
    addresses.push(`${hop.user}@${hop.host}:${hop.port}${hop.agent === true ? ` (${byAgent})` : ''}`);
  }
  return addresses;
}

export function addressOf({ connection, agent }: Machine): string | null {
  if (connection === null) return agent?.hostname ?? null;
  if ('socket' in connection) return connection.socket;
  if ('user' in connection) return `${connection.user}@${connection.host}:${connection.port}`;
  return connection.host;
}
