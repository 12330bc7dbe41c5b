/** A user's own compaction filters. */
import type { OwnFilter } from '@synapse/contract';

export interface OwnFilters {
  of(userId: string): Promise<readonly OwnFilter[]>;
}
