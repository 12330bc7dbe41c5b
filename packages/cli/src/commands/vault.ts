/** `synapse vault rotate`. */
import { type Action, textOption } from '../call.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

export const rotate: Action = async ({ options, terminal, offlineEnv }) => {
  const file = textOption(options.newKeyFile) ?? null;
  const done = await administer({ verb: 'vault-rotate', new_key_file: file }, offlineEnv, terminal.progress);
  terminal.answer(done, () => tell('vault_rotated', { secrets: done.secrets, file: done.key_file }));
  if (file !== null) terminal.say(tell('vault_point', { file: done.key_file }));
  return undefined;
};
