/** `synapse secret import`: shows the names of a `.env` file, asks, and stores the values. No value is ever printed. */
import { readFileSync } from 'node:fs';
import type { SecretImportAnswer, UsedSecret } from '@synapse/contract';
import { readEnvFile } from '@synapse/contract/env-file';
import { confirm, readStdin } from '../ask.ts';
import { type Action, given } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

export const importSecrets: Action = async ({ args, options, terminal, api }) => {
  const file = args[0]!;
  const { entries, skipped } = readEnvFile(file === '-' ? await readStdin() : read(file));
  if (skipped.length > 0) terminal.say(tell('env_skipped', { lines: skipped.map(({ line }) => line).join(', ') }));
  if (entries.length === 0) throw new CliError(tell('env_nothing'));
  const service = api();
  const known = new Set(
    (await service.call<{ secrets: UsedSecret[] }>('GET', '/synapse/secrets')).secrets.map(({ name }) => name),
  );
  const replace = options.replace === true;
  const there = entries.filter(({ name }) => known.has(name));
  const fresh = entries.filter(({ name }) => !known.has(name));
  const named = (list: readonly { readonly name: string }[]) => ({ names: list.map(({ name }) => name).join(', ') });
  if (fresh.length > 0) terminal.say(tell('env_names', named(fresh)));
  if (there.length > 0) terminal.say(tell(replace ? 'env_replaced' : 'env_kept', named(there)));
  const count = fresh.length + (replace ? there.length : 0);
  if (count > 0) await confirm(terminal, tell('ask_env', { count }), options.yes === true);
  const answer = await service.call<SecretImportAnswer>('POST', '/synapse/secrets', {
    secrets: entries.map(({ name, value }) => ({ name, value })),
    conflicts: replace ? 'replace' : 'keep',
    ...given({ folder: options.folder }),
  });
  if (answer.weak.length > 0) terminal.say(tell('env_weak', { names: answer.weak.join(', ') }));
  const stored = answer.created.length + answer.replaced.length;
  terminal.answer(answer, () => tell('env_done', { count: stored }));
};

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(tell('env_unread', { file, reason: (error as NodeJS.ErrnoException).code ?? '' }));
  }
}
