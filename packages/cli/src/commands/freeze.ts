/** `synapse freeze` and `synapse unfreeze`. */
import type { Freeze } from '@synapse/contract';
import type { Action, Call } from '../call.ts';
import { given, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

const pathOf = ({ options }: Call): string => (options.instance === true ? '/admin/freeze' : '/synapse/freeze');

export const freeze: Action = async (call) => {
  const { options, terminal, api } = call;
  const scope = given({ machine: textOption(options.machine), token: textOption(options.token) });
  if (options.instance === true && Object.keys(scope).length > 0) {
    throw usageError(tell('freeze_all'));
  }
  const body = { ...scope, ...given({ reason: textOption(options.reason) }) };
  const made = await api().call<Freeze>('POST', pathOf(call), body);
  terminal.answer(made, () => tell('frozen', { what: nameOf(made, call), id: made.id }));
  const command = `${calledAs(terminal.env)} unfreeze ${made.id}${flag(call)}`;
  terminal.say(tell('frozen_until', { command }));
};

export const unfreeze: Action = async (call) => {
  const { args, options, terminal } = call;
  const api = call.api();
  const { freezes } = await api.call<{ freezes: Freeze[] }>('GET', pathOf(call));
  const scope = options.instance === true ? 'instance' : 'user';
  const own = freezes.filter((one) => one.scope === scope);
  const lifted = options.all === true ? own : own.filter(({ id }) => args[0] === undefined || id === args[0]);
  if (args[0] !== undefined && lifted.length === 0) throw new CliError(tell('freeze_unknown'));
  if (lifted.length === 0) {
    terminal.answer({ lifted: [] }, () => tell('freeze_none'));
    const ofInstance = freezes.length - own.length;
    if (ofInstance > 0) terminal.say(tell('freeze_instance_too'));
    return;
  }
  if (lifted.length > 1 && options.all !== true) {
    terminal.say(list(lifted, call));
    throw usageError(tell('freeze_which'));
  }
  for (const { id } of lifted) await api.call('DELETE', `${pathOf(call)}/${id}`);
  terminal.answer({ lifted: lifted.map(({ id }) => id) }, () =>
    tell('freeze_lifted', { what: lifted.map((one) => nameOf(one, call)).join(', ') }),
  );
};

const flag = ({ options }: Call): string => (options.instance === true ? ' --instance' : '');

function nameOf({ scope, machine, token }: Freeze, { options }: Call): string {
  if (scope === 'instance') return tell('freeze_name_instance');
  const parts = [
    machine === null ? '' : tell('freeze_name_machine', { machine }),
    token === null ? '' : tell('freeze_name_token', { token }),
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(', ');
  return tell(options.crew === undefined ? 'freeze_name_all' : 'freeze_name_crew');
}

function list(freezes: readonly Freeze[], call: Call): string {
  return table(
    columns('freezes_head'),
    freezes.map((one) => [one.id, nameOf(one, call), one.created_at, one.created_by, one.reason]),
  );
}
