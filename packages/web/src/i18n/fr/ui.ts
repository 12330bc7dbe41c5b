/** Words that many places share. */
export const ui = {
  copy: 'Copier',
  copied: 'Copié',
  cancel: 'Annuler',
  close: 'Fermer',
  save: 'Enregistrer',
  undo: 'Rétablir',
  retry: 'Réessayer',
  loading: 'Chargement',
  none: 'aucun',
  refused: 'Refusé',
  unexpected: 'Une erreur inattendue est survenue',
  unexpectedWhy: 'La page n’a pas pu s’afficher. Réessayez ; si cela persiste, rechargez-la.',
  unreachable: 'Le service ne répond pas. Vérifiez qu’il tourne, puis réessayez.',
  notOffered: 'Indisponible sur cette instance',
  notOfferedWhy: 'Cette instance ne propose pas cette fonction. Mettez-la à jour pour en disposer.',
} as const;
