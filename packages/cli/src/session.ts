/** Who is signed in, and where: one small file, mode 0600. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, settingsFolder, writePrivateFile } from './settings-folder.ts';

export interface SavedSession {
  readonly url: string;
  readonly username: string;
  readonly access_token: string;
  readonly expires_at: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const sessionFile = (env: Env): string => join(settingsFolder(env), 'session.json');
export const tokenFile = (env: Env): string => join(settingsFolder(env), 'token');

export function readSession(env: Env): SavedSession | null {
  const text = readPrivateFile(sessionFile(env));
  if (text === null) return null;
  try {
    const session = JSON.parse(text) as SavedSession;
    return typeof session.access_token === 'string' && URL.canParse(session.url) ? session : null;
  } catch {
    return null;
  }
}

export function saveSession(env: Env, session: SavedSession): void {
  writePrivateFile(sessionFile(env), `${JSON.stringify(session, null, 2)}\n`);
}

export function forgetSession(env: Env): void {
  rmSync(sessionFile(env), { force: true });
}
