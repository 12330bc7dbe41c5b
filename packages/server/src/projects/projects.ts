/** The rules of projects. */
import { because, type NewProject, PROJECT_LIMITS, type Project, type ProjectChange, Refusal } from '@synapse/contract';
import { lockWorkspace } from '../access/access.ts';
import { type Clock, isoTime } from '../clock.ts';
import { assertVersion } from '../db/assert-version.ts';
import type { Database, Queries } from '../db/database.ts';
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
  list(userId: string): Promise<Project[]>;
  get(userId: string, id: number): Promise<Project>;
  create(userId: string, wish: NewProject): Promise<Project>;
  update(userId: string, id: number, change: ProjectChange): Promise<Project>;
  remove(userId: string, id: number): Promise<void>;
}

/** A project of another user is answered like one that does not exist. */
export async function requireProject(queries: Queries, userId: string, id: number): Promise<ProjectRow> {
  const row = await findProject(queries, userId, id);
  if (row === undefined) throw new Refusal('project_not_found');
  return row;
}

export function createProjects(database: Database, clock: Clock): Projects {
  const { queries } = database;
  return {
    list: async (userId) => (await listProjects(queries, userId)).map(projectView),

    get: async (userId, id) => projectView(await requireProject(queries, userId, id)),

    create: (userId, { name, description }) =>
      database.transaction(async (tx) => {
        await lockWorkspace(tx, userId);
        const { projects: max } = PROJECT_LIMITS;
        if ((await countProjects(tx, userId)) >= max)
          throw new Refusal('limit_reached', { max, what: because('projects') });
        const now = clock();
        const row = { user_id: userId, name, description, version: 1, created_at: now, updated_at: now };
        return projectView(await insertProject(tx, row));
      }),

    update: (userId, id, { version, ...change }) =>
      database.transaction(async (tx) => {
        const current = await lockProject(tx, userId, id);
        if (current === undefined) throw new Refusal('project_not_found');
        assertVersion(version, projectView(current));
        const next = { ...current, ...change, version: current.version + 1, updated_at: clock() };
        await updateProject(tx, next);
        return projectView(next);
      }),

    remove: async (userId, id) => {
      if (!(await deleteProject(queries, userId, id))) throw new Refusal('project_not_found');
    },
  };
}

export function projectView({ user_id: _, created_at, updated_at, ...rest }: ProjectRow): Project {
  return { ...rest, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}
