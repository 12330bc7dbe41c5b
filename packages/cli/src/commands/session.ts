/** Signing in and out, who is signed in, and the address of the page. */
import type { User } from '@synapse/contract';
import { startChild } from '@synapse/runner/start-child';
import { accountFromEnv, logIn, serviceUrl } from '../api.ts';
import { askHidden, askText, readStdin } from '../ask.ts';
import { type Action, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { forgetSession, readSession, saveSession } from '../session.ts';

interface Me extends User {
  readonly scopes: readonly string[];
  readonly daily_quota: number;
  readonly calls_today: number;
}

export const login: Action = async ({ options, terminal }) => {
  const { env } = terminal;
  const url = serviceUrl(env, textOption(options.url));
  const known = accountFromEnv(env);
  const username =
    textOption(options.username) ??
    known?.username ??
    (await askText(terminal, 'Username', 'pass --username, or set SYNAPSE_USERNAME'));
  const password =
    options.passwordStdin === true
      ? await readStdin()
      : (known?.password ??
        (await askHidden(terminal, 'Password', 'pass --password-stdin, or set SYNAPSE_PASSWORD_FILE')));
  const { access_token, expires_in } = await logIn(url, { username, password }, env);
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
  saveSession(env, { url, username, access_token, expires_at });
  terminal.answer({ url, username, expires_at }, () => `Signed in to ${url} as ${username}, until ${expires_at}.`);
  return undefined;
};

export const logout: Action = async ({ terminal, api }) => {
  const session = readSession(terminal.env);
  try {
    if (session !== null) await api().call('POST', '/auth/logout');
  } catch (error) {
    // The file is removed in any case. A session that has ended already need not be ended.
    if (!(error instanceof CliError)) throw error;
    if (error.exitCode !== 4) terminal.say(`The service did not hear of it: ${error.message}`);
  } finally {
    forgetSession(terminal.env);
  }
  terminal.answer({ signed_out: session !== null }, () => (session === null ? 'Nobody was signed in.' : 'Signed out.'));
  return undefined;
};

export const whoami: Action = async ({ terminal, api }) => {
  const service = api();
  const me = await service.call<Me>('GET', '/auth/me');
  terminal.answer({ url: service.url, ...me }, () =>
    [
      `${me.username} (${me.role}) at ${service.url}`,
      `plan ${me.plan}: ${me.scopes.join(', ')}`,
      `${me.calls_today} of ${me.daily_quota} AI calls today`,
    ].join('\n'),
  );
  return undefined;
};

export const open: Action = async ({ terminal, options }) => {
  const url = serviceUrl(terminal.env, textOption(options.url));
  terminal.answer({ url }, () => url);
  const program = terminal.env.BROWSER || (terminal.interactive ? browserOf(process.platform) : undefined);
  if (program === undefined) return undefined;
  const child = startChild(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => terminal.say(`${program} could not be started: open the address yourself.`));
  child.unref();
  return undefined;
};

function browserOf(platform: NodeJS.Platform): string {
  return { darwin: 'open', win32: 'explorer' }[platform as string] ?? 'xdg-open';
}
