/** `synapse freeze` and `synapse unfreeze`. */
import type { Freeze } from '@synapse/contract';
import type { Action, Call } from '../call.ts';
import { given, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';

const pathOf = ({ options }: Call): string => (options.instance === true ? '/admin/freeze' : '/synapse/freeze');

export const freeze: Action = async (call) => {
  const { options, terminal, api } = call;
  const scope = given({ machine: textOption(options.machine), token: textOption(options.token) });
  if (options.instance === true && Object.keys(scope).length > 0) {
    throw usageError('--instance covers everything: it takes neither --machine nor --token');
  }
  const body = { ...scope, ...given({ reason: textOption(options.reason) }) };
  const made = await api().call<Freeze>('POST', pathOf(call), body);
  terminal.answer(made, () => `Frozen: ${nameOf(made)} (${made.id}).`);
  terminal.say(`Nothing of it runs until: ${calledAs(terminal.env)} unfreeze ${made.id}${flag(call)}`);
  return undefined;
};

export const unfreeze: Action = async (call) => {
  const { args, options, terminal } = call;
  const api = call.api();
  const { freezes } = await api.call<{ freezes: Freeze[] }>('GET', pathOf(call));
  const scope = options.instance === true ? 'instance' : 'user';
  const own = freezes.filter((one) => one.scope === scope);
  const lifted = options.all === true ? own : own.filter(({ id }) => args[0] === undefined || id === args[0]);
  if (args[0] !== undefined && lifted.length === 0) throw new CliError('no such freeze');
  if (lifted.length === 0) {
    terminal.answer({ lifted: [] }, () => 'Nothing is frozen.');
    const ofInstance = freezes.length - own.length;
    if (ofInstance > 0) terminal.say('The whole instance is: an administrator lifts that.');
    return undefined;
  }
  if (lifted.length > 1 && options.all !== true) {
    terminal.say(list(lifted));
    throw usageError('which one? Name it by its id, or pass --all');
  }
  for (const { id } of lifted) await api.call('DELETE', `${pathOf(call)}/${id}`);
  terminal.answer({ lifted: lifted.map(({ id }) => id) }, () => `Lifted: ${lifted.map(nameOf).join(', ')}.`);
  return undefined;
};

const flag = ({ options }: Call): string => (options.instance === true ? ' --instance' : '');

function nameOf({ scope, machine, token }: Freeze): string {
  if (scope === 'instance') return 'the whole instance';
  const parts = [machine === null ? '' : `machine ${machine}`, token === null ? '' : `token ${token}`].filter(Boolean);
  return parts.length === 0 ? 'everything of yours' : parts.join(', ');
}

function list(freezes: readonly Freeze[]): string {
  return table(
    ['ID', 'WHAT', 'SINCE', 'BY', 'REASON'],
    freezes.map((one) => [one.id, nameOf(one), one.created_at, one.created_by, one.reason]),
  );
}
