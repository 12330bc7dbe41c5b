/** The first page and its guide. */
import { amountsIn } from '../amounts.ts';

const { number, counted } = amountsIn('fr');

export const home = {
  title: 'Accueil',
  running: 'En cours',
  nothingRuns: 'Rien ne s’exécute en ce moment.',
  alsoRunning: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
  alsoWaiting: 'Attendent aussi',
  clients: 'Clients',
  noClient: 'Aucun assistant n’a encore d’accès.',
  neverCalled: 'jamais venu',
  figures: {
    commands: 'Commandes aujourd’hui',
    failures: 'Échecs',
    refused: (count: number) => counted(count, 'refusée', 'refusées'),
    tokens: 'Tokens économisés (14 jours)',
    calls: 'Appels IA aujourd’hui',
    of: (quota: number) => `sur ${number(quota)}`,
  },
  panels: 'Montré par vos assistants',
  guide: 'Prise en main',
  progress: (done: number, all: number) => `${counted(done, 'étape', 'étapes')} sur ${all}`,
  done: 'fait',
  latest: 'Dernières commandes',
  all: 'Tout voir',
  steps: {
    machine: {
      title: 'Une machine',
      why: 'Là où les commandes s’exécutent : un serveur SSH, un moteur Docker, ou l’ordinateur de Synapse lui-même.',
      action: 'Ajouter une machine',
    },
    secret: {
      title: 'Un secret',
      why: 'Un mot de passe, une clé ou un jeton d’API que l’assistant cite par son nom sans jamais le lire.',
      action: 'Ajouter un secret',
    },
    token: {
      title: 'Générer un jeton IA',
      why: 'Réglages, Accès IA : le jeton par lequel votre assistant s’identifie.',
      action: 'Générer un jeton',
    },
    client: {
      title: 'Configurer votre client',
      why: 'Collez la configuration ; cette étape est cochée dès le premier appel reçu.',
      action: 'Voir la configuration',
    },
    command: {
      title: 'Une première commande',
      why: 'Demandez-la à votre assistant, ou essayez-la dans la console.',
      action: 'Ouvrir la console',
    },
  },
} as const;
