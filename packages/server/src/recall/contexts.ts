/** What an assistant is given of a project: all of it within a budget, or one pack. */
import { because, type Context, type ItemKind, type Language, type Project, type Settings } from '@synapse/contract';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { listEntries } from '../journal/journal.ts';
import type { Items } from '../projects/items.ts';
import { findItems, type ItemRow, listItems } from '../projects/items.ts';
import { projectView, requireProject } from '../projects/projects.ts';
import { composeContext, type Piece } from './compose-context.ts';

export interface Contexts {
  project(
    workspaceId: WorkspaceId,
    projectId: number,
    options: { maxTokens?: number | undefined; language: Language },
  ): Promise<Context & { project: Project }>;
  pack(
    workspaceId: WorkspaceId,
    packId: number,
    options: { projectId?: number; maxTokens?: number | undefined; language: Language },
  ): Promise<Context>;
}

const RECENT = 10;

export function createContexts(
  { queries }: Database,
  items: Items,
  settingsOf: (userId: string) => Promise<Settings>,
): Contexts {
  return {
    project: async (workspaceId, projectId, { maxTokens, language }) => {
      const project = projectView(await requireProject(queries, workspaceId, projectId));
      const settings = await settingsOf(workspaceId);
      const rows = (await listItems(queries, workspaceId, projectId, null)).filter(isLive);
      const entries = await listEntries(queries, { workspaceId, projectId, limit: RECENT });
      const journal = entries.map(({ content }) => `- ${content.replace(/\n/g, '\n  ')}`).join('\n');
      const pieces: Piece[] = [
        { id: null, text: [`# ${project.name}`, project.description].filter(Boolean).join('\n') },
        ...(settings.about === ''
          ? []
          : [{ id: null, text: because('about_person', { about: settings.about })[language] }]),
        ...rows.sort(byWeight).map(pieceOf),
        ...(journal === '' ? [] : [{ id: null, text: `## Journal\n${journal}` }]),
      ];
      return { project, ...composeContext(pieces, maxTokens ?? settings.context_tokens, language) };
    },

    pack: async (workspaceId, packId, { projectId, maxTokens, language }) => {
      const pack = await items.get(workspaceId, { kind: 'pack', id: packId, projectId });
      const found = new Map((await findItems(queries, workspaceId, pack.item_ids)).map((row) => [row.id, row]));
      // Items that were deleted since are simply left out.
      const rows = pack.item_ids.flatMap((id) => found.get(id) ?? []);
      const head = { id: null, text: [`# ${pack.title}`, pack.content].filter(Boolean).join('\n') };
      return composeContext([head, ...rows.map(pieceOf)], maxTokens ?? pack.max_tokens, language);
    },
  };
}

const WEIGHT: Readonly<Record<ItemKind, number>> = {
  facet: 0,
  roadmap: 1,
  service: 2,
  knowledge: 3,
  idea: 4,
  pack: 5,
};
const STATUS_WEIGHT: Readonly<Record<string, number>> = { doing: 0, planned: 1, done: 2 };

/** Facets first; in the roadmap, what is in progress first. */
function byWeight(a: ItemRow, b: ItemRow): number {
  const status = (row: ItemRow): number => STATUS_WEIGHT[row.status ?? ''] ?? 3;
  return WEIGHT[a.kind] - WEIGHT[b.kind] || status(a) - status(b) || a.position - b.position || a.id - b.id;
}

/** Closed, dropped and promoted items are history: search finds them, but an assistant is not given them. */
function isLive({ status }: ItemRow): boolean {
  return status !== 'closed' && status !== 'dropped' && status !== 'promoted';
}

function pieceOf(row: ItemRow): Piece {
  const { status, fields } = row;
  const marks = [status, fields.horizon, fields.machine, fields.url, fields.source].filter(Boolean).join(', ');
  const heading = `## ${row.kind} #${row.id}: ${row.title}${marks === '' ? '' : ` (${marks})`}`;
  const text = row.content === '' ? heading : `${heading}\n${row.content}`;
  return { id: row.id, text };
}
