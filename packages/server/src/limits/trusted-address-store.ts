/** Addresses that made a valid MCP call: they get the higher ceiling for a day. */
import type { Queries } from '../db/database.ts';

export async function trust(queries: Queries, address: string, until: number): Promise<void> {
  await queries
    .insertInto('trusted_addresses')
    .values({ address, until })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ until }))
    .execute();
}

export async function forgetTrustBefore(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('trusted_addresses').where('until', '<', now).execute();
}
