/** Projects over REST. */
import { Context, MaxTokens, NewProject, Project, ProjectChange } from '@synapse/contract';
import * as z from 'zod';
import type { Projects } from '../../projects/projects.ts';
import type { Contexts } from '../../recall/contexts.ts';
import { endpoint } from '../endpoint.ts';
import { IdNumber } from './params.ts';

export interface ProjectServices {
  readonly projects: Projects;
  readonly contexts: Contexts;
}

export const ProjectParams = z.object({ id: IdNumber });
/** How much of a context is wanted, as it appears in an address. */
export const BudgetQuery = z.object({
  max_tokens: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(MaxTokens)
    .optional(),
});

export const listProjects = ({ projects }: ProjectServices) =>
  endpoint({
    summary: 'The user’s projects, oldest first.',
    access: 'user',
    answer: z.object({ projects: z.array(Project) }),
    handle: async (_input, { workspace }) => ({ projects: await projects.list(workspace.id) }),
  });

export const createProject = ({ projects }: ProjectServices) =>
  endpoint({
    summary: 'Create a project.',
    access: 'user',
    body: NewProject,
    status: 201,
    answer: Project,
    handle: ({ body }, { workspace }) => projects.create(workspace.id, body),
  });

export const getProject = ({ projects }: ProjectServices) =>
  endpoint({
    summary: 'One project.',
    access: 'user',
    params: ProjectParams,
    answer: Project,
    handle: ({ params }, { workspace }) => projects.get(workspace.id, params.id),
  });

export const changeProject = ({ projects }: ProjectServices) =>
  endpoint({
    summary: 'Change a project; with `version`, only if it was not changed since.',
    access: 'user',
    params: ProjectParams,
    body: ProjectChange,
    answer: Project,
    handle: ({ params, body }, { workspace }) => projects.update(workspace.id, params.id, body),
  });

export const deleteProject = ({ projects }: ProjectServices) =>
  endpoint({
    summary: 'Delete a project with everything in it, its journal included.',
    access: 'user',
    params: ProjectParams,
    answer: null,
    handle: ({ params }, { workspace }) => projects.remove(workspace.id, params.id),
  });

export const projectContext = ({ contexts }: ProjectServices) =>
  endpoint({
    summary: 'What an assistant is given of the project: Markdown within a budget of tokens.',
    access: 'user',
    params: ProjectParams,
    query: BudgetQuery,
    answer: Context.extend({ project: Project }),
    handle: ({ params, query }, { workspace, language }) =>
      contexts.project(workspace.id, params.id, { maxTokens: query.max_tokens, language }),
  });
