/** `synapse machine containers`: what runs there now, and which of it commands may use. */
import type { FoundContainer, Machine } from '@synapse/contract';
import { matchesHostLine } from '@synapse/contract/ssh-config';
import { type Action, listOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const machineContainers: Action = async ({ args, options, terminal, api }) => {
  const path = `/synapse/machines/${encodeURIComponent(args[0]!)}`;
  const service = api();
  const { containers: found } = await service.call<{ containers: FoundContainer[] }>('GET', `${path}/containers`);
  const { containers: before } = await service.call<Machine>('GET', path);
  const wanted = listOption(options.allow);
  const chosen = found.filter(({ name }) => wanted !== undefined && matchesHostLine(name, wanted));
  if (wanted !== undefined && chosen.length === 0) throw new CliError(tell('containers_none'));
  const allowed = [...new Set([...before, ...chosen.map(({ name }) => name)])];
  if (chosen.length > 0) await service.call('PATCH', path, { containers: allowed });
  terminal.answer({ containers: found.map((one) => ({ ...one, allowed: allowed.includes(one.name) })) }, () =>
    table(
      columns('containers_head'),
      found.map(({ name, image, status }) => [name, tell(allowed.includes(name) ? 'yes' : 'no'), image, status]),
    ),
  );
  return undefined;
};
