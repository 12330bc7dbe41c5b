/** What every command may have to say: about the line itself, the service, files and questions. */
import type { Wordings } from '@synapse/contract/language';

export const everyCommand = {
  // The program and what it takes everywhere
  program_about: {
    fr: 'Laisse un client IA travailler sur vos machines sans lui confier les clés.',
    en: 'Lets an AI client work on your machines without being handed the keys.',
  },
  option_version: { fr: 'Afficher la version.', en: 'Print the version.' },
  option_help: { fr: 'Afficher cette aide.', en: 'Print this help.' },
  option_json: { fr: 'Répondre en JSON.', en: 'Answer in JSON.' },
  option_url: {
    fr: 'Le service ; sinon SYNAPSE_URL, sinon celui où vous êtes connecté.',
    en: 'The service; else SYNAPSE_URL, else the one you signed in to.',
  },
  option_data_dir: {
    fr: 'Le dossier de données, pour ce qui marche sans service ; sinon SYNAPSE_DATA_DIR.',
    en: 'The data directory, for what works without a service; else SYNAPSE_DATA_DIR.',
  },
  option_lang: {
    fr: 'La langue des messages ; sinon SYNAPSE_LANG, LC_ALL, LC_MESSAGES, LANG.',
    en: 'The language of messages; else SYNAPSE_LANG, LC_ALL, LC_MESSAGES, LANG.',
  },
  option_color: { fr: 'Sans couleurs, comme avec NO_COLOR.', en: 'No colours; NO_COLOR does the same.' },
  help_about: { fr: 'Afficher l’aide d’une commande.', en: 'Print the help of a command.' },

  // Pieces of a help text
  help_usage: { fr: 'Usage :', en: 'Usage:' },
  help_arguments: { fr: 'Arguments :', en: 'Arguments:' },
  help_options: { fr: 'Options :', en: 'Options:' },
  help_global: { fr: 'Options communes :', en: 'Global Options:' },
  help_commands: { fr: 'Commandes :', en: 'Commands:' },
  help_examples: { fr: 'Exemples :', en: 'Examples:' },
  help_choices: { fr: 'au choix : {choices}', en: 'choices: {choices}' },
  help_default: { fr: 'par défaut : {value}', en: 'default: {value}' },

  // What is wrong with a line
  which_command: { fr: 'quelle commande ?', en: 'which command?' },
  no_command: { fr: 'la commande {name} n’existe pas', en: 'there is no command {name}' },
  see_help: { fr: 'synapse --help les énumère.', en: 'synapse --help lists them.' },
  usage_help: {
    fr: '(synapse --help énumère les commandes ; --help après une commande, ses options.)',
    en: '(synapse --help lists the commands; --help after a command, its options.)',
  },
  whole_number: { fr: 'il faut un nombre entier.', en: 'a whole number is needed.' },
  usage_unknown_option: { fr: 'erreur : option inconnue : {what}', en: "error: unknown option '{what}'" },
  usage_unknown_command: { fr: 'erreur : commande inconnue : {what}', en: "error: unknown command '{what}'" },
  usage_missing_argument: {
    fr: 'erreur : il manque l’argument {what}',
    en: "error: missing required argument '{what}'",
  },
  exec_missing: {
    fr: 'il manque la machine ou la commande : {example}',
    en: 'the machine or the command is missing: {example}',
  },
  usage_missing_value: {
    fr: 'erreur : l’option {what} attend une valeur',
    en: "error: option '{what}' argument missing",
  },
  usage_excess: {
    fr: 'erreur : trop d’arguments : {expected} au plus, {got} donnés.',
    en: 'error: too many arguments: {expected} at most, {got} given.',
  },
  usage_invalid: {
    fr: 'erreur : option {what} : la valeur {value} ne convient pas.',
    en: "error: option '{what}' argument '{value}' is invalid.",
  },
  usage_one_of: { fr: 'Valeurs permises : {choices}.', en: 'Allowed choices are {choices}.' },
  usage_did_you_mean: { fr: '(Vouliez-vous dire {what} ?)', en: '(Did you mean {what}?)' },

  // The service
  not_an_address: {
    fr: '{url} n’est pas une adresse comme https://synapse.example',
    en: '{url} is not an address like https://synapse.example',
  },
  session_ended: { fr: 'la session sur {url} est terminée', en: 'the session at {url} has ended' },
  not_signed_in: { fr: 'pas de session ouverte sur {url}', en: 'not signed in to {url}' },
  unreachable: { fr: '{origin} est injoignable ({reason})', en: '{origin} cannot be reached ({reason})' },
  unreachable_hint: {
    fr: 'Le service tourne-t-il ? Démarrez-le dans son dossier (`npm start` ou `synapse serve`) ; --url ou SYNAPSE_URL en désigne un autre.',
    en: 'Is the service running? Start it in its own folder (`npm start` or `synapse serve`); --url or SYNAPSE_URL names another.',
  },
  answered: { fr: 'le service a répondu {status}', en: 'the service answered {status}' },
  not_json: {
    fr: 'réponse {status} qui ne vient pas du service : y a-t-il un proxy devant lui ?',
    en: 'an answer {status} that is not the service’s: is a proxy before it?',
  },
  try_again: { fr: 'Réessayez dans {seconds} s.', en: 'Try again in {seconds} s.' },
  exec_rate: {
    fr: '30 commandes par minute et par compte, sauf réglage de l’instance. Réessayez dans {seconds} s.',
    en: '30 commands a minute for each account, unless the instance sets it otherwise. Try again in {seconds} s.',
  },
  admin_ended: {
    fr: 'le programme d’administration s’est terminé avec le code {code}',
    en: 'the administration program ended with {code}',
  },
  event_too_long: { fr: 'un événement du service est trop long', en: 'an event of the service is too long' },

  // Times
  time_ago: { fr: 'il y a {time}', en: '{time} ago' },
  time_ahead: { fr: 'dans {time}', en: 'in {time}' },
  time_days: { fr: '{count} j', en: '{count} d' },
  time_hours: { fr: '{count} h', en: '{count} h' },
  time_minutes: { fr: '{count} min', en: '{count} min' },
  time_seconds: { fr: '{count} s', en: '{count} s' },

  // Files
  file_unreadable: { fr: '{path} ne peut pas être lu ({code})', en: '{path} cannot be read ({code})' },
  file_open: { fr: '{path} est lisible par d’autres utilisateurs', en: '{path} is open to other users' },
  file_too_large: {
    fr: '{path} est trop gros pour être ce qu’il devrait être',
    en: '{path} is too large to be what it should be',
  },
  file_exists: { fr: '{file} existe déjà', en: '{file} is there already' },

  // Questions
  no_terminal: { fr: 'pas de terminal où poser la question : {instead}', en: 'no terminal to ask on: {instead}' },
  pass_option: { fr: 'passez {option}', en: 'pass {option}' },
  pass_option_or_set: { fr: 'passez {option}, ou définissez {variable}', en: 'pass {option}, or set {variable}' },
  cancelled: { fr: 'annulé', en: 'cancelled' },
  ask_passphrase: { fr: 'Phrase secrète', en: 'Passphrase' },
  ask_again: { fr: 'Encore une fois', en: 'The same again' },
  passphrases_differ: { fr: 'les deux phrases secrètes diffèrent', en: 'the two passphrases differ' },
  either: { fr: 'soit {one}, soit {other}', en: 'either {one} or {other}' },
  deleted: { fr: '{name} : supprimé.', en: '{name} is deleted.' },
  yes: { fr: 'oui', en: 'yes' },
  no: { fr: 'non', en: 'no' },
  none: { fr: 'aucun', en: 'none' },
} as const satisfies Wordings;
