/** Words of questions and freezes. */
import type { Wordings } from '@synapse/contract/language';

export const guard = {
  approvals_none: { fr: 'Personne ne vous attend.', en: 'Nobody waits for you.' },
  approvals_head: { fr: 'ID STATUT EXPIRE OÙ QUI COMMANDE', en: 'ID STATUS EXPIRES WHERE WHO COMMAND' },
  approvals_either: { fr: 'soit --hour, soit --template', en: 'either --hour or --template' },
  approved: { fr: 'Autorisée : {what}', en: 'Approved: {what}' },
  denied: { fr: 'Refusée : {what}', en: 'Denied: {what}' },
  approval_closed: { fr: '{id} est close.', en: '{id} is closed.' },
  approvals_keys: { fr: 'a : autoriser  d : refuser  q : quitter', en: 'a: approve  d: deny  q: leave' },
  approvals_watching: { fr: 'À l’écoute.', en: 'Watching.' },
  approval_until: { fr: 'jusqu’à {at}', en: 'until {at}' },
  approval_file: { fr: '{size} octets, SHA-256 {sha256}', en: '{size} bytes, SHA-256 {sha256}' },
  approval_place: { fr: 'un lien mène à {place}', en: 'a link leads to {place}' },
  approval_more_lines: {
    fr: '… encore {count} lignes : lisez-les dans la page avant de répondre',
    en: '… {count} more lines: read them on the page before you answer',
  },
  approval_machines: { fr: 'ensemble, sur {names}', en: 'together, on {names}' },
  approval_job: { fr: 'en arrière-plan, {seconds} s au plus', en: 'in the background, {seconds} s at most' },
  approval_cwd: { fr: 'dans {cwd}', en: 'in {cwd}' },
  approval_secrets: { fr: 'secrets : {names}', en: 'secrets: {names}' },
  exec_waits: {
    fr: 'En attente d’autorisation jusqu’à {at} : {reason}',
    en: 'Waiting for approval until {at}: {reason}',
  },
  exec_approve: { fr: '{synapse} approve {id}, ou {url}', en: '{synapse} approve {id}, or {url}' },

  freeze_all: {
    fr: '--instance couvre tout : ni --machine, ni --token',
    en: '--instance covers everything: it takes neither --machine nor --token',
  },
  frozen: { fr: 'Gelé : {what} ({id}).', en: 'Frozen: {what} ({id}).' },
  frozen_until: { fr: 'Rien n’en est exécuté jusqu’à : {command}', en: 'Nothing of it runs until: {command}' },
  freeze_unknown: { fr: 'ce gel n’existe pas', en: 'no such freeze' },
  freeze_none: { fr: 'Rien n’est gelé.', en: 'Nothing is frozen.' },
  freeze_instance_too: {
    fr: 'L’instance entière l’est : un administrateur peut la dégeler.',
    en: 'The whole instance is: an administrator lifts that.',
  },
  freeze_which: {
    fr: 'lequel ? Nommez-le par son identifiant, ou ajoutez --all',
    en: 'which one? Name it by its id, or pass --all',
  },
  freeze_lifted: { fr: 'Levé : {what}.', en: 'Lifted: {what}.' },
  freezes_head: { fr: 'ID QUOI DEPUIS PAR MOTIF', en: 'ID WHAT SINCE BY REASON' },
  freeze_name_instance: { fr: 'l’instance entière', en: 'the whole instance' },
  freeze_name_all: { fr: 'tout ce qui est à vous', en: 'everything of yours' },
  freeze_name_machine: { fr: 'machine {machine}', en: 'machine {machine}' },
  freeze_name_token: { fr: 'jeton {token}', en: 'token {token}' },
} as const satisfies Wordings;
