/** The rules of a user's own compaction filters. */
import { argumentsInvalid, because, LIMITS, type OwnFilter, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { countFilters, deleteFilter, filterRevisions, filterRows, lockFilters, saveFilter } from './filter-store.ts';

export interface OwnFilters {
  /** In the order of their names. */
  of(userId: string): Promise<readonly OwnFilter[]>;
  /**
   * The same as JSON without their cases, for the process that applies them. Empty when there are none. The text stays the same
   * until one of them changes.
   */
  rulesOf(userId: string, at?: Queries): Promise<string>;
  /** True when there was none of that name. Refuses a pattern that does not compile, and a case that does not match. */
  put(userId: string, filter: OwnFilter): Promise<boolean>;
  remove(userId: string, name: string): Promise<void>;
}

/** How many users' rules stay in memory. The characters of each are bounded. */
const KNOWN_MAX = 100;

export function createFilters(
  database: Database,
  clock: Clock,
  /** Runs a person's patterns, so never in this process. */
  check: (userId: string, filter: OwnFilter) => Promise<void>,
): OwnFilters {
  const known = new Map<string, { revisions: string; rules: string }>();

  const allOf = async (at: Queries, userId: string): Promise<OwnFilter[]> =>
    (await filterRows(at, userId)).map(({ definition }) => JSON.parse(definition) as OwnFilter);

  return {
    of: (userId) => allOf(database.queries, userId),

    rulesOf: async (userId, at = database.queries) => {
      const rows = await filterRevisions(at, userId);
      if (rows.length === 0) return '';
      const revisions = rows.map(({ name, revision }) => `${name}:${revision}`).join(' ');
      const cached = known.get(userId);
      if (cached?.revisions === revisions) return cached.rules;
      const rules = JSON.stringify((await allOf(at, userId)).map((filter) => ({ ...filter, cases: [] })));
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(userId, { revisions, rules });
      return rules;
    },

    put: async (userId, filter) => {
      await check(userId, filter);
      const now = clock();
      const row = { name: filter.name, definition: JSON.stringify(filter), created_at: now, updated_at: now };
      return database.transaction(async (tx) => {
        await lockFilters(tx, userId);
        const others = await countFilters(tx, userId, filter.name);
        const { max, chars } = LIMITS.filters;
        if (others.count >= max) throw new Refusal('limit_reached', { max, what: because('filters') });
        if (others.chars + row.definition.length > chars) {
          throw argumentsInvalid([{ field: 'cases', problem: because('filters_too_long', { max: chars }) }]);
        }
        const before = (await filterRevisions(tx, userId)).some(({ name }) => name === filter.name);
        // Starts at the time of creation: a filter that was deleted and made again has a new revision.
        await saveFilter(tx, { user_id: userId, revision: now, ...row });
        return !before;
      });
    },

    remove: async (userId, name) => {
      if (!(await deleteFilter(database.queries, userId, name))) throw new Refusal('not_found');
    },
  };
}
