/** A user's own settings, and what assistants may know of the person. */
import { PROJECT_LIMITS, type Settings, type SettingsChange } from '@synapse/contract';
import { lockUser } from '../auth/users.ts';
import type { Database } from '../db/database.ts';
import { readSettings, writeSettings } from './settings-store.ts';

export interface UserSettings {
  get(userId: string): Promise<Settings>;
  update(userId: string, change: SettingsChange): Promise<Settings>;
}

const DEFAULTS: Settings = {
  display_name: '',
  about: '',
  timezone: 'UTC',
  language: 'fr',
  context_tokens: PROJECT_LIMITS.contextTokens.default,
};

export function createSettings(database: Database): UserSettings {
  return {
    get: async (userId) => ({ ...DEFAULTS, ...(await readSettings(database.queries, userId)) }),
    update: (userId, change) =>
      database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const settings = { ...(await readSettings(tx, userId)), ...change };
        await writeSettings(tx, userId, settings);
        return { ...DEFAULTS, ...settings };
      }),
  };
}
