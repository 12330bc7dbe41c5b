/** `synapse machine confirm`: shows where a machine leads, asks, and confirms what was shown. */
import { type Connection, hopsOf, type OwnMachine } from '@synapse/contract';
import { confirm } from '../ask.ts';
import type { Action } from '../call.ts';
import { printable } from '../terminal.ts';
import { tell } from '../words/tell.ts';

export const confirmMachine: Action = async ({ args, options, terminal, api }) => {
  const slug = args[0]!;
  const path = `/synapse/machines/${encodeURIComponent(slug)}`;
  const machine = await api().call<OwnMachine>('GET', path);
  for (const line of placesOf(machine)) terminal.say(line);
  await confirm(terminal, tell('ask_confirm_machine', { slug }), options.yes === true);
  const confirmed = await api().call<OwnMachine>('POST', `${path}/confirm`, { version: machine.version });
  terminal.answer(confirmed, () => tell('machine_confirmed', { slug }));
  return undefined;
};

/** What a person should have seen: its kind and addresses, the keys that they showed, the secrets that they would get. */
function placesOf({ kind, connection, agent, host_keys, secrets, containers }: OwnMachine): string[] {
  const fingerprints = host_keys.map(({ address, key, fingerprint }) => `${address} ${fingerprint ?? key}`);
  const facts: [Parameters<typeof tell>[0], readonly string[]][] = [
    ['confirm_kind', [kind]],
    ['confirm_address', connection === null ? [agent?.hostname ?? '-'] : addressesOf(connection)],
    ['confirm_host_key', connection === null || fingerprints.length > 0 ? fingerprints : [tell('confirm_no_key')]],
    ['confirm_secrets', secrets],
    ['confirm_containers', containers],
  ];
  return facts
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${tell(label)} ${printable(values.join(', '))}`);
}

function addressesOf(connection: Connection): string[] {
  if ('socket' in connection) return [connection.socket];
  if (!('user' in connection)) return [connection.host];
  return hopsOf(connection).map(
    ({ user, host, port, agent }) => `${user}@${host}:${port}${agent === true ? ` (${tell('confirm_agent')})` : ''}`,
  );
}
