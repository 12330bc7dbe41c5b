/** The rules of a workspace's own compaction filters. */
import { argumentsInvalid, because, LIMITS, type OwnFilter, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { countFilters, deleteFilter, filterRevisions, filterRows, lockFilters, saveFilter } from './filter-store.ts';

export interface OwnFilters {
  /** In the order of their names. */
  of(workspaceId: WorkspaceId): Promise<readonly OwnFilter[]>;
  /**
   * The same as JSON without their cases, for the process that applies them. Empty when there are none. The text stays the same
   * until one of them changes.
   */
  rulesOf(workspaceId: WorkspaceId, at?: Queries): Promise<string>;
  /** True when there was none of that name. Refuses a pattern that does not compile, and a case that does not match. */
  put(workspaceId: WorkspaceId, filter: OwnFilter): Promise<boolean>;
  remove(workspaceId: WorkspaceId, name: string): Promise<void>;
}

/** How many users' rules stay in memory. The characters of each are bounded. */
const KNOWN_MAX = 100;

export function createFilters(
  database: Database,
  clock: Clock,
  /** Runs a person's patterns, so never in this process. */
  check: (workspaceId: WorkspaceId, filter: OwnFilter) => Promise<void>,
): OwnFilters {
  const known = new Map<string, { revisions: string; rules: string }>();

  const allOf = async (at: Queries, workspaceId: WorkspaceId): Promise<OwnFilter[]> =>
    (await filterRows(at, workspaceId)).map(({ definition }) => JSON.parse(definition) as OwnFilter);

  return {
    of: (workspaceId) => allOf(database.queries, workspaceId),

    rulesOf: async (workspaceId, at = database.queries) => {
      const rows = await filterRevisions(at, workspaceId);
      if (rows.length === 0) return '';
      const revisions = rows.map(({ name, revision }) => `${name}:${revision}`).join(' ');
      const cached = known.get(workspaceId);
      if (cached?.revisions === revisions) return cached.rules;
      const rules = JSON.stringify((await allOf(at, workspaceId)).map((filter) => ({ ...filter, cases: [] })));
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(workspaceId, { revisions, rules });
      return rules;
    },

    put: async (workspaceId, filter) => {
      await check(workspaceId, filter);
      const now = clock();
      const row = { name: filter.name, definition: JSON.stringify(filter), created_at: now, updated_at: now };
      return database.transaction(async (tx) => {
        await lockFilters(tx, workspaceId);
        const others = await countFilters(tx, workspaceId, filter.name);
        const { max, chars } = LIMITS.filters;
        if (others.count >= max) throw new Refusal('limit_reached', { max, what: because('filters') });
        if (others.chars + row.definition.length > chars) {
          throw argumentsInvalid([{ field: 'cases', problem: because('filters_too_long', { max: chars }) }]);
        }
        const before = (await filterRevisions(tx, workspaceId)).some(({ name }) => name === filter.name);
        // Starts at the time of creation: a filter that was deleted and made again has a new revision.
        await saveFilter(tx, { workspace_id: workspaceId, revision: now, ...row });
        return !before;
      });
    },

    remove: async (workspaceId, name) => {
      if (!(await deleteFilter(database.queries, workspaceId, name))) throw new Refusal('not_found');
    },
  };
}
