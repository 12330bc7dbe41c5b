/** One command on many machines, and jobs. */

import { SHARED_WORDS } from '@synapse/contract/view-words';
import { amountsIn } from '../amounts.ts';

const { number, counted } = amountsIn('fr');

export const many = {
  title: 'Plusieurs machines',
  why: 'La même commande sur plusieurs machines à la fois. Les réponses identiques n’apparaissent qu’une fois.',
  machines: 'Machines',
  tags: 'Par étiquette',
  options: 'Plus de réglages',
  machinesHint: 'Noms, web-* ou tag:web (50 au plus)',
  none: 'Rien n’a encore été lancé',
  noneWhy:
    'Chaque machine apparaît ici avec son état. Les réponses identiques sont regroupées, les petites différences montrées en diff.',
  first: 'Machines à essayer d’abord (0 : aucune)',
  parallel: 'Machines à la fois',
  stop: 'Arrêter partout',
  grid: 'État de chaque machine',
  states: {
    waiting: 'en file',
    running: 'en cours',
    pending: 'à confirmer',
    succeeded: SHARED_WORDS.fr.statuses.done,
    failed: SHARED_WORDS.fr.failed,
    skipped: SHARED_WORDS.fr.skipped,
  },
  counts: {
    total: (count: number) => counted(count, 'machine', 'machines'),
    succeeded: (count: number) => counted(count, 'réussie', 'réussies'),
    failed: (count: number) => `${number(count)} en échec`,
    skipped: (count: number) => counted(count, 'non tentée', 'non tentées'),
    waiting: (count: number) => `${number(count)} en attente`,
  },
  answered: (count: number, names: string) => `${number(count)} × ${names}`,
  same: (machine: string) => `Même sortie que ${machine}.`,
  diff: (machine: string) => `Différences avec ${machine} :`,
} as const;

export const jobs = {
  title: 'Tâches',
  why: 'Les commandes lancées en tâche (detach). Elles survivent à l’appel, à la connexion et à un redémarrage du service.',
  none: 'Aucune tâche',
  noneWhy: 'Une commande lancée avec detach, par votre assistant ou par synapse exec -d, apparaît ici.',
  running: 'En cours',
  finished: 'Terminées',
  lastLine: 'Dernière ligne',
  started: 'Début',
} as const;
