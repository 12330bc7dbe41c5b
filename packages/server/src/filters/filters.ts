/** A user's own compaction filters. */
import type { OwnFilter } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

export interface OwnFilters {
  of(userId: string): Promise<readonly OwnFilter[]>;
}

export function createFilters(_database: Database, _clock: Clock): OwnFilters {
  return { of: async () => [] };
}
