/** The hook's own token: fetched with a person's sign-in when the hook is installed, revoked when it is removed. */
import { hostname } from 'node:os';
import type { CreatedJournalToken } from '@synapse/contract';
import { type Api, createApi, logIn, reach } from '../api.ts';
import { CliError } from '../cli-error.ts';
import { findProject, listProjects } from '../projects.ts';
import { tell } from '../words/tell.ts';
import { HookError } from './git.ts';

export interface Claim {
  readonly url: string;
  /** Its number or its name. */
  readonly project: number | string;
  /** Left out: the user of `synapse login`. */
  readonly account?: { readonly username: string; readonly password: string } | undefined;
  readonly env: NodeJS.ProcessEnv;
}

export interface Claimed {
  readonly token: string;
  /** Its number: a name may change. */
  readonly project: number;
}

const CLAIM_MS = 30_000;
const GIVE_BACK_MS = 5_000;
const LABEL_MAX = 100;

/** A wrong password or a missing project is reported at installation, not at the first commit. */
export async function claimToken({ url, project, account, env }: Claim, hooksDir: string): Promise<Claimed> {
  const signal = AbortSignal.timeout(CLAIM_MS);
  try {
    const api = account === undefined ? createApi(env, url) : await signIn(url, account, env, signal);
    const { id } = findProject(await listProjects(api, signal), String(project), url);
    const label = `${hostname()} ${hooksDir}`.slice(0, LABEL_MAX);
    const { token } = await api.call<CreatedJournalToken>('POST', '/tda/journal/tokens', { label }, signal);
    return { token, project: id };
  } catch (error) {
    if (signal.aborted) throw new HookError(tell('hook_no_answer', { url }));
    if (!(error instanceof CliError)) throw error;
    if (error.code === 'invalid_credentials')
      throw new HookError(tell('hook_password_refused', { url, username: account?.username ?? '' }));
    throw error;
  }
}

/** False if the service could not be told: the token stays in its list until it is revoked there. */
export async function giveTokenBack(url: string, token: string): Promise<boolean> {
  const query = new URLSearchParams({ token });
  const signal = AbortSignal.timeout(GIVE_BACK_MS);
  const answer = await reach(`${url}/tda/ai/tokens/emergency-revoke?${query}`, { method: 'POST', signal }).catch(
    () => null,
  );
  return answer !== null && (answer.ok || answer.status === 404);
}

async function signIn(
  url: string,
  account: NonNullable<Claim['account']>,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Api> {
  const { access_token } = await logIn(url, account, env, signal);
  return createApi(env, url, access_token);
}
