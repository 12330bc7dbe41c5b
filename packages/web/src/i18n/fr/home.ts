/** The first page and its guide. */
export const home = {
  title: 'Accueil',
  why: 'De la connexion à la première commande de votre assistant, en quelques étapes qui se cochent toutes seules.',
  guide: 'Prise en main',
  progress: (done: number, all: number) => `${done} étape${done > 1 ? 's' : ''} sur ${all}`,
  allDone: 'Tout est en place.',
  done: 'fait',
  steps: {
    token: {
      title: 'Générer un jeton IA',
      why: 'Réglages, Accès IA : le jeton par lequel votre assistant s’identifie.',
      action: 'Générer un jeton',
    },
    client: {
      title: 'Configurer votre client',
      why: 'Collez la configuration ; cette étape se coche au premier appel reçu.',
      action: 'Voir la configuration',
    },
  },
} as const;
