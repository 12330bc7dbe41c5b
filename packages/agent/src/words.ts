/** What the agent tells its owner, on the terminal and in its log: French, or English where the environment asks for nothing. */
import { environmentLanguage, fillIn, inLanguage, type Language, type Wordings, type Words } from '@synapse/contract';

const AGAIN = { fr: 'inscrivez-la de nouveau avec un nouveau code', en: 'enrol it again with a new code' };

const WORDS = {
  help: {
    fr: `synapse-agent {version} : laisse votre service Synapse lancer des commandes sur cet ordinateur, en votre nom.

  run        se connecter et attendre du travail, au premier plan (avec --server et --code : s’inscrire d’abord)
  enrol      --server URL --code CODE : inscrire cet ordinateur
  install    démarrer désormais avec votre session (service utilisateur systemd, agent launchd)
  uninstall  retirer le service, la copie du programme, la clé et le journal
  status     où il est inscrit, s’il est connecté, s’il est en pause
  update     prendre la version de ce programme que le service propose
  pause      refuser toute commande jusqu’à « resume »
  resume     laisser de nouveau passer les commandes

Limites, pour run et install :
  --allow-dir DIR         les commandes ne démarrent que dans DIR et au-dessous (répétable)
  --allow-container NOM   seulement ces conteneurs (répétable) ; avec --allow-dir, aucun s’il n’est pas nommé
  --container-only        rien hors des conteneurs
  --read-only-commands    seulement des commandes simples qui affichent : ls, cat, grep, git log …

Autres :
  --home DIR              où vivent la clé, le journal et les réglages ({home})
  --ca FICHIER            ne faire confiance qu’à cette autorité (son certificat, PEM) pour le service ; gardé avec la clé
  --plain-http            accepter un service sans TLS sur un autre ordinateur
`,
    en: `synapse-agent {version}: lets your Synapse service run commands on this computer, as you.

  run        connect and wait for work, in the foreground (with --server and --code: enrol first)
  enrol      --server URL --code CODE: bring this computer in
  install    start with your session from now on (systemd user service, launchd agent)
  uninstall  remove the service, the program's copy, the key and the log
  status     enrolled where, connected or not, paused or not
  update     fetch the service's version of this program
  pause      refuse every command until "resume"
  resume     let commands run again

Limits, for run and install:
  --allow-dir DIR         commands may only start in DIR and below (repeatable)
  --allow-container NAME  only these containers (repeatable); with --allow-dir none unless named
  --container-only        nothing outside containers
  --read-only-commands    only plain commands that print: ls, cat, grep, git log …

Others:
  --home DIR              where key, log and switches live ({home})
  --ca FILE               trust only this authority (its certificate, PEM) for the service; kept with the key
  --plain-http            allow a service without TLS on another computer
`,
  },
  old_node: {
    fr: 'il faut Node.js {oldest} ou plus récent ; celui-ci est {version}',
    en: 'Node.js {oldest} or newer is needed; this is {version}',
  },
  installed: {
    fr: 'installé : il tourne maintenant, et à chaque ouverture de session',
    en: 'installed: it runs now, and whenever you log in',
  },
  removed: { fr: 'retiré', en: 'removed' },
  updated: { fr: 'mis à jour', en: 'updated' },
  up_to_date: { fr: 'déjà à jour', en: 'up to date' },
  paused: { fr: 'en pause : toute commande est refusée', en: 'paused: every command is refused' },
  resumed: { fr: 'les commandes passent de nouveau', en: 'commands run again' },
  no_command: {
    fr: '{name} : cette commande n’existe pas ; --help les énumère',
    en: '{name}: no such command; --help lists them',
  },
  code_needs_server: { fr: '--code va avec --server', en: '--code needs --server' },
  enrolled: { fr: 'inscrit sous le nom « {slug} »', en: 'enrolled as "{slug}"' },
  no_certificate: {
    fr: '{file} ne contient pas de certificat (PEM)',
    en: '{file} holds no certificate (PEM)',
  },
  not_enrolled: { fr: 'pas inscrit : passez --server et --code', en: 'not enrolled: pass --server and --code' },
  status_machine: { fr: 'machine    {slug} sur {server}', en: 'machine    {slug} on {server}' },
  status_running: {
    fr: 'en marche  oui (processus {pid}, version {version})',
    en: 'running    yes (process {pid}, version {version})',
  },
  status_stopped: { fr: 'en marche  non', en: 'running    no' },
  status_connected: { fr: 'connecté   oui, depuis {since}', en: 'connected  yes since {since}' },
  status_away: { fr: 'connecté   non : {note}, depuis {since}', en: 'connected  no: {note} since {since}' },
  status_paused: { fr: 'en pause   {answer}', en: 'paused     {answer}' },
  status_installed: { fr: 'installé   {answer}', en: 'installed  {answer}' },
  status_log: { fr: 'journal    {file}', en: 'log        {file}' },
  yes: { fr: 'oui', en: 'yes' },
  no: { fr: 'non', en: 'no' },

  connected: { fr: 'connecté à {server} sous le nom « {slug} »', en: 'connected to {server} as "{slug}"' },
  not_connected: { fr: 'pas connecté : {reason}', en: 'not connected: {reason}' },
  taken_over: {
    fr: 'un autre agent de la même identité a pris la place',
    en: 'another agent with this identity took over',
  },
  closed_with: { fr: 'fermé avec le code {code}', en: 'closed with {code}' },
  not_an_address: {
    fr: '{server} n’est pas l’adresse d’un service (https://…)',
    en: '{server} is not the address of a service (https://…)',
  },
  not_encrypted: {
    fr: '{server} n’est pas chiffré : utilisez https://, ou --plain-http dans un réseau entièrement sûr',
    en: '{server} is not encrypted: use https://, or --plain-http in a network that you trust entirely',
  },
  wrong_checksum: {
    fr: 'le programme ne correspond pas à sa somme de contrôle ; rien n’a été changé',
    en: 'the program does not match its checksum; nothing was changed',
  },
  answered: { fr: '{url} a répondu {status}', en: '{url} answered {status}' },
  too_large: { fr: '{url} est trop gros', en: '{url} is too large' },
  program_failed: { fr: '{program} a échoué : {reason}', en: '{program} failed: {reason}' },

  // Why the service cannot be reached
  unreachable: { fr: '{server} est injoignable : {reason}', en: '{server} cannot be reached: {reason}' },
  it_answered: { fr: 'il a répondu {status} ; {question}', en: 'it answered {status}; {question}' },
  is_public_url: {
    fr: 'son SYNAPSE_PUBLIC_URL est-il bien l’adresse que vous utilisez ?',
    en: 'is its SYNAPSE_PUBLIC_URL the address that you use?',
  },
  is_service: {
    fr: 'est-ce l’adresse d’un service Synapse, et chaque proxy en chemin laisse-t-il passer les WebSockets ?',
    en: 'is this the address of a Synapse service, and does every proxy in between let WebSockets through?',
  },
  unknown_authority: {
    fr: 'son certificat vient d’une autorité à laquelle on ne fait pas confiance ici. Si c’est la vôtre, donnez son certificat par --ca FICHIER (PEM), ou dans NODE_EXTRA_CA_CERTS',
    en: 'its certificate comes from an authority that is not trusted here. If that is your own, give its certificate with --ca FILE (PEM), or in NODE_EXTRA_CA_CERTS',
  },
  certificate_expired: {
    fr: 'son certificat a expiré ; il faut le renouveler là-bas (ou l’horloge de cet ordinateur est-elle fausse ?)',
    en: 'its certificate has expired; it must be renewed there (or is the clock of this computer wrong?)',
  },
  certificate_early: {
    fr: 'son certificat n’est pas encore valable : l’horloge de cet ordinateur est-elle juste ?',
    en: 'its certificate is not valid yet: is the clock of this computer right?',
  },
  certificate_name: {
    fr: 'son certificat est pour un autre nom ; utilisez l’adresse pour laquelle il a été fait',
    en: 'its certificate is for another name; use the address that it was made for',
  },
  no_tls: {
    fr: 'il ne parle pas TLS à cet endroit : le port est-il le bon, ou est-ce http:// ?',
    en: 'it does not speak TLS there: is the port right, or is it http://?',
  },

  // Why the service turned this agent away
  refused_unknown_machine: {
    fr: `le service ne connaît pas (ou plus) cette machine ; ${AGAIN.fr}`,
    en: `the service does not know this machine (any more); ${AGAIN.en}`,
  },
  refused_not_enrolled: {
    fr: `cette machine attend une nouvelle inscription ; ${AGAIN.fr}`,
    en: `this machine waits for a new enrolment; ${AGAIN.en}`,
  },
  refused_key_changed: {
    fr: `le service connaît cette machine sous une autre clé ; ${AGAIN.fr}`,
    en: `the service knows this machine by another key; ${AGAIN.en}`,
  },
  refused_bad_signature: {
    fr: 'le service n’a pas accepté la preuve de la clé',
    en: 'the service did not accept the proof of the key',
  },
  refused_code_unknown: {
    fr: 'le service ne connaît pas ce code : recopiez-le en entier, ou demandez-en un nouveau',
    en: 'the service does not know this code: copy it whole, or ask for a new one',
  },
  refused_code_expired: {
    fr: 'le code a expiré (il vaut 15 minutes) : demandez-en un nouveau',
    en: 'the code has expired (it is good for 15 minutes): ask for a new one',
  },
  refused_code_used: {
    fr: 'ce code a déjà servi. Si ce n’était pas vous, quelqu’un d’autre l’a obtenu : retirez la machine dans le service et recréez-la',
    en: 'this code was used before. If that was not you, somebody else got hold of it: remove the machine in the service and make it again',
  },
  refused_protocol: {
    fr: 'le service parle une autre version du protocole : lancez « update »',
    en: 'the service speaks another version of the protocol: run "update"',
  },
  refused_revoked: {
    fr: 'la machine a été retirée, ou doit être inscrite de nouveau',
    en: 'the machine was removed, or is to be enrolled anew',
  },
  refused_otherwise: { fr: 'le service a fermé la connexion', en: 'the service closed the connection' },
} as const satisfies Wordings;

export type Said = keyof typeof WORDS;

/** Of this process, all its life. */
export const LANGUAGE: Language = environmentLanguage(process.env) ?? 'en';

export const tell = (said: Said, details: Readonly<Record<string, Words | number>> = {}): string =>
  fillIn(inLanguage(WORDS[said], LANGUAGE), details, LANGUAGE);
