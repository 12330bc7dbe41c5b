/** `synapse token …`. */
import type { CreatedToken, Token } from '@synapse/contract';
import { confirm } from '../ask.ts';
import { type Action, given, listOption, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { tokenFile } from '../session.ts';
import { writePrivateFile } from '../settings-folder.ts';
import { table } from '../terminal.ts';

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
    terminal.say(`Kept in ${file}.`);
  }
  terminal.answer(created, () => created.token);
  terminal.say(`Shown once: keep it. Scopes ${created.scopes.join(', ')}; valid until ${created.expires_at}.`);
  return undefined;
};

export const listTokens: Action = async ({ terminal, api }) => {
  const { tokens } = await api().call<{ tokens: Token[] }>('GET', '/tda/ai/tokens');
  terminal.answer({ tokens }, () =>
    table(
      ['ID', 'TOKEN', 'STATUS', 'LABEL', 'EXPIRES', 'LAST USED', 'SCOPES'],
      tokens.map((token) => [
        ...[token.id, token.token_hint, token.status, token.label, token.expires_at, token.last_used_at],
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
  if (token === undefined) throw new CliError(args[0] === undefined ? 'there is no active token' : 'no such token');
  await confirm(terminal, `Revoke ${token.token_hint}?`, options.yes === true);
  await service.call('DELETE', `/tda/ai/tokens/${token.id}`);
  terminal.answer({ id: token.id, revoked: true }, () => `${token.token_hint} is revoked.`);
  return undefined;
};
