/** Words about machines: why one cannot be reached, and what is wrong with how it is described. */
import type { Wording } from './language.ts';

export const MACHINE_REASONS = {
  // Why a host cannot be reached, or was lost
  host_unknown: { fr: 'le nom {host} est inconnu', en: 'the name {host} is unknown' },
  host_unresolved: {
    fr: 'le nom {host} n’a pas pu être résolu pour l’instant',
    en: 'the name {host} cannot be resolved at the moment',
  },
  host_silent: { fr: 'aucune réponse de {host}:{port}', en: 'no answer from {host}:{port}' },
  host_no_route: { fr: 'aucun chemin ne mène à {host}', en: 'there is no route to {host}' },
  host_closed: { fr: 'l’hôte a fermé la connexion', en: 'the host closed the connection' },
  host_no_channel: { fr: 'l’hôte n’ouvre pas de canal', en: 'the host opens no channel' },
  host_channels_full: { fr: 'l’hôte n’ouvre plus de canal', en: 'the host opens no further channel' },
  port_refused: { fr: '{host}:{port} refuse la connexion', en: '{host}:{port} refuses the connection' },
  connection_cut: { fr: 'la connexion a été coupée', en: 'the connection was cut' },
  connection_failed: { fr: 'la connexion a échoué ({detail})', en: 'the connection failed ({detail})' },
  channel_closed: { fr: 'l’hôte a fermé le canal', en: 'the host closed the channel' },
  login_refused: {
    fr: 'l’hôte refuse la connexion de {user}',
    en: 'the host refuses to let {user} sign in',
  },
  key_unreadable: {
    fr: 'le secret ne contient pas de clé privée lisible ({detail})',
    en: 'the secret holds no readable private key ({detail})',
  },
  key_locked: {
    fr: 'la clé privée a une phrase secrète : nommez le secret qui la contient (passphrase_secret)',
    en: 'the private key has a passphrase: name the secret that holds it (passphrase_secret)',
  },
  key_passphrase_wrong: {
    fr: 'la phrase secrète (passphrase_secret) n’ouvre pas la clé privée',
    en: 'the passphrase (passphrase_secret) does not open the private key',
  },
  key_rounds: {
    fr: 'la clé privée est verrouillée par plus de {most} tours',
    en: 'the private key is locked by more than {most} rounds',
  },
  key_public: {
    fr: 'le secret contient une clé publique, pas la clé privée',
    en: 'the secret holds a public key, not the private one',
  },
  jump_refused: {
    fr: 'l’hôte de rebond ne joint pas {host}:{port} ({detail})',
    en: 'the jump host cannot reach {host}:{port} ({detail})',
  },
  shell_ended: { fr: 'son shell s’est terminé avec le code {code}', en: 'its shell ended with code {code}' },
  shell_late: {
    fr: 'son shell a été prêt trop tard : elle a été arrêtée',
    en: 'its shell was ready too late: it was killed',
  },
  start_failed: { fr: 'la commande n’a pas pu démarrer ({detail})', en: 'the command could not be started ({detail})' },
  no_temporary_folder: {
    fr: 'le service ne peut pas écrire dans {folder} ({detail}), dont les commandes ont besoin',
    en: 'the service cannot write to {folder} ({detail}), which commands need',
  },
  kill_unconfirmed: {
    fr: 'la machine n’a pas confirmé l’arrêt de la commande',
    en: 'the machine did not confirm that the command was stopped',
  },
  no_ssh_agent: {
    fr: 'le service n’a pas d’agent ssh (SSH_AUTH_SOCK n’est pas défini)',
    en: 'the service has no ssh agent (SSH_AUTH_SOCK is not set)',
  },
  ssh_agent_silent: {
    fr: 'l’agent ssh du service ne répond pas ({detail})',
    en: 'the service’s ssh agent does not answer ({detail})',
  },
  certificate_unreadable: { fr: 'le certificat est illisible', en: 'the certificate cannot be read' },
  certificate_of_another: {
    fr: 'le certificat n’est pas celui de cette clé',
    en: 'the certificate is not that of this key',
  },

  // What is wrong with a field
  only_agents: { fr: 'réservé au type agent', en: 'only for machines of kind agent' },
  among_containers: { fr: 'doit figurer dans containers', en: 'must be one of containers' },
  absolute_path: { fr: 'chemin POSIX absolu, sans « .. »', en: 'must be an absolute POSIX path without “..”' },
  no_connection: { fr: 'sans objet pour le type {kind}', en: 'does not apply to machines of kind {kind}' },
  docker_connection: {
    fr: 'requis : {socket} ou {host, ca_secret, cert_secret, key_secret}',
    en: 'required: {socket} or {host, ca_secret, cert_secret, key_secret}',
  },
  ssh_connection: {
    fr: 'requis : {host, port, user, key_secret | password_secret | agent}',
    en: 'required: {host, port, user, key_secret | password_secret | agent}',
  },
  key_or_password: {
    fr: 'un seul de key_secret, password_secret et agent',
    en: 'give one of key_secret, password_secret and agent',
  },
  certificate_without_key: { fr: 'sans objet sans key_secret', en: 'does not apply without key_secret' },
} as const satisfies Record<string, Wording>;
