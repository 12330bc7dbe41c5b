/** `synapse vault rotate`. */
import { type Action, textOption } from '../call.ts';
import { administer } from '../offline.ts';

export const rotate: Action = async ({ options, terminal, offlineEnv }) => {
  const file = textOption(options.newKeyFile) ?? null;
  const done = await administer({ verb: 'vault-rotate', new_key_file: file }, offlineEnv, terminal.progress);
  terminal.answer(done, () => `${done.secrets} secrets are under the new key, which is in ${done.key_file}.`);
  if (file !== null) terminal.say(`Point SYNAPSE_MASTER_KEY_FILE to ${done.key_file} before the service starts.`);
  return undefined;
};
