/** The rules of a user's own compaction filters. */
import { argumentsInvalid, because, type OwnFilter, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import { ownFilterProblem } from '../compaction/own-filters.ts';
import type { Database } from '../db/database.ts';
import { countFilters, deleteFilter, filterRevisions, filterRows, saveFilter } from './filter-store.ts';
import { testFilter } from './test-filter.ts';

export interface OwnFilters {
  /** In the order of their names; the same objects until one of them changes, so that each is compiled once. */
  of(userId: string): Promise<readonly OwnFilter[]>;
  /** True when there was none of that name. Refuses a pattern that does not compile and a case that does not come out. */
  put(userId: string, filter: OwnFilter): Promise<boolean>;
  remove(userId: string, name: string): Promise<void>;
}

/** As many as are tried on one command. */
const FILTERS_MAX = 100;
/** Users whose filters stay parsed. */
const KNOWN_MAX = 1_000;

export function createFilters(database: Database, clock: Clock): OwnFilters {
  const known = new Map<string, { revisions: string; filters: readonly OwnFilter[] }>();

  const of: OwnFilters['of'] = async (userId) => {
    const rows = await filterRevisions(database.queries, userId);
    if (rows.length === 0) return [];
    const revisions = rows.map(({ name, revision }) => `${name}:${revision}`).join(' ');
    const cached = known.get(userId);
    if (cached?.revisions === revisions) return cached.filters;
    const filters = (await filterRows(database.queries, userId)).map(
      ({ definition }) => JSON.parse(definition) as OwnFilter,
    );
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(userId, { revisions, filters });
    return filters;
  };

  return {
    of,

    put: async (userId, filter) => {
      checkFilter(filter);
      const now = clock();
      const row = { name: filter.name, definition: JSON.stringify(filter), created_at: now, updated_at: now };
      return database.transaction(async (tx) => {
        if ((await countFilters(tx, userId, filter.name)) >= FILTERS_MAX) {
          throw argumentsInvalid([{ field: 'name', problem: because('max_filters', { max: FILTERS_MAX }) }]);
        }
        const before = (await filterRevisions(tx, userId)).some(({ name }) => name === filter.name);
        // Starting at the time it is made: a filter deleted and made again has a revision nobody has seen.
        await saveFilter(tx, { user_id: userId, revision: now, ...row });
        return !before;
      });
    },

    remove: async (userId, name) => {
      if (!(await deleteFilter(database.queries, userId, name))) throw new Refusal('not_found');
    },
  };
}

function checkFilter(filter: OwnFilter): void {
  const problem = ownFilterProblem(filter);
  if (problem !== null)
    throw argumentsInvalid([{ field: 'patterns', problem: because('bad_pattern', { detail: problem.slice(0, 200) }) }]);
  const failed = testFilter(filter).filter(({ passed }) => !passed);
  if (failed.length > 0) {
    throw argumentsInvalid(failed.map(({ name }) => ({ field: `cases.${name}`, problem: because('case_differs') })));
  }
}
