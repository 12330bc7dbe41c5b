/** `synapse secret …`: a value comes from stdin or a hidden prompt, never from the command line. */
import type { PutSecretAnswer, UsedSecret } from '@synapse/contract';
import { askHidden, confirm, readStdin } from '../ask.ts';
import { type Action, given, listOption, type OptionValue } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const setSecret: Action = async ({ args, options, terminal, api }) => {
  const name = args[0]!;
  const service = api();
  const value = terminal.interactive ? await askHidden(terminal, tell('ask_secret', { name }), '') : await readStdin();
  if (value === '') throw usageError(tell('secret_empty'));
  const put = await service.call<PutSecretAnswer>('PUT', `/synapse/secrets/${encodeURIComponent(name)}`, {
    value,
    ...given({ machines: globs(options.machines), programs: globs(options.programs) }),
  });
  const bytes = Buffer.byteLength(value);
  terminal.answer({ ...put, bytes }, () => tell(put.created ? 'secret_stored' : 'secret_replaced', { name, bytes }));
  if (put.warning !== undefined) terminal.say(put.warning);
};

/** What is not given stays as it was; `*` alone lets it be used anywhere. */
function globs(value: OptionValue): readonly string[] | null | undefined {
  const list = listOption(value);
  return list?.length === 1 && list[0] === '*' ? null : list;
}

export const listSecrets: Action = async ({ terminal, api }) => {
  const { secrets } = await api().call<{ secrets: UsedSecret[] }>('GET', '/synapse/secrets');
  terminal.answer({ secrets }, () =>
    table(
      columns('secrets_head'),
      secrets.map(({ name, updated_at, last_used_at, machines, programs }) => [
        name,
        updated_at,
        last_used_at,
        machines?.join(',') ?? '*',
        programs?.join(',') ?? '*',
      ]),
    ),
  );
};

export const removeSecret: Action = async ({ args, options, terminal, api }) => {
  const name = args[0]!;
  const service = api();
  const { secrets } = await service.call<{ secrets: UsedSecret[] }>('GET', '/synapse/secrets');
  const used = secrets.find((secret) => secret.name === name)?.used_by;
  if (used !== undefined && used.machines.length > 0) {
    terminal.say(tell('secret_of_machines', { name, machines: used.machines.join(', ') }));
  }
  if (used !== undefined && used.aliases.length > 0) {
    terminal.say(tell('secret_of_aliases', { name, aliases: used.aliases.join(', ') }));
  }
  await confirm(terminal, tell('ask_delete_secret', { name }), options.yes === true);
  await service.call('DELETE', `/synapse/secrets/${encodeURIComponent(name)}`);
  terminal.answer({ deleted: true }, () => tell('deleted', { name }));
};
