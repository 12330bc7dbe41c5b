/** Projects: what journals belong to. */
import type { CommandSpec } from '../command-spec.ts';
import { crew } from './shared-options.ts';

export const projects: readonly CommandSpec[] = [
  {
    path: 'project list',
    about: { fr: 'Lister vos projets, avec leurs numéros.', en: 'List your projects, with their numbers.' },
    alone: true,
    options: [crew],
    examples: ['synapse project list'],
    run: async (call) => (await import('../commands/project.ts')).listProjects(call),
  },
  {
    path: 'project add',
    about: { fr: 'Créer un projet.', en: 'Make a project.' },
    args: ['<name>'],
    options: [crew],
    examples: ['synapse project add website'],
    run: async (call) => (await import('../commands/project.ts')).addProject(call),
  },
];
