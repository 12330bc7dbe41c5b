/** A smaller plan: what the user has given assistants loses what it no longer grants, tokens and connections alike. */
import type { Scope } from '@synapse/contract';
import type { Queries } from '../db/database.ts';
import { narrowTokens } from '../tokens/tokens.ts';
import { narrowConnections } from './connection-store.ts';

/** In the transaction that changes the plan. */
export async function narrowAccess(tx: Queries, userId: string, granted: readonly Scope[]): Promise<void> {
  await narrowTokens(tx, userId, granted);
  await narrowConnections(tx, userId, granted);
}
