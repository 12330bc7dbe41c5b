/** The projects of an account, found by number or by name. */
import type { Project } from '@synapse/contract';
import type { Api } from './api.ts';
import { CliError } from './cli-error.ts';
import { tell } from './words/tell.ts';

export async function listProjects(api: Pick<Api, 'call'>, signal?: AbortSignal): Promise<readonly Project[]> {
  return (await api.call<{ projects: Project[] }>('GET', '/tda/projects', undefined, signal)).projects;
}

/** How many others are named where the one is not there. */
const OTHERS = 5;

export function findProject(projects: readonly Project[], wanted: string, url: string): Project {
  const byNumber = projects.find(({ id }) => String(id) === wanted);
  const byName = projects.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const found =
    byNumber ?? projects.find(({ name }) => name === wanted) ?? (byName.length === 1 ? byName[0] : undefined);
  if (found !== undefined) return found;
  const others = projects.slice(0, OTHERS).map(({ id, name }) => `${name} (${id})`);
  throw new CliError(tell('no_project', { url, project: wanted }), {
    hint: others.length === 0 ? tell('no_projects_hint') : tell('other_projects', { list: others.join(', ') }),
  });
}
