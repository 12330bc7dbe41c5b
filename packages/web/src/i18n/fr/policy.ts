/** The policy. */
export const policy = {
  title: 'Politique',
  why: 'Ce que vos assistants peuvent faire, sur quelle machine. Aucun jeton IA ne peut la lire ni la modifier.',
  everybody: 'Politique de l’instance',
  everybodyWhy: 'Pour tous les comptes. Elle ne peut que durcir ce que chacun permet.',
  text: 'Texte de la politique (YAML)',
  none: 'Aucune politique n’est en vigueur : tout est permis.',
  version: (version: number) => `Version ${version} en vigueur.`,
  inForce: (version: number) => `Version ${version} en vigueur.`,
  problems: 'Erreurs, par ligne et colonne',
  replay: 'Rejouer sur les 7 derniers jours',
  replayed: (checked: number, changed: number) =>
    changed === 0
      ? `Rien n’aurait changé (${checked} commandes examinées).`
      : `${changed} commande${changed > 1 ? 's' : ''} sur ${checked} auraient été décidées autrement.`,
  more: 'Il y en a davantage.',
  when: 'Date',
  command: 'Commande',
  difference: 'Différence',
} as const;
