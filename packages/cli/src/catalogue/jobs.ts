/** Jobs: commands that outlive the call. */
import { type CommandSpec, option } from '../command-spec.ts';
import { crew } from './shared-options.ts';

export const jobs: readonly CommandSpec[] = [
  {
    path: 'jobs list',
    about: {
      fr: 'Lister les tâches, les plus récentes d’abord : les commandes lancées par exec --detach.',
      en: 'List the jobs, the newest first: commands that were started with exec --detach.',
    },
    options: [crew, option('--running', { fr: 'Seulement celles en cours.', en: 'Only those that run.' })],
    alone: true,
    examples: ['synapse jobs', 'synapse jobs list --running'],
    run: async (call) => (await import('../commands/jobs.ts')).listJobs(call),
  },
  {
    path: 'jobs tail',
    about: {
      fr: 'Afficher ce qu’écrit une tâche, depuis le début et jusqu’à sa fin, et finir avec son code de sortie. Ctrl-C n’arrête que l’affichage.',
      en: 'Print what a job writes, from its start to its end, and end with its exit code. Ctrl-C only stops watching it.',
    },
    args: ['<execution>'],
    examples: ['synapse jobs tail 01jd2y4k0zv3w9'],
    run: async (call) => (await import('../commands/jobs.ts')).tailJob(call),
  },
  {
    path: 'jobs cancel',
    about: { fr: 'Arrêter une tâche et tout ce qu’elle a lancé.', en: 'Stop a job and all that it has started.' },
    args: ['<execution>'],
    examples: ['synapse jobs cancel 01jd2y4k0zv3w9'],
    run: async (call) => (await import('../commands/jobs.ts')).cancelJob(call),
  },
];
