/** The rules of what a project remembers: facets, roadmap, knowledge, ideas, packs and services. */
import {
  argumentsInvalid,
  because,
  ITEM_LIMITS,
  type ItemChange,
  type ItemKind,
  type ItemOf,
  type NewItem,
  Refusal,
} from '@synapse/contract';
import type * as z from 'zod';
import { type Clock, isoTime } from '../clock.ts';
import { assertVersion } from '../db/assert-version.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import {
  deleteItem,
  findItems,
  type ItemRow,
  insertItem,
  listItems,
  listItemsOfKind,
  lockItem,
  measureKind,
  updateItem,
} from './item-store.ts';
import { lockProject } from './project-store.ts';
import { requireProject } from './projects.ts';

// For other modules.
export { findItems, type ItemRow, indexItem, itemRow, listItems, roadmapSince } from './item-store.ts';

export type NewItemOf<K extends ItemKind> = z.output<(typeof NewItem)[K]>;
export type ItemChangeOf<K extends ItemKind> = z.output<(typeof ItemChange)[K]>;

/** Which item is meant. If the project is named, an item of another project is not found. */
export interface ItemRef<K extends ItemKind> {
  readonly kind: K;
  readonly id: number;
  readonly projectId?: number | undefined;
}

export interface Items {
  list<K extends ItemKind>(workspaceId: WorkspaceId, projectId: number, kind: K): Promise<ItemOf<K>[]>;
  /** Of all projects of the workspace. */
  listEverywhere<K extends ItemKind>(workspaceId: WorkspaceId, kind: K): Promise<ItemOf<K>[]>;
  get<K extends ItemKind>(workspaceId: WorkspaceId, ref: ItemRef<K>): Promise<ItemOf<K>>;
  /** Whatever its kind. */
  find(workspaceId: WorkspaceId, id: number): Promise<ItemRow>;
  add<K extends ItemKind>(workspaceId: WorkspaceId, projectId: number, kind: K, wish: NewItemOf<K>): Promise<ItemOf<K>>;
  update<K extends ItemKind>(workspaceId: WorkspaceId, ref: ItemRef<K>, change: ItemChangeOf<K>): Promise<ItemOf<K>>;
  remove(workspaceId: WorkspaceId, ref: ItemRef<ItemKind>): Promise<void>;
  /** The idea becomes an item of the roadmap, and says which. */
  promote(
    workspaceId: WorkspaceId,
    ref: ItemRef<'idea'>,
    version?: number,
  ): Promise<{ idea: ItemOf<'idea'>; item: ItemOf<'roadmap'> }>;
  closeService(
    workspaceId: WorkspaceId,
    ref: ItemRef<'service'>,
    reason: string,
    version?: number,
  ): Promise<ItemOf<'service'>>;
}

