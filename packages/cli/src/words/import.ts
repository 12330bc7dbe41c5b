/** Words of `synapse import`. */
import type { Wordings } from '@synapse/contract/language';

export const importing = {
  ssh_config_missing: { fr: '{file} est introuvable ou illisible', en: '{file} is not there, or cannot be read' },
  ssh_config_broken: {
    fr: '{place} : ligne ignorée, ssh la refuserait',
    en: '{place}: line left out, ssh would refuse it',
  },
  import_head: {
    fr: 'CRÉÉE SLUG ADRESSE PAR CLÉ HÔTE_CONNU REMARQUES',
    en: 'MADE SLUG ADDRESS THROUGH KEY KNOWN_HOST REMARKS',
  },
  import_nothing: { fr: 'rien à créer', en: 'there is nothing to make' },
  ask_import: { fr: 'Créer {count|machine|machines} ?', en: 'Make {count|machine|machines}?' },
  import_key: { fr: '{path} deviendrait le secret {name}.', en: '{path} would become the secret {name}.' },
  ask_import_keys: {
    fr: 'Copier {count|clé privée|clés privées} dans le coffre ?',
    en: 'Copy {count|private key|private keys} into the vault?',
  },
  ask_key_passphrase: { fr: 'Phrase secrète de {path}', en: 'Passphrase of {path}' },
  import_locked: {
    fr: '{path} a une phrase secrète : lancez la commande dans un terminal',
    en: '{path} has a passphrase: run the command in a terminal',
  },
  import_wrong_passphrase: {
    fr: 'Elle n’ouvre pas {path}. Encore une fois :',
    en: 'It does not open {path}. Once more:',
  },
  import_not_compared: {
    fr: 'Sans savoir ce qui existe déjà : {reason}',
    en: 'Without knowing what exists already: {reason}',
  },
  imported: {
    fr: '{machines|machine créée|machines créées}, {secrets|secret enregistré|secrets enregistrés}.',
    en: 'Made {machines|machine|machines}, stored {secrets|secret|secrets}.',
  },
  import_still_trying: {
    fr: 'Les autres sont encore essayées : `synapse machine list` dit lesquelles répondent.',
    en: 'The others are still being tried: `synapse machine list` says which answer.',
  },
  import_condition: { fr: 'condition non essayée : {text}', en: 'condition not tried: {text}' },
  import_no_key: {
    fr: 'aucune clé privée trouvée (--agent : l’agent ssh du service)',
    en: 'no private key was found (--agent: the service’s ssh agent)',
  },
  import_exists: { fr: 'cette machine existe déjà', en: 'this machine exists already' },
  import_proxy_command: { fr: 'ProxyCommand n’est pas repris', en: 'ProxyCommand is not taken over' },
  import_bad_port: { fr: 'port inconnu', en: 'unknown port' },
  import_bad_host: { fr: 'adresse refusée', en: 'address not accepted' },
  import_bad_user: { fr: 'nom d’utilisateur refusé', en: 'user name not accepted' },
  import_jump_loop: { fr: 'les rebonds tournent en rond', en: 'the jumps go round in a circle' },
} as const satisfies Wordings;
