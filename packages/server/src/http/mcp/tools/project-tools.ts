/** Projects: list, context, search, make, change, remove. */
import {
  Context,
  IntegerId,
  MaxTokens,
  NewProject,
  Project,
  ProjectChange,
  SearchAnswer,
  SearchQuery,
} from '@synapse/contract';
import * as z from 'zod';
import type { Projects } from '../../../projects/projects.ts';
import type { Contexts } from '../../../recall/contexts.ts';
import type { Search } from '../../../recall/search.ts';
import { listTool } from '../list-tool.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, DELETES, OVERWRITES, READS } from './annotations.ts';
import { Deleted } from './arguments.ts';

export interface ProjectToolServices {
  readonly projects: Projects;
  readonly contexts: Contexts;
  readonly search: Search;
}

export const projectReadTools = ({ projects, contexts, search }: ProjectToolServices): Tool[] => [
  listTool('projects', {
    name: 'list_projects',
    description: 'The person’s projects, with the ids that other tools take.',
    scope: 'mcp:read',
    input: z.object({}),
    output: z.object({ projects: z.array(Project) }),
    annotations: READS,
    handler: async (_args, { caller }) => ({ projects: await projects.list(caller.workspaceId) }),
  }),
  defineTool({
    name: 'get_project_context',
    description:
      'What to know before working on a project, as Markdown: facets, roadmap, services, knowledge, ideas, recent journal. left_out: ids that did not fit (get_item).',
    scope: 'mcp:read',
    input: z.object({ project_id: IntegerId, max_tokens: MaxTokens.optional() }),
    output: Context.extend({ project: Project }),
    annotations: READS,
    handler: ({ project_id, max_tokens }, { caller, language }) =>
      contexts.project(caller.workspaceId, project_id, { maxTokens: max_tokens, language }),
  }),
  listTool('results', {
    name: 'search',
    description:
      'Full-text search over projects, all they remember, and the journal. Every word must occur; prefixes match.',
    scope: 'mcp:read',
    input: SearchQuery,
    output: SearchAnswer,
    annotations: READS,
    handler: async (query, { caller }) => ({ results: await search(caller.workspaceId, query) }),
  }),
];

export const projectWriteTools = ({ projects }: ProjectToolServices): Tool[] => [
  defineTool({
    name: 'update_project',
    description: 'Renames or redescribes a project.',
    scope: 'mcp:write',
    input: ProjectChange.extend({ project_id: IntegerId }),
    output: Project,
    annotations: OVERWRITES,
    handler: ({ project_id, ...change }, { caller }) => projects.update(caller.workspaceId, project_id, change),
  }),
];

export const projectAdminTools = ({ projects }: ProjectToolServices): Tool[] => [
  defineTool({
    name: 'create_project',
    description: 'Creates a project.',
    scope: 'mcp:admin',
    input: NewProject,
    output: Project,
    annotations: CHANGES,
    handler: (wish, { caller }) => projects.create(caller.workspaceId, wish),
  }),
  defineTool({
    name: 'delete_project',
    description: 'Deletes a project with its memory and its journal. Cannot be undone.',
    scope: 'mcp:admin',
    input: z.object({ project_id: IntegerId }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ project_id }, { caller }) => {
      await projects.remove(caller.workspaceId, project_id);
      return { deleted: true as const };
    },
  }),
];
