/** Words of the policy, and of what it says of a command. */
import type { Wordings } from '@synapse/contract/language';

export const policy = {
  policy_none: {
    fr: 'Aucune politique n’est en vigueur : tout est permis.',
    en: 'No policy is in force: everything is allowed.',
  },
  policy_in_force: { fr: 'Version {version} en vigueur.', en: 'Version {version} is in force.' },
  policy_no_terminal: {
    fr: 'aucun terminal où la modifier : passez --file',
    en: 'no terminal to edit it on: pass --file',
  },
  policy_unchanged: { fr: 'rien n’a été changé', en: 'nothing was changed' },
  policy_kept: {
    fr: 'Votre texte est gardé dans {file} ; corrigez-le, puis : synapse policy edit --file {file}',
    en: 'What you wrote is kept in {file}; mend it, then: synapse policy edit --file {file}',
  },
  policy_valid: { fr: 'C’est une politique.', en: 'This is a policy.' },
  policy_same: {
    fr: 'Rien n’aurait changé : {checked} commandes.',
    en: 'Nothing would have been different: {checked} commands.',
  },
  policy_different: {
    fr: '{changed} commandes sur {checked} auraient été décidées autrement.',
    en: '{changed} of {checked} commands would have been decided differently.',
  },
  policy_more: {
    fr: 'Il y en a davantage : une durée plus courte montre tout.',
    en: 'There are more: a shorter time shows all of it.',
  },
  replay_head: {
    fr: 'DATE MACHINE AVANT APRÈS RÈGLE COMMANDE',
    en: 'WHEN MACHINE BEFORE AFTER RULE COMMAND',
  },
  editor_failed: {
    fr: 'l’éditeur a fini avec {code} : rien n’est enregistré',
    en: 'the editor ended with {code}: nothing is stored',
  },
  editor_kept: { fr: 'Votre texte est gardé dans {file}', en: 'What you wrote is kept in {file}' },
  explain_enforced: { fr: 'dans le bac à sable {sandbox}', en: 'in the sandbox {sandbox}' },
  explain_by_preset: { fr: '{verdict} par le préréglage {preset}', en: '{verdict} by preset {preset}' },
  explain_by_rule: { fr: '{verdict} par la règle {rule}', en: '{verdict} by rule {rule}' },
  explain_secrets: { fr: 'secrets : {names}', en: 'secrets: {names}' },
} as const satisfies Wordings;
