/** Signs this program in from a browser, here or on another computer: the person types a code there. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SignInOutcome, StartedSignIn } from '@synapse/contract';
import { callOpen } from './api.ts';
import { CliError, EXIT } from './cli-error.ts';
import { openBrowser } from './open-browser.ts';
import type { Terminal } from './terminal.ts';
import { tell } from './words/tell.ts';

export interface BrowserSession {
  readonly username: string;
  readonly access_token: string;
  readonly expires_in: number;
}

/** Throws when the person refuses or does not come in time. */
export async function logInByBrowser(url: string, terminal: Terminal, limited: boolean): Promise<BrowserSession> {
  const body = limited ? { limited } : undefined;
  const started = await callOpen<StartedSignIn>(url, '/auth/requests', body, terminal.env);
  const { device_code, user_code, verification_uri, expires_in, interval } = started;
  const minutes = Math.floor(expires_in / 60);
  terminal.say(tell('browser_code', { address: verification_uri, code: user_code, minutes }));
  openBrowser(terminal, verification_uri);
  const end = Date.now() + expires_in * 1000;
  while (Date.now() < end) {
    await pause(Math.max(interval, 1) * 1000);
    const outcome = await ask(url, device_code, terminal);
    if (outcome?.status === 'allowed') return outcome;
  }
  throw new CliError(tell('browser_too_late'), { exitCode: EXIT.signedOut });
}

/** Null: the service does not answer now, and may at the next poll. */
async function ask(url: string, device_code: string, { env }: Terminal): Promise<SignInOutcome | null> {
  try {
    return await callOpen<SignInOutcome>(url, '/auth/requests/poll', { device_code }, env);
  } catch (error) {
    if (error instanceof CliError && error.code !== null) throw error;
    return null;
  }
}
