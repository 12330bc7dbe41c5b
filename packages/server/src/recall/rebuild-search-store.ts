/** Rebuilds the full-text index from the indexed rows, because each database stores it in its own way. */
import type { Queries } from '../db/database.ts';
import { indexEntry } from '../journal/journal.ts';
import { indexItem, itemRow } from '../projects/items.ts';
import { indexProject } from '../projects/projects.ts';

const PAGE = 200;

export async function rebuildSearch(tx: Queries): Promise<void> {
  await tx.deleteFrom('search_docs').execute();
  await eachById(
    (after) => tx.selectFrom('projects').selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute(),
    (row) => indexProject(tx, row),
  );
  await eachById(
    (after) => tx.selectFrom('project_items').selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute(),
    (row) => indexItem(tx, itemRow(row)),
  );
  await eachById(
    (after) => tx.selectFrom('journal_entries').selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute(),
    (row) => indexEntry(tx, row),
  );
}

async function eachById<R extends { id: number }>(
  page: (after: number) => Promise<R[]>,
  index: (row: R) => Promise<void>,
): Promise<void> {
  for (let rows = await page(0); rows.length > 0; rows = await page(rows.at(-1)!.id)) {
    for (const row of rows) await index(row);
  }
}
