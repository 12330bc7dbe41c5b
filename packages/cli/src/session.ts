/** Sessions and AI tokens of one person, each for the address of its service: files of mode 0600. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, settingsFolder, writePrivateFile } from './settings-folder.ts';

export interface SavedSession {
  readonly url: string;
  readonly username: string;
  readonly access_token: string;
  readonly expires_at: string;
}

interface SessionFile {
  /** The default address. */
  readonly current: string | null;
  readonly sessions: readonly SavedSession[];
}

type Env = Readonly<Record<string, string | undefined>>;

const sessionFile = (env: Env): string => join(settingsFolder(env), 'session.json');
const tokenFolder = (env: Env): string => join(settingsFolder(env), 'tokens');

/** The address of a service, written in one way. */
function normalized(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** One service to a person, though localhost may be another address than 127.0.0.1. Never http for https. */
function isSamePlace(one: string, other: string): boolean {
  const [left, right] = [one, other].map((url) => normalized(url).replace(/^http:\/\/localhost(?=[:/]|$)/, LOOPBACK));
  return left === right;
}
const LOOPBACK = 'http://127.0.0.1';

/**
 * The session of that service; without an address, the one that was signed in to last. It is sent to its own `url`
 * alone, however the service was named.
 */
export function readSession(env: Env, url?: string): SavedSession | null {
  const { current, sessions } = readSessions(env);
  const meant = url ?? current;
  return meant === null ? null : (sessions.find((session) => isSamePlace(session.url, meant)) ?? null);
}

/** Stores it beside those of other services. Returns the previous default address, if it is another one. */
export function saveSession(env: Env, session: SavedSession): string | null {
  const { current, sessions } = readSessions(env);
  const others = sessions.filter(({ url }) => !isSamePlace(url, session.url));
  writeSessions(env, { current: session.url, sessions: [session, ...others] });
  return current === null || isSamePlace(current, session.url) ? null : current;
}

export function forgetSession(env: Env, url: string): void {
  const { current, sessions } = readSessions(env);
  writeSessions(env, {
    current: current === null || isSamePlace(current, url) ? null : current,
    sessions: sessions.filter((session) => !isSamePlace(session.url, url)),
  });
}

function readSessions(env: Env): SessionFile {
  const none = { current: null, sessions: [] };
  const text = readPrivateFile(sessionFile(env));
  if (text === null) return none;
  try {
    const { current, sessions } = JSON.parse(text) as SessionFile;
    const whole = sessions.filter(({ url, access_token }) => typeof access_token === 'string' && URL.canParse(url));
    return { current: current !== null && URL.canParse(current) ? current : null, sessions: whole };
  } catch {
    return none;
  }
}

function writeSessions(env: Env, { current, sessions }: SessionFile): void {
  // An ended session stays as long as it is the default: its address is still used.
  const kept = sessions.filter(({ url, expires_at }) => url === current || Date.parse(expires_at) > Date.now());
  writePrivateFile(sessionFile(env), `${JSON.stringify({ current, sessions: kept }, null, 2)}\n`);
}

export const tokenFile = (env: Env, url: string): string => join(tokenFolder(env), encodeURIComponent(normalized(url)));

export const readToken = (env: Env, url: string): string | null => readPrivateFile(tokenFile(env, url))?.trim() || null;

export function saveToken(env: Env, url: string, token: string): string {
  const file = tokenFile(env, url);
  writePrivateFile(file, `${token}\n`);
  return file;
}

/** Of every service. */
export function savedTokens(env: Env): readonly string[] {
  const folder = tokenFolder(env);
  try {
    return readdirSync(folder).flatMap((name) => readPrivateFile(join(folder, name))?.trim() || []);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
