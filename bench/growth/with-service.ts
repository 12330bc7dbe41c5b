/** Commands of the running service, for a user with many secrets, and beside many agents. */
import type { BenchAgents } from '../service/bench-agents.ts';
import { type BuiltServer, bearer } from '../service/built-server.ts';
import { medianOf, type Row } from './table.ts';

/** A user may give thirty commands a minute. */
const COMMANDS = 12;

/** A command on the service's own host, for a user with so many secrets. */
export async function withSecrets(server: BuiltServer, secrets: number): Promise<Row> {
  const { session, token } = await server.newUser('pro');
  for (let each = 0; each < secrets; each++) {
    const body = { value: `value-${each}-${'x'.repeat(24)}${each}` };
    await server.call('PUT', `/synapse/secrets/NAME_${each}`, { headers: bearer(session), json: body });
  }
  await server.call('POST', '/synapse/machines', {
    headers: bearer(session),
    json: { slug: 'here', kind: 'local' },
  });
  const exec = (command: string) => server.tool(token, 'synapse_exec', { machine: 'here', command });
  await exec('true');
  const cpu = server.cpuMs();
  return {
    secrets,
    true: await medianOf(() => exec('true'), COMMANDS),
    'with a secret': await medianOf(() => exec('printf %s {{NAME_0}}'), COMMANDS),
    'CPU of each': (server.cpuMs() - cpu) / (2 * COMMANDS),
    'memory, MiB': server.memory().now,
  };
}

/** A cheap call and a command on one agent, while so many are connected. */
export async function withAgents(server: BuiltServer, agents: BenchAgents, count: number): Promise<Row> {
  const first = await agents.connectUpTo(count);
  const list = () => server.call('GET', '/synapse/machines', { headers: bearer(first.session) });
  const run = () =>
    server.call('POST', '/synapse/exec', {
      headers: bearer(first.session),
      json: { machine: first.machine, command: 'true', cwd: '/' },
    });
  await run();
  return {
    agents: count,
    'list machines': await medianOf(list),
    true: await medianOf(run),
    'memory, MiB': server.memory().now,
  };
}
