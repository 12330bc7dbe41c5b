/** What assistants show to the person: a panel is stored, and open pages show it at once. */
import { type NewPanel, type Panel, PROJECT_LIMITS } from '@synapse/contract';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { WorkspaceId } from '../ids.ts';
import { insertPanel, listPanels, type PanelRow } from './panel-store.ts';
import { requireProject } from './projects.ts';

export interface Panels {
  present(workspaceId: WorkspaceId, panel: NewPanel): Promise<Panel>;
  /** Newest first. */
  list(workspaceId: WorkspaceId): Promise<Panel[]>;
}

/** `pageUrl`: the address of the page. Empty if the service cannot know it. */
export function createPanels(database: Database, clock: Clock, events: Events, pageUrl: () => string): Panels {
  const view = (row: PanelRow): Panel => ({
    id: row.id,
    title: row.title,
    markdown: row.markdown,
    view: row.view as Panel['view'],
    project_id: row.project_id,
    link: `${pageUrl()}/panels/${row.id}`,
    created_at: isoTime(row.created_at),
  });
  return {
    present: async (workspaceId, { title, markdown = null, view: shown = null, project_id = null }) => {
      const row = await database.transaction(async (tx) => {
        if (project_id !== null) await requireProject(tx, workspaceId, project_id);
        const panel = { workspace_id: workspaceId, title, markdown, view: shown, project_id, created_at: clock() };
        return insertPanel(tx, panel, PROJECT_LIMITS.panels);
      });
      const panel = view(row);
      events.publish(workspaceId, { type: 'present', link: panel.link, title });
      return panel;
    },
    list: async (workspaceId) => (await listPanels(database.queries, workspaceId)).map(view),
  };
}
