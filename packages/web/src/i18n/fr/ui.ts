/** Words that many places share. */
export const ui = {
  copy: 'Copier',
  copied: 'Copié',
  actionsOf: (name: string) => `Actions : ${name}`,
  cancel: 'Annuler',
  close: 'Fermer',
  save: 'Enregistrer',
  about: 'À propos :',
  undo: 'Annuler la modification',
  retry: 'Réessayer',
  changedElsewhere: 'Modifié ailleurs pendant que vous écrivez',
  changedElsewhereWhy: 'Votre saisie est intacte. Que faut-il garder ?',
  /** Beside a field that is being edited in place. */
  changedTo: (value: string) => `Modifié ailleurs : ${value}. Échap le reprend.`,
  keepMine: 'Garder ma saisie',
  takeStored: 'Reprendre la version enregistrée',
  days: 'j',
  loading: 'Chargement',
  none: 'aucun',
  /** By cause: the call was refused, the service failed, nobody answered. */
  problems: {
    refused: 'L’opération n’a pas abouti',
    failed: 'Le service a rencontré un problème',
    unreachable: 'Pas de connexion',
  },
  unexpected: 'Une erreur inattendue est survenue',
  unexpectedWhy: 'La page n’a pas pu s’afficher. Réessayez ; si cela persiste, rechargez-la.',
  unreachable: 'Le service ne répond pas. Vérifiez qu’il tourne, puis réessayez.',
  notOffered: 'Indisponible sur cette instance',
  notOfferedWhy: 'Cette instance ne propose pas cette fonction. Mettez-la à jour pour en disposer.',
} as const;
