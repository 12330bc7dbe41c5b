/** Words of running the service and looking after it. */
import type { Wordings } from '@synapse/contract/language';

export const service = {
  ask_project: {
    fr: 'Dans quel projet {client} travaille-t-il ? Son dossier :',
    en: 'Which project does {client} work in? Its folder:',
  },
  no_folder: { fr: 'le dossier {folder} n’existe pas', en: 'there is no folder {folder}' },
  no_folder_hint: { fr: '--project désigne le projet.', en: '--project names the project.' },
  service_ended: {
    fr: 'le service s’est terminé avec le code {code} avant d’être prêt',
    en: 'the service ended with {code} before it was ready',
  },
  quick_runs: { fr: 'Synapse tourne', en: 'Synapse runs' },
  quick_at: { fr: 'à l’adresse', en: 'at' },
  quick_user: { fr: 'utilisateur   ', en: 'user      ' },
  quick_password: { fr: 'mot de passe  ', en: 'password  ' },
  quick_token: { fr: 'jeton IA      ', en: 'AI token  ' },
  quick_configured: { fr: 'celui que vous avez configuré', en: 'the one you configured' },
  quick_once: { fr: '(affiché une seule fois : gardez-le)', en: '(shown once: keep it)' },
  quick_token_once: {
    fr: '(affiché une seule fois ; gardé aussi pour le client)',
    en: '(shown once; also kept for the client)',
  },
  quick_next: { fr: 'Ensuite, dans un autre terminal :', en: 'Next, in another terminal:' },
  quick_next_here: {
    fr: 'Ensuite, dans un autre terminal et dans ce dossier :',
    en: 'Next, in another terminal and in this folder:',
  },
  quick_folder: { fr: '<dossier>', en: '<folder>' },
  quick_written: {
    fr: '{file} est écrit : redémarrez le client, et demandez-lui quelles machines il a.',
    en: '{file} is written: restart the client, and ask it which machines it has.',
  },
  quick_stop: {
    fr: 'Ctrl-C arrête le service ; `{synapse} serve` le redémarre.',
    en: 'Ctrl-C stops the service; `{synapse} serve` starts it again.',
  },
  quick_again: {
    fr: 'Synapse est déjà là, et tourne à l’adresse {url}',
    en: 'Synapse is there already, and runs at {url}',
  },
  quick_signs_in: {
    fr: 'Il n’a pas besoin de jeton : à sa première connexion, il ouvre une page de Synapse dans votre navigateur.',
    en: 'It needs no token: when it first connects, it opens a page of Synapse in your browser.',
  },
  quick_ask_way: { fr: 'Comment {client} se connecte-t-il ?', en: 'How does {client} connect?' },
  quick_way_sign_in: { fr: 'il se connecte lui-même, sans jeton', en: 'it signs in by itself, without a token' },
  quick_way_replace: { fr: 'un nouveau jeton remplace {name}', en: 'a new token replaces {name}' },
  quick_pass_either: {
    fr: 'passez --sign-in (le client se connecte lui-même, sans jeton) ou {option}',
    en: 'pass --sign-in (the client signs in by itself, without a token) or {option}',
  },
  quick_sign_in_off: {
    fr: 'les clients ne peuvent pas se connecter eux-mêmes à {url}',
    en: 'clients cannot sign in by themselves at {url}',
  },
  quick_sign_in_off_hint: {
    fr: 'définissez SYNAPSE_PUBLIC_URL à son adresse https, ou passez --replace-token',
    en: 'set SYNAPSE_PUBLIC_URL to its https address, or pass --replace-token',
  },
  quick_no_sign_in: {
    fr: '{client} ne sait pas se connecter lui-même : passez --replace-token',
    en: '{client} cannot sign in by itself: pass --replace-token',
  },
  upgrade_how: {
    fr: 'Rien n’a été changé. La prochaine version s’obtient ainsi : {command}',
    en: 'Nothing was changed. This brings the next version: {command}',
  },
  upgrade_behind: {
    fr: 'La version {newest} est disponible, ici tourne la {version} : {command}',
    en: 'Version {newest} is available, this is {version}: {command}',
  },
  upgrade_current: { fr: 'La version {version} est la plus récente.', en: 'Version {version} is the newest.' },
  upgrade_no_registry: {
    fr: 'aucun registre à interroger : npm n’est pas là',
    en: 'no registry to ask: npm is not there',
  },
  upgrade_no_registry_hint: { fr: 'Donnez-en un : --registry https://…', en: 'Name one: --registry https://…' },
  upgrade_offline: {
    fr: 'impossible d’interroger {host} ({reason}) : on ne sait pas s’il existe une version plus récente',
    en: '{host} cannot be asked ({reason}): whether there is a newer version is not known',
  },
  upgrade_offline_hint: {
    fr: 'Êtes-vous hors ligne ? --registry désigne un autre registre.',
    en: 'Are you offline? --registry names another registry.',
  },
  upgrade_strange: {
    fr: '{host} a répondu {status}, sans dire de version',
    en: '{host} answered {status}, and no version',
  },
  upgrade_not_published: {
    fr: 'ce programme n’est pas publié sur {host} (le paquet {name} y est absent, ou est un autre programme)',
    en: 'this program is not published on {host} (the package {name} is not there, or is another program)',
  },
  settings_hint: {
    fr: 'Ce sont les réglages du service : lancez la commande avec sudo.',
    en: 'It has the settings of the service: run the command with sudo.',
  },
  migrate_nothing: { fr: 'Rien à faire.', en: 'Nothing to do.' },
  migrate_to_do: { fr: 'À faire :\n{list}', en: 'To do:\n{list}' },
  migrate_done: { fr: 'Fait :\n{list}', en: 'Done:\n{list}' },
  passphrase_short: {
    fr: 'une phrase secrète a au moins {least} caractères',
    en: 'a passphrase has {least} characters or more',
  },
  backup_done: {
    fr: '{file} : {rows} lignes de {tables} tables ({database})',
    en: '{file}: {rows} rows of {tables} tables ({database})',
  },
  backup_to_file: {
    fr: 'une sauvegarde est un fichier de cet ordinateur, et {file} est une adresse : écrivez un fichier, et copiez-le avec l’outil de votre stockage',
    en: 'a backup is a file on this computer, and {file} is an address: write a file, and copy it with the tool of your storage',
  },
  backup_without_key: {
    fr: 'La clé maîtresse n’y est pas : gardez une copie de master.key ailleurs, sinon les secrets ne pourront plus être lus.',
    en: 'The master key is not in it: keep a copy of master.key elsewhere, or the secrets cannot be read again.',
  },
  restore_done: {
    fr: 'État du {at} restauré : {rows} lignes de {tables} tables, chacune comparée.',
    en: 'Restored the state of {at}: {rows} rows of {tables} tables, each compared.',
  },
  restore_no_key: {
    fr: 'Il n’y a pas encore de clé maîtresse : mettez master.key dans le dossier de données avant de démarrer le service.',
    en: 'There is no master key yet: put master.key into the data directory before the service starts.',
  },
  move_where: {
    fr: '--to dit où : postgres://…, une base de données vide',
    en: '--to says where: postgres://…, an empty database',
  },
  move_done: {
    fr: '{rows} lignes de {tables} tables sont maintenant dans {database}, chacune comparée ; {entries} entrées du journal vérifiées des deux côtés. L’ancien fichier est gardé : {kept}',
    en: '{rows} rows of {tables} tables are now in {database}, each compared; {entries} entries of the audit log verified on both sides. The old file is kept: {kept}',
  },
  move_set: {
    fr: 'Donnez cette adresse à SYNAPSE_DATABASE_URL, puis démarrez le service.',
    en: 'Set SYNAPSE_DATABASE_URL to that address, then start the service.',
  },
  move_setting: {
    fr: 'SYNAPSE_DATABASE_URL est dans {file} : démarrez le service.',
    en: 'SYNAPSE_DATABASE_URL is in {file}: start the service.',
  },
  vault_rotated: {
    fr: '{secrets} secrets sont sous la nouvelle clé, qui est dans {file}.',
    en: '{secrets} secrets are under the new key, which is in {file}.',
  },
  ask_forget: {
    fr: 'Les secrets seront perdus. Pour confirmer, le nom de cette instance :',
    en: 'The secrets will be lost. To confirm, the name of this instance:',
  },
  vault_forgotten: {
    fr: '{secrets} secrets sont abandonnés, et sont à saisir à nouveau :',
    en: '{secrets} secrets are given up, and have to be typed again:',
  },
  vault_also: {
    fr: 'Abandonnés aussi : {apps} applications d’authentification, {channels} canaux de notification, les sessions et connexions des clients. Les résultats du journal jusqu’ici ne peuvent plus être vérifiés ; son enchaînement, si.',
    en: 'Given up as well: {apps} authenticator apps, {channels} notification channels, sessions and connections of clients. The results in the log so far cannot be verified any more; its chain can.',
  },
  vault_new_key: {
    fr: 'La nouvelle clé est dans {file} : gardez-en une copie ailleurs.',
    en: 'The new key is in {file}: keep a copy of it elsewhere.',
  },
  vault_point: {
    fr: 'Faites pointer SYNAPSE_MASTER_KEY_FILE vers {file} avant de démarrer le service.',
    en: 'Point SYNAPSE_MASTER_KEY_FILE to {file} before the service starts.',
  },
  status_head: {
    fr: 'INSTANCE ÉTAT VERSION BAIL ÉPOQUE EN_COURS PLUS_ANCIENNE EN_ATTENTE AGENTS HORLOGE MÉMOIRE BUS',
    en: 'INSTANCE STATE VERSION LEASE EPOCH RUNNING OLDEST WAITING AGENTS CLOCK MEMORY BUS',
  },
  status_ok: { fr: 'prête', en: 'ready' },
  status_degraded: { fr: 'dégradée', en: 'degraded' },
  status_unavailable: { fr: 'indisponible', en: 'unavailable' },
  status_silent: { fr: 'sans réponse', en: 'no answer' },
  status_expired: { fr: 'expiré', en: 'expired' },
  status_database: {
    fr: 'Base de données : {kind}, réponse en {ms} ms, {busy} connexions occupées sur {open}, {waiting} demandes en attente',
    en: 'Database: {kind}, answers in {ms} ms, {busy} of {open} connections busy, {waiting} waiting',
  },
  status_agents: { fr: 'Agents : {linked} connectés sur {enrolled}', en: 'Agents: {linked} of {enrolled} connected' },
  status_approvals: { fr: 'Approbations attendues : {approvals}', en: 'Approvals awaited: {approvals}' },
  status_copy: {
    fr: 'Les points de contrôle de {id} n’arrivent pas à {to} ({problem}), {waiting} en attente',
    en: 'Checkpoints of {id} do not arrive at {to} ({problem}), {waiting} waiting',
  },
  status_forward: {
    fr: 'Le journal d’audit n’arrive pas de {id} à {to} ({problem}), {waiting} en attente',
    en: 'The audit log does not arrive from {id} at {to} ({problem}), {waiting} waiting',
  },
  status_damaged: {
    fr: '{id} : le journal d’audit de {damaged} utilisateurs est endommagé (synapse audit verify --offline dit où)',
    en: '{id}: the audit log of {damaged} users is damaged (synapse audit verify --offline says where)',
  },
  status_little_room: {
    fr: '{id} : il reste {free} dans le dossier de données',
    en: '{id}: {free} are left where the data directory is',
  },
  ready_disk: {
    fr: 'la base de données n’a plus de place : libérez de l’espace disque',
    en: 'the database has no room: free some space on its disk',
  },
  ready_database: {
    fr: 'la base de données ne répond pas',
    en: 'the database does not answer',
  },
  ready_lease: {
    fr: 'l’instance n’a pas pu renouveler son bail, et n’exécute rien',
    en: 'the instance could not renew its lease, and runs nothing',
  },
  ready_stopping: { fr: 'l’instance s’arrête', en: 'the instance is stopping' },
  ready_nats: { fr: 'NATS est hors d’atteinte', en: 'NATS is out of reach' },
  ready_schema: {
    fr: 'une version plus récente a changé la base de données : mettez cette instance à jour',
    en: 'a newer version has changed the database: upgrade this instance',
  },
  command_installed: {
    fr: '{link} mène désormais à ce programme : `synapse` suffit, dans tout dossier.',
    en: '{link} leads to this program now: `synapse` is enough, in any folder.',
  },
  command_path: {
    fr: '{folder} n’est pas dans votre PATH. Ajoutez cette ligne à ~/.profile, puis ouvrez une nouvelle session : export PATH="$HOME/.local/bin:$PATH"',
    en: '{folder} is not in your PATH. Add this line to ~/.profile, then log in again: export PATH="$HOME/.local/bin:$PATH"',
  },
  command_taken: {
    fr: '{link} est autre chose : renommez-le d’abord',
    en: '{link} is something else: rename it first',
  },
  command_removed: { fr: '{link} est retiré.', en: '{link} is removed.' },
  command_not_there: { fr: '{link} n’est pas là.', en: '{link} is not there.' },
  command_npx: {
    fr: 'npx ne garde ce programme qu’un temps : un lien vers lui cesserait de marcher',
    en: 'npx keeps this program only for a time: a link to it would break',
  },
  command_npx_hint: {
    fr: 'npm install --global --prefix ~/.local avec le même paquet en fait une commande.',
    en: 'npm install --global --prefix ~/.local with the same package makes it a command.',
  },
  agent_not_built: { fr: 'l’agent n’a pas été construit', en: 'the agent has not been built' },
  completion_shells: { fr: '{shell} : au choix, {shells}', en: '{shell}: one of {shells}' },
} as const satisfies Wordings;
