/** The rules of projects. */
import { because, type NewProject, PROJECT_LIMITS, type Project, type ProjectChange, Refusal } from '@synapse/contract';
import { lockWorkspace } from '../access/access.ts';
import { type Clock, isoTime } from '../clock.ts';
import { assertVersion } from '../db/assert-version.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import {
  countProjects,
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  lockProject,
  type ProjectRow,
  updateProject,
} from './project-store.ts';

// For other modules.
export { findProjects, indexProject, lockProject } from './project-store.ts';

export interface Projects {
  list(workspaceId: WorkspaceId): Promise<Project[]>;
  get(workspaceId: WorkspaceId, id: number): Promise<Project>;
  create(workspaceId: WorkspaceId, wish: NewProject): Promise<Project>;
  update(workspaceId: WorkspaceId, id: number, change: ProjectChange): Promise<Project>;
  remove(workspaceId: WorkspaceId, id: number): Promise<void>;
}

/** A project of another user is answered like one that does not exist. */
export async function requireProject(queries: Queries, workspaceId: WorkspaceId, id: number): Promise<ProjectRow> {
  const row = await findProject(queries, workspaceId, id);
  if (row === undefined) throw new Refusal('project_not_found');
  return row;
}

export function createProjects(database: Database, clock: Clock): Projects {
  const { queries } = database;
  return {
    list: async (workspaceId) => (await listProjects(queries, workspaceId)).map(projectView),

    get: async (workspaceId, id) => projectView(await requireProject(queries, workspaceId, id)),

    create: (workspaceId, { name, description }) =>
      database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const { projects: max } = PROJECT_LIMITS;
        if ((await countProjects(tx, workspaceId)) >= max)
          throw new Refusal('limit_reached', { max, what: because('projects') });
        const now = clock();
        const row = { workspace_id: workspaceId, name, description, version: 1, created_at: now, updated_at: now };
        return projectView(await insertProject(tx, row));
      }),

    update: (workspaceId, id, { version, ...change }) =>
      database.transaction(async (tx) => {
        const current = await lockProject(tx, workspaceId, id);
        if (current === undefined) throw new Refusal('project_not_found');
        assertVersion(version, projectView(current));
        const next = { ...current, ...change, version: current.version + 1, updated_at: clock() };
        await updateProject(tx, next);
        return projectView(next);
      }),

    remove: async (workspaceId, id) => {
      if (!(await deleteProject(queries, workspaceId, id))) throw new Refusal('project_not_found');
    },
  };
}

export function projectView({ workspace_id: _, created_at, updated_at, ...rest }: ProjectRow): Project {
  return { ...rest, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}