export function createItems(database: Database, clock: Clock): Items {
  const { queries } = database;

  const add = async (
    tx: Queries,
    workspaceId: WorkspaceId,
    projectId: number,
    kind: ItemKind,
    wish: Wish,
  ): Promise<ItemRow> => {
    if ((await lockProject(tx, workspaceId, projectId)) === undefined) throw new Refusal('project_not_found');
    const { count, last } = await measureKind(tx, projectId, kind);
    const { perKind: max } = ITEM_LIMITS;
    if (count >= max) throw new Refusal('limit_reached', { max, what: because('project_items', { kind }) });
    const { title, content, status = STARTING[kind], position = last + 1, ...fields } = { ...EXTRA[kind], ...wish };
    await assertPacked(tx, workspaceId, projectId, fields.item_ids);
    const now = clock();
    const row = { workspace_id: workspaceId, project_id: projectId, kind, title, content, status, position, fields };
    return insertItem(tx, { ...row, version: 1, created_at: now, updated_at: now });
  };

  /** Finds the item, checks its version, and writes what `change` makes of it. */
  const change = async (
    tx: Queries,
    workspaceId: WorkspaceId,
    ref: ItemRef<ItemKind>,
    version: number | undefined,
    make: (current: ItemRow) => Partial<ItemRow> | Promise<Partial<ItemRow>>,
  ): Promise<ItemRow> => {
    const current = sameItem(ref, await lockItem(tx, workspaceId, ref.id));
    assertVersion(version, itemView(current));
    const next = { ...current, ...(await make(current)), version: current.version + 1, updated_at: clock() };
    await updateItem(tx, next);
    return next;
  };

  const find: Items['find'] = async (workspaceId, id) => {
    const [row] = await findItems(queries, workspaceId, [id]);
    if (row === undefined) throw new Refusal('item_not_found');
    return row;
  };

  return {
    find,

    list: async (workspaceId, projectId, kind) => {
      await requireProject(queries, workspaceId, projectId);
      return (await listItems(queries, workspaceId, projectId, kind)).map((row) => viewOf(kind, row));
    },

    listEverywhere: async (workspaceId, kind) =>
      (await listItemsOfKind(queries, workspaceId, kind)).map((row) => viewOf(kind, row)),

    get: async (workspaceId, ref) => viewOf(ref.kind, sameItem(ref, await find(workspaceId, ref.id))),

    add: async (workspaceId, projectId, kind, wish) => {
      const row = await database.transaction((tx) => add(tx, workspaceId, projectId, kind, wish as Wish));
      return viewOf(kind, row);
    },

    update: async (workspaceId, ref, { version, ...wish }) => {
      const row = await database.transaction((tx) =>
        change(tx, workspaceId, ref, version, async (current) => {
          const { title, content, status, position, ...fields } = wish as Partial<Wish>;
          if (status !== undefined && current.kind === 'idea') assertNotPromoted(current);
          await assertPacked(tx, workspaceId, current.project_id, fields.item_ids);
          return {
            title: title ?? current.title,
            content: content ?? current.content,
            status: status ?? current.status,
            position: position ?? current.position,
            fields: { ...current.fields, ...fields },
          };
        }),
      );
      return viewOf(ref.kind, row);
    },

    remove: (workspaceId, ref) =>
      database.transaction(async (tx) => deleteItem(tx, sameItem(ref, await lockItem(tx, workspaceId, ref.id)))),

    promote: (workspaceId, ref, version) =>
      database.transaction(async (tx) => {
        let item: ItemRow | undefined;
        const idea = await change(tx, workspaceId, ref, version, async (current) => {
          assertNotPromoted(current);
          const wish = { title: current.title, content: current.content, horizon: 'later' };
          item = await add(tx, workspaceId, current.project_id, 'roadmap', wish);
          return { status: 'promoted', fields: { ...current.fields, promoted_to: item.id } };
        });
        return { idea: viewOf('idea', idea), item: viewOf('roadmap', item!) };
      }),

    closeService: async (workspaceId, ref, reason, version) => {
      const row = await database.transaction((tx) =>
        change(tx, workspaceId, ref, version, (current) => {
          if (current.status === 'closed') throw new Refusal('service_closed').with(itemView(current));
          const closing = { closed_reason: reason, closed_at: isoTime(clock()) };
          return { status: 'closed', fields: { ...current.fields, ...closing } };
        }),
      );
      return viewOf('service', row);
    },
  };
}

/** The fields that any kind may have; each kind's own schema has decided which. */
interface Wish {
  readonly title: string;
  readonly content: string;
  readonly status?: string;
  readonly position?: number;
  readonly item_ids?: readonly number[];
  readonly [field: string]: unknown;
}

const STARTING: Readonly<Record<ItemKind, string | null>> = {
  facet: null,
  roadmap: 'planned',
  knowledge: null,
  idea: 'open',
  pack: null,
  service: 'running',
};

/** The defaults of a new item. */
const EXTRA: Readonly<Partial<Record<ItemKind, Record<string, unknown>>>> = {
  idea: { promoted_to: null },
  service: { closed_reason: null, closed_at: null },
};

function sameItem({ kind, projectId }: ItemRef<ItemKind>, row: ItemRow | undefined): ItemRow {
  if (row === undefined || row.kind !== kind || (projectId !== undefined && row.project_id !== projectId)) {
    throw new Refusal('item_not_found');
  }
  return row;
}

function assertNotPromoted({ status, fields }: ItemRow): void {
  if (status === 'promoted') throw new Refusal('idea_promoted', { item: String(fields.promoted_to) });
}

/** A pack holds items of its own project, and no packs. */
async function assertPacked(tx: Queries, workspaceId: WorkspaceId, projectId: number, ids: unknown): Promise<void> {
  if (!Array.isArray(ids)) return;
  const found = await findItems(tx, workspaceId, ids);
  const fine = new Set(found.filter((row) => row.project_id === projectId && row.kind !== 'pack').map(({ id }) => id));
  const wrong = ids.filter((id) => !fine.has(id));
  if (wrong.length > 0) {
    throw argumentsInvalid([
      { field: 'item_ids', problem: because('unknown_items', { ids: wrong.slice(0, 10).join(', ') }) },
    ]);
  }
}

export function itemView({ workspace_id: _, kind, fields, status, position, created_at, updated_at, ...row }: ItemRow) {
  return {
    ...row,
    ...(status === null ? {} : { status }),
    ...(kind === 'facet' || kind === 'roadmap' ? { position } : {}),
    ...fields,
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}

/** It was written under the schema of its kind, so it is read as such. */
function viewOf<K extends ItemKind>(_kind: K, row: ItemRow): ItemOf<K> {
  return itemView(row) as unknown as ItemOf<K>;
}
