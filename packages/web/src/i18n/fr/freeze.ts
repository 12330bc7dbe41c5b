/** Freezing: stopping everything at once. */
export const freeze = {
  button: 'Geler',
  title: 'Geler les exécutions',
  why: 'Ce qui tourne est tué en deux secondes ; rien ne démarre plus jusqu’au dégel.',
  what: 'Quoi',
  scopes: {
    all: 'Tout mon compte',
    machine: 'Une machine',
    token: 'Un jeton IA',
    instance: 'Toute l’instance, pour tous les comptes',
  },
  machine: 'Machine',
  token: 'Jeton',
  reason: 'Raison (facultative)',
  submit: 'Geler maintenant',
  done: 'Gelé.',
  frozen: {
    all: 'Tout votre compte est gelé',
    instance: 'Toute l’instance est gelée',
    machine: (slug: string) => `La machine ${slug} est gelée`,
    token: (name: string) => `Le jeton ${name} est gelé`,
    both: (slug: string, name: string) => `Le jeton ${name} est gelé sur ${slug}`,
  },
  by: (who: string) => `par ${who}`,
  lift: 'Dégeler',
  liftOf: (what: string) => `Dégeler : ${what}`,
  lifted: 'Dégelé.',
} as const;
