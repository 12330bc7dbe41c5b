/** Words of the policy. */
import type { Wordings } from '@synapse/contract/language';

export const policy = {
  policy_none: {
    fr: 'Aucune politique en vigueur : tout est permis.',
    en: 'No policy is in force: everything is allowed.',
  },
  policy_in_force: { fr: 'La version {version} est en vigueur.', en: 'Version {version} is in force.' },
  policy_no_editor: { fr: 'aucun terminal pour éditer : ajoutez --file', en: 'no terminal to edit on: pass --file' },
  policy_unchanged: { fr: 'rien n’a été modifié', en: 'nothing was changed' },
  policy_draft: {
    fr: 'Votre texte est gardé dans {file} ; corrigez-le, puis : synapse policy edit --file {file}',
    en: 'What you wrote is kept in {file}; mend it and run: synapse policy edit --file {file}',
  },
  policy_valid: { fr: 'C’est une politique.', en: 'This is a policy.' },
  replay_same: {
    fr: 'Rien n’aurait été différent : {checked} commandes.',
    en: 'Nothing would have been different: {checked} commands.',
  },
  replay_head: { fr: 'QUAND MACHINE AVANT APRÈS RÈGLE COMMANDE', en: 'WHEN MACHINE BEFORE AFTER RULE COMMAND' },
  replay_changed: {
    fr: '{changed} commandes sur {checked} auraient été décidées autrement.',
    en: '{changed} of {checked} commands would have been decided differently.',
  },
  replay_more: {
    fr: 'Il y en a d’autres : une durée plus courte les montre toutes.',
    en: 'There are more: a shorter time shows all of it.',
  },
  explain_by_preset: { fr: '{verdict} par le préréglage {preset}', en: '{verdict} by preset {preset}' },
  explain_by_rule: { fr: '{verdict} par la règle {rule}', en: '{verdict} by rule {rule}' },
} as const satisfies Wordings;
