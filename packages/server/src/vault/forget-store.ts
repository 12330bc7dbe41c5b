/** Removes everything that only a lost master key could open. */
import type { Queries } from '../db/database.ts';
import { SEALED_TABLES } from './vault-store.ts';

export interface Forgotten {
  /** The secrets that have to be typed again. `username`: of a crew, its slug. */
  readonly secrets: readonly { readonly username: string; readonly name: string }[];
  readonly authenticator_apps: number;
  readonly notification_channels: number;
}

export async function forgetSealed(tx: Queries): Promise<Forgotten> {
  const secrets = await tx
    .selectFrom('secrets')
    .leftJoin('users', 'users.id', 'secrets.workspace_id')
    .leftJoin('crews', 'crews.id', 'secrets.workspace_id')
    .select((eb) => eb.fn.coalesce('users.username', 'crews.slug', eb.val('')).as('username'))
    .select('secrets.name')
    .orderBy('username')
    .orderBy('secrets.name')
    .execute();
  const apps = await tx.selectFrom('totp').select('user_id').where('confirmed_at', 'is not', null).execute();
  const channels = await tx.selectFrom('notification_channels').select('workspace_id').execute();
  const sealed = [...SEALED_TABLES, 'totp', 'recovery_codes', 'notifications', 'notification_channels'] as const;
  // Kept outputs, what clients had signed in with, and what was needed to resume commands.
  const momentary = ['kept_outputs', 'oauth_states', 'jobs'] as const;
  for (const table of [...sealed, ...momentary]) await tx.deleteFrom(table).execute();
  await tx.deleteFrom('instance_facts').where('name', 'in', ['vault_canary', 'instance_root']).execute();
  return { secrets, authenticator_apps: apps.length, notification_channels: channels.length };
}
