/** `synapse vault rotate` and `synapse vault forget`. */
import { askText } from '../ask.ts';
import { type Action, textOption } from '../call.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

export const rotate: Action = async ({ options, terminal, offlineEnv }) => {
  const file = textOption(options.newKeyFile) ?? null;
  const done = await administer({ verb: 'vault-rotate', new_key_file: file }, offlineEnv, terminal.progress);
  terminal.answer(done, () => tell('vault_rotated', { secrets: done.secrets, file: done.key_file }));
  if (file !== null) terminal.say(tell('vault_point', { file: done.key_file }));
};

export const forget: Action = async ({ options, terminal, offlineEnv }) => {
  const instead = tell('pass_option', { option: '--confirm' });
  const confirm = textOption(options.confirm) ?? (await askText(terminal, tell('ask_forget'), instead));
  const done = await administer({ verb: 'vault-forget', confirm }, offlineEnv, terminal.progress);
  terminal.answer(done, () =>
    [
      tell('vault_forgotten', { secrets: done.secrets.length }),
      ...done.secrets.map(({ username, name }) => `  ${username}  ${name}`),
      tell('vault_also', { apps: done.authenticator_apps, channels: done.notification_channels }),
    ].join('\n'),
  );
  if (done.key_file !== null) terminal.say(tell('vault_new_key', { file: done.key_file }));
};
