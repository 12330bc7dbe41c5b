import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type AuditSelection, entriesQuery } from './audit-store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'synapse-audit-plan-'));
let database: Database;
beforeAll(async () => {
  database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const span = { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' };
const before = { created_at: 5, seq: 5, user_id: 'someone' };
const filters: [string, Partial<AuditSelection>][] = [
  ['', {}],
  ['_by_machine', { machine: 'web' }],
  ['_by_alias', { alias: 'gst' }],
  ['_failed', { success: false }],
  ['_succeeded', { success: true }],
  ['_by_machine_alias', { machine: 'web', alias: 'gst' }],
  ['_failed_by_machine', { machine: 'web', success: false }],
  ['_failed_by_alias', { alias: 'gst', success: false }],
  ['_succeeded_by_machine', { machine: 'web', success: true }],
  ['_succeeded_by_alias', { alias: 'gst', success: true }],
];
const places: Partial<AuditSelection>[] = [{}, span, { until: span.until }, { before }, { ...span, before }];

/** Without entries and after any number of them: what SQLite decides by is part of the schema. */
it.each(filters)(
  'SQLite goes by the index%s, for one user and for everybody, on every page',
  async (suffix, filter) => {
    for (const [userId, prefix] of [
      ['someone', 'audit_entries'],
      [null, 'audit_entries_all'],
    ] as const) {
      const index = userId !== null && suffix === '' ? 'sqlite_autoindex_audit_entries_3' : `${prefix}${suffix}`;
      for (const place of places) {
        const plan = await explain({ userId, limit: 51, ...filter, ...place });
        expect(`${plan[0]} `, JSON.stringify({ userId, ...place })).toContain(` INDEX ${index} `);
        expect(plan.join(' ')).not.toContain('TEMP B-TREE');
      }
    }
  },
);

async function explain(wanted: AuditSelection): Promise<string[]> {
  const { queries } = database;
  const compiled = entriesQuery(queries, wanted).compile();
  const { rows } = await queries.executeQuery<{ detail: string }>({
    ...compiled,
    sql: `explain query plan ${compiled.sql}`,
  });
  return rows.map(({ detail }) => detail);
}
