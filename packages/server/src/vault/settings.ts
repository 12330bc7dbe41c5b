/** The settings of a secret: where it may be used, and a person's notes. Pure. */
import { momentMs, type SecretReminder, type SecretSettings } from '@synapse/contract';
import { type StoredBinding, writeBinding } from './binding.ts';

interface StoredNotes {
  readonly description: string | null;
  readonly folder: string | null;
  readonly expires_at: number | null;
  readonly rotate_days: number | null;
}

export type StoredSettings = StoredBinding & StoredNotes;

/** What is not given stays as it was. */
export function writeSettings(wish: SecretSettings, before: StoredSettings | undefined): StoredSettings {
  const { expires_at } = wish;
  return {
    ...writeBinding(wish, before),
    description: kept(wish.description, before?.description),
    folder: kept(wish.folder, before?.folder),
    expires_at: kept(typeof expires_at === 'string' ? momentMs(expires_at) : expires_at, before?.expires_at),
    rotate_days: kept(wish.rotate_days, before?.rotate_days),
  };
}

const kept = <T>(given: T | null | undefined, stored: T | null | undefined): T | null =>
  given === undefined ? (stored ?? null) : given;

/** The end of an old value says nothing about a new one. */
export function withoutPastEnd<T extends StoredSettings>(before: T | undefined, now: number): T | undefined {
  const isPast = before !== undefined && before.expires_at !== null && before.expires_at <= now;
  return isPast ? { ...before, expires_at: null } : before;
}

const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;

interface StoredTimes {
  readonly value_at: number | null;
  readonly updated_at: number;
}

export function reminderOf(
  { expires_at, rotate_days, value_at, updated_at }: Pick<StoredNotes, 'expires_at' | 'rotate_days'> & StoredTimes,
  now: number,
): SecretReminder | null {
  if (expires_at !== null && expires_at <= now) return 'expired';
  if (expires_at !== null && expires_at - now <= SOON_MS) return 'expires_soon';
  return rotate_days !== null && now - (value_at ?? updated_at) >= rotate_days * DAY_MS ? 'rotate' : null;
}
