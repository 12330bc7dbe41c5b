/** `synapse backup` and `synapse restore`. */
import { resolve } from 'node:path';
import { passphraseFor } from '../ask.ts';
import { type Action, textOption } from '../call.ts';
import { administer } from '../offline.ts';

const LENGTH_MIN = 8;

export const backup: Action = async ({ args, options, terminal, offlineEnv }) => {
  const { usageError } = await import('../cli-error.ts');
  const passphrase = await passphraseFor(terminal, textOption(options.passphraseFile), { twice: true });
  if (passphrase.length < LENGTH_MIN) throw usageError(`a passphrase has ${LENGTH_MIN} characters or more`);
  const withKey = options.includeMasterKey === true;
  const done = await administer(
    { verb: 'backup', file: resolve(args[0]!), passphrase, master_key: withKey },
    offlineEnv,
    terminal.progress,
  );
  terminal.answer(done, () => `${done.file}: ${done.rows} rows of ${done.tables} tables`);
  if (!withKey) {
    terminal.say(
      'The master key is not in it: keep a copy of master.key elsewhere, or the secrets cannot be read again.',
    );
  }
  return undefined;
};

export const restore: Action = async ({ args, options, terminal, offlineEnv }) => {
  const passphrase = await passphraseFor(terminal, textOption(options.passphraseFile), { twice: false });
  const done = await administer(
    { verb: 'restore', file: resolve(args[0]!), passphrase },
    offlineEnv,
    terminal.progress,
  );
  terminal.answer(
    done,
    () => `Restored the state of ${done.created_at}: ${done.rows} rows of ${done.tables} tables, each compared.`,
  );
  if (done.master_key === 'missing') {
    terminal.say('There is no master key yet: put master.key into the data directory before the service starts.');
  }
  return undefined;
};
