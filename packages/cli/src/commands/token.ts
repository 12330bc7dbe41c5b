/** `synapse token …`. */
import type { CreatedToken, Token } from '@synapse/contract';
import type { Api } from '../api.ts';
import { confirm } from '../ask.ts';
import { type Action, given, listOption, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { saveToken } from '../session.ts';
import { type Terminal, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const createToken: Action = async ({ options, terminal, api }) => {
  const body = given({
    scopes: listOption(options.scopes),
    validity_days: options.days,
    label: textOption(options.label),
  });
  const service = api();
  await confirmLoss(service, terminal, options.yes === true);
  const created = await service.call<CreatedToken>('POST', '/tda/ai/tokens', body);
  if (options.save === true) {
    terminal.say(tell('token_kept', { file: saveToken(terminal.env, service.url, created.token) }));
  }
  terminal.answer(created, () => created.token);
  terminal.say(tell('token_shown', { scopes: created.scopes.join(', '), until: created.expires_at }));
};

/** There is one token: the client that uses the previous one loses access. An unused token is replaced without a question. */
async function confirmLoss(service: Api, terminal: Terminal, yes: boolean): Promise<void> {
  const { tokens } = await service.call<{ tokens: Token[] }>('GET', '/tda/ai/tokens');
  const used = tokens.find(({ status, last_used_at }) => status === 'active' && last_used_at !== null);
  if (used === undefined) return;
  const name = used.label === null ? used.token_hint : `${used.label} (${used.token_hint})`;
  terminal.say(tell('token_lost', { name, used: terminal.time(used.last_used_at!) }));
  terminal.say(tell('token_second_client'));
  await confirm(terminal, tell('ask_replace_token', { name }), yes);
}

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
};

export const revokeToken: Action = async ({ args, options, terminal, api }) => {
  const service = api();
  const { tokens } = await service.call<{ tokens: Token[] }>('GET', '/tda/ai/tokens');
  const token = tokens.find(({ id, status }) => (args[0] === undefined ? status === 'active' : id === args[0]));
  if (token === undefined) throw new CliError(tell(args[0] === undefined ? 'no_active_token' : 'no_such_token'));
  await confirm(terminal, tell('ask_revoke', { token: token.token_hint }), options.yes === true);
  await service.call('DELETE', `/tda/ai/tokens/${token.id}`);
  terminal.answer({ id: token.id, revoked: true }, () => tell('revoked', { token: token.token_hint }));
};
