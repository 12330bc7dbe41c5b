/** `synapse backup` and `synapse restore`. */
import { resolve } from 'node:path';
import { passphraseFor } from '../ask.ts';
import { type Action, textOption } from '../call.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

const LENGTH_MIN = 8;

export const backup: Action = async ({ args, options, terminal, offlineEnv }) => {
  await refuseAddress(args[0]!);
  const { usageError } = await import('../cli-error.ts');
  const passphrase = await passphraseFor(terminal, textOption(options.passphraseFile), { twice: true });
  if (passphrase.length < LENGTH_MIN) throw usageError(tell('passphrase_short', { least: LENGTH_MIN }));
  const withKey = options.includeMasterKey === true;
  const done = await administer(
    { verb: 'backup', file: resolve(args[0]!), passphrase, master_key: withKey },
    offlineEnv,
    terminal.progress,
  );
  terminal.answer(done, () =>
    tell('backup_done', { file: done.file, database: done.database, rows: done.rows, tables: done.tables }),
  );
  if (!withKey) {
    terminal.say(tell('backup_without_key'));
  }
};

export const restore: Action = async ({ args, options, terminal, offlineEnv }) => {
  await refuseAddress(args[0]!);
  const passphrase = await passphraseFor(terminal, textOption(options.passphraseFile), { twice: false });
  const done = await administer(
    { verb: 'restore', file: resolve(args[0]!), passphrase },
    offlineEnv,
    terminal.progress,
  );
  terminal.answer(done, () => tell('restore_done', { at: done.created_at, rows: done.rows, tables: done.tables }));
  if (done.master_key === 'missing') {
    terminal.say(tell('restore_no_key'));
  }
};

/** `s3://bucket/file` would be taken for a folder of that name. */
async function refuseAddress(file: string): Promise<void> {
  const { usageError } = await import('../cli-error.ts');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file)) throw usageError(tell('backup_to_file', { file }));
}
