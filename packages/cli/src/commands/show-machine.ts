/** `synapse machine show`: where a machine leads, what it uses, and why it does not answer. */
import type { Connection, MachineHealth, OwnMachine, SshConnection } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Action } from '../call.ts';
import { printable } from '../terminal.ts';
import { type Said, tell } from '../words/tell.ts';

type Fact = readonly [label: Said, values: readonly string[]];

export const showMachine: Action = async ({ args, terminal, api }) => {
  const service = api();
  const path = `/synapse/machines/${encodeURIComponent(args[0]!)}`;
  const machine = await service.call<OwnMachine>('GET', path);
  const why = machine.connected ? null : ((await reasons(service)).get(machine.slug) ?? null);
  terminal.answer({ ...machine, message: why }, () => {
    const seen = machine.last_seen_at === null ? tell('machine_never') : terminal.time(machine.last_seen_at);
    const facts: Fact[] = [
      ['show_label', machine.label === machine.slug ? [] : [machine.label]],
      ...placesOf(machine),
      ['show_state', [machine.statut, tell(machine.connected ? 'machine_online' : 'machine_offline')]],
      ['show_why', why === null ? [] : [why]],
      ['show_seen', [seen]],
      ['show_confirmed', [tell(machine.confirmed ? 'yes' : 'no')]],
      ['show_cwd', machine.default_cwd === null ? [] : [machine.default_cwd]],
      ['show_tags', machine.tags],
    ];
    return [terminal.bold(machine.slug), ...factLines(facts).map((line) => `  ${line}`)].join('\n');
  });
};

/** By machine: why its last check failed. Asking has old checks made again. */
export async function reasons(service: Api): Promise<ReadonlyMap<string, string>> {
  const { machines } = await service.call<{ machines: MachineHealth[] }>('GET', '/synapse/machine-health');
  return new Map(machines.flatMap(({ slug, message }) => (message === null ? [] : [[slug, printable(message)]])));
}

/** What a person should have seen: its kind and addresses, the keys that they showed, the secrets that they would get. */
export function placesOf({ kind, connection, agent, host_keys, secrets, containers }: OwnMachine): Fact[] {
  // Only keepers of a crew see how its machines are reached.
  if (connection === undefined)
    return [
      ['confirm_kind', [kind]],
      ['confirm_containers', containers],
    ];
  const fingerprints = host_keys.map(({ address, key, fingerprint }) => `${address} ${fingerprint ?? key}`);
  const isSsh = connection !== null && 'user' in connection;
  return [
    ['confirm_kind', [kind]],
    ['confirm_address', connection === null ? [agent?.hostname ?? '-'] : addressesOf(connection)],
    ['confirm_host_key', !isSsh || fingerprints.length > 0 ? fingerprints : [tell('confirm_no_key')]],
    ['confirm_secrets', secrets],
    ['confirm_containers', containers],
  ];
}

export function factLines(facts: readonly Fact[]): string[] {
  return facts
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${tell(label)} ${printable(values.join(', '))}`);
}

function addressesOf(connection: Connection): string[] {
  if ('socket' in connection) return [connection.socket];
  if (!('user' in connection)) return [connection.host];
  const addresses: string[] = [];
  for (let hop: SshConnection | undefined = connection; hop !== undefined; hop = hop.jump) {
    const byAgent = hop.agent === true ? ` (${tell('confirm_agent')})` : '';
    addresses.push(`${hop.user}@${hop.host}:${hop.port}${byAgent}`);
  }
  return addresses;
}
