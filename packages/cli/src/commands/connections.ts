/** `synapse connections`. */
import type { ClientConnection } from '@synapse/contract';
import { confirm } from '../ask.ts';
import { type Action, type Call, given, listOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

const PATH = '/tda/ai/connections';

/** Without an id they are listed; with one, it is revoked or left less. */
export const connections: Action = async (call) => {
  const { args, options, terminal, api } = call;
  const change = given({ scopes: listOption(options.scopes), machines: listOption(options.machines) });
  const changes = Object.keys(change).length > 0;
  if (args[0] === undefined) {
    if (options.revoke === true || changes) throw usageError(tell('connection_which'));
    return list(call);
  }
  if (options.revoke === true) return revoke(call, args[0]);
  if (!changes) throw usageError(tell('connection_what'));
  const narrowed = await api().call<ClientConnection>('PATCH', `${PATH}/${encodeURIComponent(args[0])}`, change);
  terminal.answer(narrowed, () => overview([narrowed]));
};

const list: Action = async ({ terminal, api }) => {
  const found = await api().call<{ connections: ClientConnection[] }>('GET', PATH);
  terminal.answer(found, () => overview(found.connections));
};

async function revoke({ options, terminal, api }: Call, id: string): Promise<void> {
  const service = api();
  const { connections: all } = await service.call<{ connections: ClientConnection[] }>('GET', PATH);
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new CliError(tell('no_such_connection'));
  await confirm(terminal, tell('ask_revoke', { token: found.client_host }), options.yes === true);
  await service.call('DELETE', `${PATH}/${id}`);
  terminal.answer({ id, revoked: true }, () => tell('revoked', { token: found.client_host }));
}

function overview(all: readonly ClientConnection[]): string {
  return table(
    columns('connections_head'),
    all.map((one) => [
      one.id,
      one.client_host,
      one.client_name,
      one.expires_at,
      one.last_used_at,
      String(one.calls_today),
      one.machines?.join(',') ?? '*',
      one.scopes.join(','),
    ]),
  );
}
