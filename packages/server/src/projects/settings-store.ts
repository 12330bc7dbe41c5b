/** A user's settings in the database: one JSON object of what differs from the defaults. */
import type { SettingsChange } from '@synapse/contract';
import type { Queries } from '../db/database.ts';

export async function readSettings(queries: Queries, userId: string): Promise<SettingsChange> {
  const row = await queries
    .selectFrom('user_settings')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.settings) as SettingsChange);
}

export async function writeSettings(tx: Queries, userId: string, settings: SettingsChange): Promise<void> {
  const text = JSON.stringify(settings);
  await tx
    .insertInto('user_settings')
    .values({ user_id: userId, settings: text })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: text }))
    .execute();
}
