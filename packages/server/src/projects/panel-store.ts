/** Panels in the database: the last few per user. */
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import { insertNumbered } from '../db/insert-numbered.ts';
import type { PanelsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type PanelRow = Selectable<PanelsTable>;

export async function insertPanel(tx: Queries, panel: Insertable<PanelsTable>, keep: number): Promise<PanelRow> {
  const last = await tx
    .selectFrom('panels')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('workspace_id', '=', panel.workspace_id)
    .executeTakeFirst();
  const row = await insertNumbered(panel.created_at, last?.id ?? 0, (id) =>
    tx
      .insertInto('panels')
      .values({ ...panel, id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  await tx
    .deleteFrom('panels')
    .where('workspace_id', '=', panel.workspace_id)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('panels')
        .select('id')
        .where('workspace_id', '=', panel.workspace_id)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute();
  return row;
}

export async function listPanels(queries: Queries, workspaceId: WorkspaceId): Promise<PanelRow[]> {
  return queries
    .selectFrom('panels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .execute();
}
