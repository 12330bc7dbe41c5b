/** `synapse secret …`: a value comes from stdin or a hidden prompt, never from the command line. */
import type { PutSecretAnswer, UsedSecret } from '@synapse/contract';
import { askHidden, confirm, readStdin } from '../ask.ts';
import { type Action, given, listOption, type OptionValue } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';

export const setSecret: Action = async ({ args, options, terminal, api }) => {
  const name = args[0]!;
  const service = api();
  const value = terminal.interactive ? await askHidden(terminal, `Value of ${name}`, '') : await readStdin();
  if (value === '') throw usageError('an empty value is not stored');
  const put = await service.call<PutSecretAnswer>('PUT', `/synapse/secrets/${encodeURIComponent(name)}`, {
    ...{ value, ...given({ machines: globs(options.machines), programs: globs(options.programs) }) },
  });
  const bytes = Buffer.byteLength(value);
  terminal.answer({ ...put, bytes }, () => `${name} is ${put.created ? 'stored' : 'replaced'}: ${bytes} bytes.`);
  if (put.warning !== undefined) terminal.say(put.warning);
  return undefined;
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
      ['NAME', 'UPDATED', 'LAST USED', 'MACHINES', 'PROGRAMS'],
      secrets.map(({ name, updated_at, last_used_at, machines, programs }) => [
        ...[name, updated_at, last_used_at, machines?.join(',') ?? '*', programs?.join(',') ?? '*'],
      ]),
    ),
  );
  return undefined;
};

export const removeSecret: Action = async ({ args, options, terminal, api }) => {
  await confirm(terminal, `Delete the secret ${args[0]}?`, options.yes === true);
  await api().call('DELETE', `/synapse/secrets/${encodeURIComponent(args[0]!)}`);
  terminal.answer({ deleted: true }, () => `${args[0]} is deleted.`);
  return undefined;
};
