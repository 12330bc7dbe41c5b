/** What `synapse doctor` finds, and how to mend it. */
import type { Wordings } from '@synapse/contract/language';

const GUIDE = {
  fr: 'Voir docs/guides/hardening.md, « Behind a proxy ».',
  en: 'See docs/guides/hardening.md, “Behind a proxy”.',
};

export const doctor = {
  looking_here: { fr: 'Examen de cet ordinateur…', en: 'Looking at this computer…' },
  looking_at: { fr: 'Examen de {url}…', en: 'Looking at {url}…' },
  mark_ok: { fr: 'ok       ', en: 'ok     ' },
  mark_warning: { fr: 'attention', en: 'warning' },
  mark_failed: { fr: 'ÉCHEC    ', en: 'FAILED ' },
  mark_skipped: { fr: 'ignoré   ', en: 'skipped' },

  finding: { fr: '{check} : {detail}', en: '{check}: {detail}' },

  // Names of checks
  check_killing: { fr: 'arrêt des commandes', en: 'killing' },
  check_git_hook: { fr: 'hook git', en: 'git hook' },
  check_node: { fr: 'node', en: 'node' },
  nats_ok: { fr: 'répond', en: 'answers' },
  nats_mend: {
    fr: 'Vérifiez SYNAPSE_NATS_URL et SYNAPSE_NATS_CA, et que le serveur tourne.',
    en: 'Check SYNAPSE_NATS_URL and SYNAPSE_NATS_CA, and that the server runs.',
  },
  check_installation: { fr: 'installation', en: 'installation' },
  check_configuration: { fr: 'configuration', en: 'configuration' },
  check_data_directory: { fr: 'dossier de données', en: 'data directory' },
  check_master_key: { fr: 'clé maîtresse', en: 'master key' },
  check_database: { fr: 'base de données', en: 'database' },
  check_migrations: { fr: 'migrations', en: 'migrations' },
  check_port: { fr: 'port', en: 'port' },
  check_service: { fr: 'service', en: 'service' },
  check_clock: { fr: 'horloge', en: 'clock' },
  check_origin: { fr: 'origine', en: 'origin' },
  check_proxy: { fr: 'proxy', en: 'proxy' },
  check_streaming: { fr: 'flux', en: 'streaming' },
  check_limits: { fr: 'limites', en: 'limits' },
  check_signed_in: { fr: 'proxy, flux, machines', en: 'proxy, streaming, machines' },
  check_machines: { fr: 'machines', en: 'machines' },
  check_machine: { fr: 'machine {slug}', en: 'machine {slug}' },
  check_agent: { fr: 'agent {slug}', en: 'agent {slug}' },
  check_clients: { fr: 'clients', en: 'clients' },
  check_client: { fr: 'client {client}, {file}', en: 'client {client}, {file}' },

  limits_ok: {
    fr: '{commands} commandes par minute, {calls} appels IA par jour pour ce compte',
    en: '{commands} commands a minute, {calls} AI calls a day for this account',
  },

  // This computer
  groups_linux: {
    fr: 'les groupes de contrôle n’existent que sous Linux : un processus dans sa propre session peut échapper',
    en: 'control groups are a thing of Linux: a process in a session of its own may escape',
  },
  groups_linux_mend: {
    fr: 'Rien à corriger : docs/guides/hardening.md dit ce qui peut survivre à une commande arrêtée.',
    en: 'Nothing to mend: docs/guides/hardening.md lists what may outlive a killed command.',
  },
  groups_no_proc: { fr: '/proc n’est pas là', en: '/proc is not there' },
  groups_ok: {
    fr: 'les commandes qui durent sont tenues dans un groupe de contrôle',
    en: 'commands that last are held in a control group',
  },
  groups_none: {
    fr: 'cet utilisateur ne peut pas créer de groupes de contrôle : les commandes arrêtées sont retrouvées par leurs marques',
    en: 'this user may not make control groups: killed commands are searched for by their marks',
  },
  groups_none_mend: {
    fr: 'Lancez le service avec Delegate=yes sous systemd ; docs/guides/hardening.md dit ce qui peut échapper sans cela.',
    en: 'Run the service with Delegate=yes under systemd; docs/guides/hardening.md lists what may escape without.',
  },
  node_mend: {
    fr: 'Utilisez Node {wanted} : c’est sur lui que passent les tests.',
    en: 'Use Node {wanted}: it is what the tests run on.',
  },
  installation_mend: { fr: 'Lancez `npm ci` dans le clone.', en: 'Run `npm ci` in the clone.' },
  configuration_ok: { fr: 'chaque option est comprise', en: 'every option is understood' },
  configuration_mend: {
    fr: 'Corrigez l’environnement ; docs/reference/configuration.md énumère toutes les options.',
    en: 'Mend the environment; docs/reference/configuration.md lists every option.',
  },
  directory_missing: {
    fr: '{path} n’est pas là : aucune instance ne vit ici',
    en: '{path} is not there: no instance lives here',
  },
  not_there: { fr: 'absent', en: 'not there' },
  directory_ok: { fr: '{path} n’est ouvert qu’à son propriétaire', en: '{path} is for its owner alone' },
  directory_open: { fr: '{path} est ouvert à d’autres utilisateurs', en: '{path} is open to other users' },
  key_ok: { fr: 'elle ouvre le coffre', en: 'it opens the vault' },
  key_mend: {
    fr: 'Remettez la bonne clé depuis votre sauvegarde : rien d’autre n’ouvre les secrets.',
    en: 'Put the right key back from your backup: nothing else opens the secrets.',
  },
  database_problem: { fr: '{dialect} : {problem}', en: '{dialect}: {problem}' },
  database_unused: {
    fr: '{dialect} : aucune instance ne vit ici ; --data-dir ou SYNAPSE_DATA_DIR en désigne une',
    en: '{dialect}: no instance lives here; --data-dir or SYNAPSE_DATA_DIR names one',
  },
  database_mend: {
    fr: 'Vérifiez SYNAPSE_DATABASE_URL, ou démarrez le service une fois.',
    en: 'Check SYNAPSE_DATABASE_URL, or start the service once.',
  },
  database_ok: { fr: '{dialect}, {users|utilisateur|utilisateurs}', en: '{dialect}, {users|user|users}' },
  migrations_ok: { fr: 'à jour', en: 'up to date' },
  migrations_pending: { fr: 'à faire : {list}', en: 'to do: {list}' },
  port_any: { fr: 'n’importe lequel de libre', en: 'any free one' },
  port_elsewhere: { fr: 'une instance tourne ailleurs', en: 'an instance runs elsewhere' },
  port_ours: { fr: '{where} est utilisé par le service', en: '{where} is in use by the service' },
  port_free: { fr: '{where} est libre', en: '{where} is free' },
  port_taken: { fr: '{where} est pris par un autre programme', en: '{where} is taken by another program' },
  port_mend: {
    fr: 'Arrêtez-le, ou choisissez un autre SYNAPSE_PORT.',
    en: 'Stop it, or choose another SYNAPSE_PORT.',
  },

  // The service
  service_late: { fr: '{url} ne répond pas à temps', en: '{url} does not answer in time' },
  service_ready: { fr: '{url} est prêt', en: '{url} is ready' },
  service_unready: { fr: '{url} répond {status} sur /readyz', en: '{url} answers {status} on /readyz' },
  service_log: { fr: 'Consultez son journal.', en: 'Look at its log.' },
  clock_ok: { fr: 'cet ordinateur et le service sont d’accord', en: 'this computer and the service agree' },
  clock_apart: { fr: '{seconds} s d’écart', en: '{seconds} s apart' },
  clock_mend: {
    fr: 'Réglez les deux par NTP : jetons et sessions prennent fin à l’heure dite.',
    en: 'Set both by NTP: tokens and sessions end by the clock.',
  },
  origin_ok: { fr: '{origin} est acceptée', en: '{origin} is accepted' },
  origin_unknown: {
    fr: 'le service ne se connaît pas sous l’adresse {origin}',
    en: 'the service does not know itself as {origin}',
  },
  origin_mend: {
    fr: `Définissez SYNAPSE_PUBLIC_URL={url}. ${GUIDE.fr}`,
    en: `Set SYNAPSE_PUBLIC_URL={url}. ${GUIDE.en}`,
  },
  proxy_ignored: {
    fr: 'tous les appels semblent venir de {ip} : les limites par adresse sont communes à tous',
    en: 'every caller looks like {ip}: the limits per address are shared by all',
  },
  proxy_ignored_mend: {
    fr: `Donnez à SYNAPSE_TRUST_PROXY l’adresse du proxy. ${GUIDE.fr}`,
    en: `Set SYNAPSE_TRUST_PROXY to the proxy’s address. ${GUIDE.en}`,
  },
  proxy_plain: {
    fr: 'le service prend un appel HTTPS pour un appel en clair',
    en: 'the service takes an HTTPS call for a plain one',
  },
  proxy_plain_mend: {
    fr: `Que le proxy envoie X-Forwarded-Proto, et définissez SYNAPSE_TRUST_PROXY. ${GUIDE.fr}`,
    en: `Let the proxy send X-Forwarded-Proto and set SYNAPSE_TRUST_PROXY. ${GUIDE.en}`,
  },
  proxy_ok: { fr: 'les appels arrivent de {ip} en {protocol}', en: 'calls arrive from {ip} by {protocol}' },
  streaming_ok: { fr: 'la sortie arrive à mesure', en: 'output arrives as it comes' },
  streaming_held: {
    fr: 'quelque chose retient les flux en chemin',
    en: 'something in between holds streams back',
  },
  streaming_mend: {
    fr: `Désactivez la mise en tampon. ${GUIDE.fr}`,
    en: `Turn buffering off. ${GUIDE.en}`,
  },
  check_isolation: { fr: 'commandes sur cet hôte', en: 'commands on this host' },
  isolation_user: {
    fr: 'sous un autre utilisateur que le service, dont elles ne peuvent rien lire',
    en: 'as another user than the service, of which they can read nothing',
  },
  isolation_mounts: {
    fr: 'hors de portée du service ; le prix : pour un autre utilisateur que root, sudo n’y fonctionne pas',
    en: 'out of reach of the service; the price: for users other than root, sudo does not work there',
  },
  isolation_off: {
    fr: 'une commande peut lire la clé maîtresse, le coffre et votre session : SYNAPSE_LOCAL_ISOLATION est off',
    en: 'a command can read the master key, the vault and your session: SYNAPSE_LOCAL_ISOLATION is off',
  },
  isolation_off_mend: {
    fr: 'Retirez SYNAPSE_LOCAL_ISOLATION si aucune commande n’a besoin de sudo.',
    en: 'Remove SYNAPSE_LOCAL_ISOLATION if no command needs sudo.',
  },
  isolation_none: {
    fr: 'une commande peut lire la clé maîtresse, le coffre et votre session : ce système ne permet aucune isolation ({reason})',
    en: 'a command can read the master key, the vault and your session: this system allows no isolation ({reason})',
  },
  isolation_none_mend: {
    fr: 'Installez perl et autorisez les espaces de noms d’utilisateur, ou installez le paquet Debian ou l’image.',
    en: 'Install perl and allow user namespaces, or install the Debian package or the image.',
  },
  check_look: { fr: 'lecture protégée sur {slug}', en: 'looking at {slug}' },
  look_ok: { fr: 'dans {sandbox}', en: 'in {sandbox}' },
  look_better: {
    fr: 'dans {sandbox} ; avec le paquet bubblewrap, elle serait plus forte',
    en: 'in {sandbox}; with the package bubblewrap it would be stronger',
  },
  look_container: { fr: 'seulement dans ses conteneurs', en: 'in its containers only' },
  look_untried: {
    fr: 'pas encore essayé : synapse look {slug} -- true',
    en: 'not tried yet: synapse look {slug} -- true',
  },
  look_none: { fr: 'aucun bac à sable n’y fonctionne', en: 'no sandbox works there' },
  look_mend: {
    fr: 'Installez-y bubblewrap et perl (apt install bubblewrap perl, dnf install bubblewrap perl, apk add bubblewrap perl), puis : synapse look {slug} -- true',
    en: 'Install bubblewrap and perl there (apt install bubblewrap perl, dnf install bubblewrap perl, apk add bubblewrap perl), then: synapse look {slug} -- true',
  },
  machines_none: { fr: 'il n’y en a aucune', en: 'there are none' },
  machine_statut: { fr: 'statut {statut}', en: 'statut {statut}' },
  machine_ok: { fr: 'répond', en: 'answers' },
  machine_silent: { fr: 'ne répond pas', en: 'does not answer' },
  agent_version: {
    fr: 'version {running}, le service a la {version}',
    en: 'version {running}, the service has {version}',
  },
  agent_update: { fr: 'Sur cet ordinateur-là : synapse-agent update', en: 'On that computer: synapse-agent update' },

  // Clients
  clients_none: {
    fr: 'aucune configuration trouvée ici : synapse mcp config --client … --write',
    en: 'no configuration found here: synapse mcp config --client … --write',
  },
  client_other: { fr: 'désigne {named}, pas {url}', en: 'names {named}, not {url}' },
  client_no_address: { fr: 'aucune adresse', en: 'no address' },
  client_ok: { fr: 'désigne ce service', en: 'names this service' },
  client_open: {
    fr: 'contient un jeton et est ouvert à d’autres',
    en: 'holds a token and is open to others',
  },
  client_let_in: {
    fr: 'désigne ce service, et son jeton est accepté',
    en: 'names this service, and its token is let in',
  },
  client_refused: { fr: 'son jeton est refusé : {reason}', en: 'its token is refused: {reason}' },
  client_no_token: {
    fr: 'lit le jeton gardé par `synapse token create --save`, et il n’y en a pas',
    en: 'reads the token that `synapse token create --save` keeps, and there is none',
  },
  client_refused_mend: {
    fr: 'synapse token create, puis mettez-le dans le fichier',
    en: 'synapse token create, then put it into the file',
  },
  client_variable_mend: {
    fr: 'synapse token create, puis mettez-le dans SYNAPSE_TOKEN, là où le client est lancé',
    en: 'synapse token create, then put it into SYNAPSE_TOKEN where the client is started',
  },

  // The Git hook
  hook_none_here: { fr: 'pas installé dans ce clone', en: 'not installed in this clone' },
  hook_in_place: { fr: 'en place, rien n’attend', en: 'in place, nothing waits' },
  hook_waits: {
    fr: '{waiting|commit attend|commits attendent}, {refused|a été refusé|ont été refusés}',
    en: '{waiting|commit waits|commits wait}, {refused|was refused|were refused}',
  },
  hook_no_clone: { fr: 'ce n’est pas une copie de travail Git', en: 'this is not a Git working copy' },
  check_copies: { fr: 'Points de contrôle ailleurs', en: 'Checkpoints elsewhere' },
  check_audit: { fr: 'journal d’audit', en: 'audit log' },
  audit_undamaged: {
    fr: 'aucune instance n’a remarqué de dommage',
    en: 'no instance has noticed any damage',
  },
  audit_disagrees: {
    fr: 'celui de {damaged|utilisateur|utilisateurs} ne concorde plus avec ce qui a été signé',
    en: 'that of {damaged|user|users} no longer agrees with what was signed',
  },
  check_forward: { fr: 'transfert du journal d’audit', en: 'forwarded audit log' },
  forward_mend: {
    fr: 'SYNAPSE_AUDIT_FORWARD dit où il va ; rien n’est perdu tant que la base l’a.',
    en: 'SYNAPSE_AUDIT_FORWARD says where it goes; nothing is lost while the database has it.',
  },
  copies_ok: { fr: 'envoyés à {to}', en: 'sent to {to}' },
  copies_lost: {
    fr: 'n’arrivent pas à {to} ({problem}), {waiting} en attente',
    en: 'do not arrive at {to} ({problem}), {waiting} waiting',
  },
  copies_mend: {
    fr: 'SYNAPSE_CHECKPOINT_COPIES dit où ils vont ; le fichier les a toujours.',
    en: 'SYNAPSE_CHECKPOINT_COPIES says where they go; the file still has them.',
  },
} as const satisfies Wordings;
