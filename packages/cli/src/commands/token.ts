/** `synapse token …`. */
import type { CreatedToken, Token } from '@synapse/contract';
import { confirm } from '../ask.ts';
import { type Action, given, listOption, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { tokenFile } from '../session.ts';
import { writePrivateFile } from '../settings-folder.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const createToken: Action = async ({ options, terminal, api }) => {
  const body = given({
    scopes: listOption(options.scopes),
    validity_days: options.days,
    label: textOption(options.label),
  });
  const created = await api().call<CreatedToken>('POST', '/tda/ai/tokens', body);
  if (options.save === true) {
    const file = tokenFile(terminal.env);
    writePrivateFile(file, `${created.token}\n`);
    terminal.say(tell('token_kept', { file }));
  }
  terminal.answer(created, () => created.token);
  terminal.say(tell('token_shown', { scopes: created.scopes.join(', '), until: created.expires_at }));
  return undefined;
};

export const listTokens: Action = async ({ terminal, api }) => {
  const { tokens } = await api().call<{ tokens: Token[] }>('GET', '/tda/ai/tokens');
  terminal.answer({ tokens }, () =>
    table(
      columns('tokens_head'),
      tokens.map((token) => [
        token.id,
        token.token_hint,
        token.status,
        token.label,
        token.expires_at,
        token.last_used_at,
        token.scopes.join(','),
      ]),
    ),
  );
  return undefined;
};

export const revokeToken: Action = async ({ args, options, terminal, api }) => {
  const service = api();
  const { tokens } = await service.call<{ tokens: Token[] }>('GET', '/tda/ai/tokens');
  const token = tokens.find(({ id, status }) => (args[0] === undefined ? status === 'active' : id === args[0]));
  if (token === undefined) throw new CliError(tell(args[0] === undefined ? 'no_active_token' : 'no_such_token'));
  await confirm(terminal, tell('ask_revoke', { token: token.token_hint }), options.yes === true);
  await service.call('DELETE', `/tda/ai/tokens/${token.id}`);
  terminal.answer({ id: token.id, revoked: true }, () => tell('revoked', { token: token.token_hint }));
  return undefined;
};
