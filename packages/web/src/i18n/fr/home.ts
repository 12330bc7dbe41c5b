/** The first page and its guide. */
export const home = {
  title: 'Accueil',
  why: 'De la connexion à la première commande de votre assistant, étape par étape. Chacune est cochée dès qu’elle est faite.',
  whyDone: 'Ce qui s’est passé, et comment vont vos machines.',
  panels: 'Montré par vos assistants',
  guide: 'Prise en main',
  progress: (done: number, all: number) => `${done} étape${done > 1 ? 's' : ''} sur ${all}`,
  allDone: 'Tout est en place.',
  done: 'fait',
  latest: 'Dernières commandes',
  all: 'Tout voir',
  steps: {
    machine: {
      title: 'Une machine',
      why: 'Là où les commandes s’exécutent : un serveur SSH, un moteur Docker, ou cet ordinateur.',
      action: 'Ajouter une machine',
    },
    secret: {
      title: 'Un secret',
      why: 'Ce que l’assistant cite sans jamais le lire : mot de passe, clé, jeton d’API.',
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
