/** How much of today's quota a user has used. */
import { type Clock, utcDay } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { callsOfAll, callsOnDay } from './quota-store.ts';

export type CallsToday = (userId: string) => Promise<number>;

export function createCallsToday(database: Database, clock: Clock): CallsToday {
  return (userId) => callsOnDay(database.queries, userId, utcDay(clock()));
}

/** By user, for those who called today. */
export type EverybodysCallsToday = () => Promise<ReadonlyMap<string, number>>;

export function createEverybodysCallsToday(database: Database, clock: Clock): EverybodysCallsToday {
  return () => callsOfAll(database.queries, utcDay(clock()));
}
