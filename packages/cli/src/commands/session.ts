/** Signing in and out, who is signed in, and the address of the page. */
import type { OwnSession, User } from '@synapse/contract';
import { type Account, accountFromEnv, createApi, logIn, reach, serviceUrl } from '../api.ts';
import { askHidden, askText, readStdin } from '../ask.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { type BrowserSession, logInByBrowser } from '../log-in-by-browser.ts';
import { openBrowser } from '../open-browser.ts';
import { forgetSession, readSession, saveSession } from '../session.ts';
import { type Terminal, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

interface Me extends User {
  readonly scopes: readonly string[];
  readonly daily_quota: number;
  readonly calls_today: number;
}

export const login: Action = async (call) => {
  const { options, terminal } = call;
  const { env } = terminal;
  const url = serviceUrl(env, textOption(options.url));
  const given = GIVEN.filter((name) => options[name] !== undefined);
  if (options.browser === true && given.length > 0) throw usageError(tell('browser_alone'));
  const byBrowser = options.browser === true || (given.length === 0 && (await offersBrowser(url, terminal)));
  const { username, access_token, expires_in } = byBrowser
    ? await logInByBrowser(url, terminal, options.limited === true)
    : await logInByPassword(url, call).catch((error: unknown) => Promise.reject(withHelp(error, call)));
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
  const before = saveSession(env, { url, username, access_token, expires_at });
  terminal.answer({ url, username, expires_at }, () => tell('signed_in', { url, username, until: expires_at }));
  if (before !== null) terminal.say(tell('session_beside', { url, before }));
};

/** A password that is lost is not found again, but replaced. */
function withHelp(error: unknown, { options, terminal }: Call): unknown {
  if (!(error instanceof CliError) || error.code !== 'invalid_credentials') return error;
  const username = textOption(options.username) ?? accountFromEnv(terminal.env)?.username ?? 'admin';
  const { message, code, exitCode } = error;
  return new CliError(message, { code, exitCode, hint: tell('lost_password', { username }) });
}

/** Who names an account, or brings a password, means that way. */
const GIVEN = ['username', 'passwordStdin', 'code'] as const;

/** Where people sign in with single sign-on, many accounts have no password. Without a terminal there is no prompt. */
async function offersBrowser(url: string, { env, interactive }: Terminal): Promise<boolean> {
  if (!interactive || accountFromEnv(env) !== null) return false;
  const response = await reach(`${url}/auth/ways`, {});
  const ways = (await response.json().catch(() => ({}))) as { single_sign_on?: string | null };
  return typeof ways.single_sign_on === 'string';
}

async function logInByPassword(url: string, { options, terminal }: Call): Promise<BrowserSession> {
  const known = accountFromEnv(terminal.env);
  const username =
    textOption(options.username) ??
    known?.username ??
    (await askText(
      terminal,
      tell('ask_username'),
      tell('pass_option_or_set', { option: '--username', variable: 'SYNAPSE_USERNAME' }),
    ));
  const password =
    options.passwordStdin === true
      ? await readStdin()
      : (known?.password ??
        (await askHidden(
          terminal,
          tell('ask_password'),
          tell('pass_option_or_set', { option: '--password-stdin', variable: 'SYNAPSE_PASSWORD_FILE' }),
        )));
  return { username, ...(await logInWithCode(url, { username, password }, { options, terminal })) };
}

/** The code is asked for only if the account has an authenticator app, which the service says. */
async function logInWithCode(
  url: string,
  account: Account,
  { options, terminal }: Pick<Call, 'options' | 'terminal'>,
): ReturnType<typeof logIn> {
  const given = textOption(options.code);
  const asked = options.limited === true ? { ...account, limited: 'true' as const } : account;
  try {
    return await logIn(url, given === undefined ? asked : { ...asked, code: given }, terminal.env);
  } catch (error) {
    if (!(error instanceof CliError && error.code === 'code_required')) throw error;
    const code = await askText(terminal, tell('ask_code'), tell('pass_option', { option: '--code' }));
    return logIn(url, { ...asked, code }, terminal.env);
  }
}

export const logout: Action = async ({ options, terminal }) => {
  const session = readSession(terminal.env, textOption(options.url));
  try {
    if (session !== null) await createApi(terminal.env, session.url, session.access_token).call('POST', '/auth/logout');
  } catch (error) {
    // It is forgotten here in any case. A session that has ended already need not be ended.
    if (!(error instanceof CliError)) throw error;
    if (error.exitCode !== 4) terminal.say(tell('logout_unheard', { reason: error.message }));
  } finally {
    if (session !== null) forgetSession(terminal.env, session.url);
  }
  terminal.answer({ signed_out: session !== null }, () => tell(session === null ? 'nobody_signed_in' : 'signed_out'));
};

export const whoami: Action = async ({ terminal, api }) => {
  const service = api();
  const me = await service.call<Me>('GET', '/auth/me');
  const { PLANS } = await import('@synapse/contract/plans');
  terminal.answer({ url: service.url, ...me }, () =>
    [
      tell('whoami_who', { username: me.username, role: me.role, url: service.url }),
      tell('whoami_plan', { plan: PLANS[me.plan].name, scopes: me.scopes.join(', ') }),
      tell('whoami_calls', { calls: me.calls_today, quota: me.daily_quota }),
    ].join('\n'),
  );
};

export const open: Action = async ({ terminal, options }) => {
  const url = serviceUrl(terminal.env, textOption(options.url));
  terminal.answer({ url }, () => url);
  openBrowser(terminal, url);
};

/** `synapse session …`: one's own open sessions. */
export const listSessions: Action = async ({ terminal, api }) => {
  const { sessions } = await api().call<{ sessions: OwnSession[] }>('GET', '/auth/sessions');
  terminal.answer({ sessions }, () =>
    table(
      columns('sessions_head'),
      sessions.map(({ id, browser, system, address, method, created_at, last_used_at, current }) => [
        id,
        [browser, system].filter(Boolean).join(' / '),
        address,
        method,
        created_at,
        last_used_at,
        current ? '*' : '',
      ]),
    ),
  );
};

export const endSessions: Action = async ({ args, options, terminal, api }) => {
  const [id] = args;
  const all = options.all === true;
  if (id !== undefined && all) throw usageError(tell('either', { one: '[id]', other: '--all' }));
  const path = id === undefined ? (all ? '' : '?keep=current') : `/${encodeURIComponent(id)}`;
  const service = api();
  await service.call('DELETE', `/auth/sessions${path}`);
  if (all) forgetSession(terminal.env, service.url);
  const said = all ? 'all_sessions_ended' : 'other_sessions_ended';
  terminal.answer({ ended: id ?? (all ? 'all' : 'others') }, () =>
    id === undefined ? tell(said) : tell('one_session_ended', { id }),
  );
};
