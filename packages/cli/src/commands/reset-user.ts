/** `synapse user reset`: takes every way to sign in but the password from somebody who has lost the others. */
import type { FactorReset } from '@synapse/contract';
import { confirm } from '../ask.ts';
import type { Action } from '../call.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';
import { idOf } from './user.ts';

export const resetUser: Action = async (call) => {
  const { args, options, terminal, offlineEnv } = call;
  const username = args[0]!;
  await confirm(terminal, tell('ask_reset', { username }), options.yes === true);
  const taken =
    options.offline === true
      ? await administer({ verb: 'user-reset', username }, offlineEnv, terminal.progress)
      : await call.api().call<FactorReset>('POST', `/admin/users/${await idOf(call, username)}/reset-sign-in`);
  const { totp, ...counts } = taken;
  terminal.answer({ username, ...taken }, () => tell('user_reset', { username, apps: totp ? 1 : 0, ...counts }));
  return undefined;
};
