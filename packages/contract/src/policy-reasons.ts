/** Words about policies and what they decide, in both languages: a part of the reasons. */
import type { Wording } from './language.ts';

export const POLICY_REASONS = {
  policy_tag: {
    fr: 'elle nomme l’étiquette « {tag} » ; seule une personne la donne ou la retire',
    en: 'it names the tag “{tag}”; only a person gives or takes it',
  },

  // What is wrong with the text of a policy
  policy_unknown_word: {
    fr: '« {word} » est inconnu ; vouliez-vous dire « {meant} » ? (connus : {known})',
    en: '“{word}” is unknown; did you mean “{meant}”? (known: {known})',
  },
  policy_too_large: { fr: 'le texte dépasse {kib} Kio', en: 'the text is larger than {kib} KiB' },
  policy_too_many: { fr: '{max} au plus', en: 'at most {max}' },
  policy_too_many_globs: {
    fr: '{max} valeurs au plus dans toutes les conditions ensemble',
    en: 'at most {max} values in all conditions together',
  },
  policy_version: { fr: 'la version de ce format est 1', en: 'the version of this format is 1' },
  policy_list: { fr: 'une liste est attendue ici', en: 'a list is expected here' },
  policy_empty_list: { fr: 'la liste est vide', en: 'the list is empty' },
  policy_mapping: { fr: 'des clés et des valeurs sont attendues ici', en: 'keys and values are expected here' },
  policy_word: { fr: 'un mot est attendu ici', en: 'a word is expected here' },
  policy_long: { fr: '{max} caractères au plus', en: 'at most {max} characters' },
  policy_same_name: { fr: 'deux règles s’appellent « {name} »', en: 'two rules are called “{name}”' },
  policy_no_then: {
    fr: 'la règle ne dit pas ce qui suit (then: allow, ask ou deny)',
    en: 'the rule does not say what follows (then: allow, ask or deny)',
  },
  policy_ask_crew: {
    fr: 'ask: other, ask: keeper et approvals: 2 ne vont que dans la politique d’un équipage',
    en: 'ask: other, ask: keeper and approvals: 2 belong in the policy of a crew alone',
  },
  policy_ask_alone: { fr: 'ask va avec then: ask', en: 'ask goes with then: ask' },
  policy_reveal_alone: { fr: 'reveal va avec then: allow', en: 'reveal goes with then: allow' },
  policy_hours: {
    fr: 'des heures s’écrivent « mon-fri 08:00-18:00 Europe/Paris »',
    en: 'hours are written as “mon-fri 08:00-18:00 Europe/Paris”',
  },
  policy_path: {
    fr: 'un chemin est absolu, ou commence par * ou **',
    en: 'a path is absolute, or begins with * or **',
  },
  policy_alias: { fr: 'les alias YAML ne sont pas admis', en: 'YAML aliases are not allowed' },
  policy_nested: { fr: 'trop de niveaux imbriqués', en: 'nested too deeply' },

  // Why a secret cannot be used where it is bound
  policy_slug: {
    fr: 'elle nomme la machine « {machine} » ; seule une personne la crée ou la supprime',
    en: 'it names the machine “{machine}”; only a person makes or removes it',
  },
  policy_unconfirmed: {
    fr: 'un assistant a créé ou modifié la machine {machine}, et personne ne l’a encore confirmée ; d’ici là elle est fermée (« synapse machine confirm {machine} »)',
    en: 'an assistant made or changed the machine {machine}, and no person has confirmed it yet; until then it is closed (“synapse machine confirm {machine}”)',
  },
  secret_replaced_machine: {
    fr: 'il était lié à une machine {machine} qui a été supprimée ; une personne le lie à nouveau à celle-ci',
    en: 'it was bound to a machine {machine} that has been removed; a person binds it again to this one',
  },
  unconfirmed_secret: { fr: 'le secret {name}', en: 'the secret {name}' },
  unconfirmed_agent: { fr: 'la clé de l’agent ssh du service', en: 'the key of the service’s ssh agent' },
  secret_machine: { fr: 'il n’est pas lié à la machine {machine}', en: 'it is not bound to the machine {machine}' },
  secret_program: { fr: 'il n’est pas lié au programme {program}', en: 'it is not bound to the program {program}' },
  secret_opaque: {
    fr: 'nul ne peut dire avant l’exécution ce que « {part} » en ferait',
    en: 'what “{part}” would do with it cannot be known before it runs',
  },
  secret_shell: {
    fr: 'il n’est remis qu’à ses programmes : en argument, sur leur entrée ou dans une variable placée devant eux ; ici il irait aussi dans une variable, un test, une boucle, une expansion, une substitution ou une fonction du shell',
    en: 'it is handed to its programs alone: as an argument, as their input or in a variable in front of them; here it would also be in a variable, a test, a loop, an expansion, a substitution or a function of the shell',
  },
  secret_unsettled: {
    fr: 'avec « {part} », le shell lui-même pourrait le montrer ou le remettre à un autre',
    en: 'with “{part}” the shell itself might show it or hand it to another',
  },
  secret_redirected: { fr: 'il est dans une redirection', en: 'it stands in a redirection' },
  secret_unplaced: {
    fr: 'nul ne peut dire avant l’exécution quel programme le recevrait',
    en: 'which program would get it cannot be known before it runs',
  },

  // Who decided about a command
  policy_by_rule: {
    fr: 'règle « {rule} », pour « {part} » : {why}',
    en: 'rule “{rule}”, for “{part}”: {why}',
  },
  policy_by_preset: {
    fr: 'préréglage {preset} de {machine}, pour « {part} » : {why}',
    en: 'preset {preset} of {machine}, for “{part}”: {why}',
  },
  policy_parts: { fr: '{parts} », « {part}', en: '{parts}”, “{part}' },
  policy_for_part: { fr: 'pour « {part} » : {why}', en: 'for “{part}”: {why}' },
  policy_secret_read: {
    fr: 'Une lecture à qui l’on remet un secret peut l’afficher sous une autre forme ; on demande, sauf si un client connu s’en sert pour se connecter (PGPASSWORD={{…}} psql …).',
    en: 'A read that is handed a secret can print it in another form; this asks, unless a known client logs in with it (PGPASSWORD={{…}} psql …).',
  },
  policy_inexact: {
    fr: 'Ceci s’exécute hors du bac à sable, où seules des formes exactes passent sans qu’on demande : mots littéraux, options connues, filtres simples.',
    en: 'This runs outside a sandbox, where only exact forms pass without being asked about: literal words, known options, plain filters.',
  },
  policy_no_sandbox: {
    fr: 'Aucun bac à sable sur cette machine ne garantirait que ceci ne fait que lire ; « synapse doctor » dit quoi installer.',
    en: 'No sandbox on this machine would make sure that this only reads; `synapse doctor` says what to install.',
  },
  policy_more_parts: { fr: 'et {count} autres parties', en: 'and {count} more parts' },
  policy_open: { fr: 'aucune règle ne concerne cette machine', en: 'no rule is about this machine' },
  stdin_asks: {
    fr: 'une entrée standard de plus de {max} caractères ne peut être montrée à la personne qui approuve ; écrivez-la d’abord dans un fichier',
    en: 'a standard input of more than {max} characters cannot be shown to the person who approves; write it to a file first',
  },
} as const satisfies Record<string, Wording>;
