/** Projects: what journals belong to. */
import { type CommandSpec, option } from '../command-spec.ts';
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
  {
    path: 'project journal',
    about: {
      fr: 'Lire le journal d’un projet, le plus récent d’abord : commits, notes, et ce qu’écrivent les assistants.',
      en: 'Read the journal of a project, newest first: commits, notes, and what assistants write.',
    },
    args: ['<project>'],
    options: [
      option(
        '-n, --limit <n>',
        { fr: 'Combien d’entrées, de 1 à 100.', en: 'How many entries, 1 to 100.' },
        { as: 'number', fallback: 20 },
      ),
    ],
    examples: ['synapse project journal website', 'synapse project journal 1 -n 5'],
    run: async (call) => (await import('../commands/project.ts')).showJournal(call),
  },
];
