/** Addresses that made a valid MCP call: they get the higher limit for a day. */
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';

export const trust = compileOnce((queries: Queries, address: string, until: number) =>
  queries
    .insertInto('trusted_addresses')
    .values({ address, until })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ until })),
);
