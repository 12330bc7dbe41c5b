/** Words that many places share. */
import { amountsIn } from '../amounts.ts';

const { duration } = amountsIn('fr');

export const ui = {
  copy: 'Copier',
  copied: 'Copié',
  actionsOf: (name: string) => `Actions : ${name}`,
  cancel: 'Annuler',
  close: 'Fermer',
  save: 'Enregistrer',
  about: 'À propos :',
  undo: 'Annuler la modification',
  clearOf: (label: string) => `Effacer : ${label}`,
  retry: 'Réessayer',
  changedElsewhere: 'Modifié ailleurs pendant que vous écrivez',
  changedElsewhereWhy: 'Votre saisie est intacte. Que faut-il garder ?',
  /** Beside a field that is being edited in place. */
  changedTo: (value: string) => `Modifié ailleurs : ${value}. Échap le reprend.`,
  keepMine: 'Garder ma saisie',
  takeStored: 'Reprendre la version enregistrée',
  days: 'j',
  /** In an editor of code. */
  code: { completions: 'Propositions', control: 'Caractère de contrôle' },
  loading: 'Chargement',
  none: 'aucun',
  colon: ' : ',
  show: 'Afficher ou masquer la saisie',
  /** Under a field that cannot be sent as it is. */
  validity: {
    missing: 'Ce champ est requis.',
    short: (least: number) => `Au moins ${least} caractères.`,
    least: (least: string) => `Au moins ${least}.`,
    most: (most: string) => `Au plus ${most}.`,
    url: 'Une adresse complète, qui commence par https://.',
    number: 'Un nombre entier.',
    form: 'Certains caractères ne sont pas permis ici.',
  },
  /** By kind: what the reader can do about it differs. */
  problems: {
    again: 'Connectez-vous à nouveau',
    conflict: 'En conflit avec l’existant',
    denied: 'Refusé',
    exists: 'Existe déjà',
    failed: 'Le service a rencontré un problème',
    forbidden: 'Non autorisé',
    frozen: 'Gelé',
    hostKey: 'La clé d’hôte a changé',
    invalid: 'À corriger',
    large: 'Trop volumineux',
    late: 'Trop tard',
    limit: 'Limite atteinte',
    lost: 'Connexion perdue',
    machine: 'La machine n’a pas répondu',
    missing: 'Introuvable',
    refused: 'L’opération n’a pas abouti',
    signIn: 'Connexion refusée',
    unreachable: 'Pas de connexion',
  },
  unexpected: 'Une erreur inattendue est survenue',
  unexpectedWhy: 'La page n’a pas pu s’afficher. Réessayez ; si cela persiste, rechargez-la.',
  unreachable: 'Le service ne répond pas. Vérifiez qu’il tourne, puis réessayez.',
  rateLimit: (seconds: number) =>
    `30 commandes par minute et par compte, sauf réglage de l’instance. Réessayez dans ${duration(1000 * seconds)}.`,
  needsPlan:
    'Machines, secrets et alias personnels sont réservés aux plans Pro et Équipage ; ceux d’un équipage sont dans son espace de travail.',
  notOffered: 'Indisponible sur cette instance',
  notOfferedWhy: 'Cette instance ne propose pas cette fonction. Mettez-la à jour pour en disposer.',
} as const;
