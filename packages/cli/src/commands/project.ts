/** `synapse project …`. */
import type { JournalPage, Project } from '@synapse/contract';
import type { Action } from '../call.ts';
import { findProject, listProjects as projectsOf } from '../projects.ts';
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
};

export const addProject: Action = async ({ args, terminal, api }) => {
  const project = await api().call<Project>('POST', '/tda/projects', { name: args[0]! });
  terminal.answer(project, () => tell('project_added', { name: printable(project.name), id: project.id }));
};

export const showJournal: Action = async ({ args, options, terminal, api }) => {
  const service = api();
  const { id } = findProject(await projectsOf(service), args[0]!, service.url);
  const query = new URLSearchParams({ project_id: String(id), limit: String(options.limit) });
  const page = await service.call<JournalPage>('GET', `/tda/journal?${query}`);
  terminal.answer(page, () => {
    if (page.entries.length === 0) return tell('journal_empty');
    return table(
      columns('journal_head'),
      // The service leaves the zone out: it is UTC.
      page.entries.map(({ created_at, source, content }) => [`${created_at}Z`, source, content]),
    );
  });
};
