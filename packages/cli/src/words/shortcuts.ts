/** Words of aliases and own filters. */
import type { Wordings } from '@synapse/contract/language';

export const shortcuts = {
  aliases_head: { fr: 'CODE USAGES DERNIER_USAGE COMMANDE', en: 'CODE HITS LAST_USED COMMAND' },
  ask_delete_alias: { fr: 'Supprimer l’alias {code} ?', en: 'Delete the alias {code}?' },
  aliases_installed: { fr: 'Installés : {codes}', en: 'Installed: {codes}' },
  code_with_accept: { fr: '--code va avec --accept', en: '--code goes with --accept' },
  no_suggestions: { fr: 'Rien à proposer.', en: 'Nothing to suggest.' },
  suggestions_head: {
    fr: 'ID CODE VUE TOKENS_ÉCONOMISÉS COMMANDE',
    en: 'ID CODE SEEN TOKENS_SAVED COMMAND',
  },
  suggestion_accepted: { fr: 'acceptée', en: 'accepted' },
  suggestion_rejected: { fr: 'refusée', en: 'rejected' },

  filter_pattern: { fr: 'Un motif est faux : {problem}', en: 'A pattern is wrong: {problem}' },
  filter_no_cases: {
    fr: 'Il n’a pas de cas : ajoutez-en sous "cases".',
    en: 'It has no cases: add some under "cases".',
  },
  filter_ok: { fr: 'ok', en: 'ok' },
  filter_wrong: { fr: 'faux', en: 'wrong' },
  filter_expected: { fr: 'attendu :', en: 'expected:' },
  filter_got: { fr: 'obtenu :', en: 'got:' },
  filter_stored: {
    fr: '{name} : enregistré ; il est essayé sur les commandes qui correspondent à {pattern}',
    en: '{name} is stored; it is tried on commands that match {pattern}',
  },
  filters_head: { fr: 'NOM CAS COMMANDES DESCRIPTION', en: 'NAME CASES MATCHES ABOUT' },
  ask_delete_filter: { fr: 'Supprimer le filtre {name} ?', en: 'Delete the filter {name}?' },
  filter_not_json: { fr: '{file} n’est pas du JSON : {reason}', en: '{file} is not JSON: {reason}' },
  filter_none: {
    fr: '{file} ne contient pas de filtre : il faut un objet JSON avec "name" et "match_command"',
    en: '{file} holds no filter: a JSON object with "name" and "match_command" is needed',
  },
} as const satisfies Wordings;
