/** `synapse project …`. */
import type { Project } from '@synapse/contract';
import type { Action } from '../call.ts';
import { listProjects as projectsOf } from '../projects.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const listProjects: Action = async ({ terminal, api }) => {
  const projects = await projectsOf(api());
  terminal.answer({ projects }, () =>
    table(
      columns('projects_head'),
      projects.map(({ id, name, created_at }) => [id, name, created_at]),
    ),
  );
  return undefined;
};

export const addProject: Action = async ({ args, terminal, api }) => {
  const project = await api().call<Project>('POST', '/tda/projects', { name: args[0]! });
  terminal.answer(project, () => tell('project_added', { name: printable(project.name), id: project.id }));
  return undefined;
};
