/** Words of signing in, users and AI tokens. */
import type { Wordings } from '@synapse/contract/language';

export const accounts = {
  ask_username: { fr: 'Nom d’utilisateur', en: 'Username' },
  ask_password: { fr: 'Mot de passe', en: 'Password' },
  ask_code: { fr: 'Code de votre application d’authentification', en: 'Code of your authenticator app' },
  browser_code: {
    fr: 'Ouvrez {address} dans un navigateur, ici ou ailleurs, et saisissez-y ce code : {code}\nIl est valable {minutes} minutes. (Avec un mot de passe : synapse login -u <nom>)',
    en: 'Open {address} in a browser, here or elsewhere, and type this code there: {code}\nIt is valid for {minutes} minutes. (With a password: synapse login -u <name>)',
  },
  browser_too_late: {
    fr: 'personne n’a saisi le code à temps',
    en: 'the code was not typed in time',
  },
  browser_alone: {
    fr: '--browser ne va pas avec un nom, un mot de passe ou un code',
    en: '--browser goes without a username, a password or a code',
  },
  sessions_head: {
    fr: 'ID APPAREIL ADRESSE MOYEN OUVERTE UTILISÉE ICI',
    en: 'ID DEVICE ADDRESS METHOD OPENED USED THIS',
  },
  one_session_ended: { fr: 'Session {id} fermée.', en: 'Session {id} has ended.' },
  other_sessions_ended: { fr: 'Toutes vos autres sessions sont fermées.', en: 'All your other sessions have ended.' },
  all_sessions_ended: { fr: 'Toutes vos sessions sont fermées.', en: 'All your sessions have ended.' },
  ask_reset: {
    fr: 'Retirer à {username} tout moyen de connexion sauf son mot de passe ?',
    en: 'Take every way to sign in but the password from {username}?',
  },
  ask_remove_user: {
    fr: 'Supprimer {username}, avec ses machines, ses secrets, ses jetons et son journal de bord ?',
    en: 'Remove {username}, with their machines, secrets, tokens and journal?',
  },
  user_removed: {
    fr: '{username} est supprimé. Ses entrées du journal d’audit restent.',
    en: '{username} is removed. Their entries in the audit log stay.',
  },
  ask_erase_commands: {
    fr: 'Effacer du journal d’audit, pour toujours, ce que disaient les commandes de {username} ?',
    en: 'Erase for ever what the commands of {username} said from the audit log?',
  },
  commands_erased: {
    fr: '{erased|entrée effacée|entrées effacées} pour {username} ; les empreintes restent.',
    en: '{erased|entry|entries} of {username} erased; the hashes stay.',
  },
  commands_left: {
    fr: '{left|entrée reste|entrées restent} dans une archive qui n’est pas ici, ou ne répond pas : à effacer là-bas.',
    en: '{left|entry stays|entries stay} in an archive that is not here, or does not answer: to be erased there.',
  },
  user_reset: {
    fr: '{username} : retirés : {apps|application|applications}, {passkeys|clé d’accès|clés d’accès}, {identities|lien|liens} ; {sessions|session fermée|sessions fermées}.',
    en: '{username}: removed {apps|app|apps}, {passkeys|passkey|passkeys}, {identities|link|links}; ended {sessions|session|sessions}.',
  },
  ask_new_password: { fr: 'Mot de passe (vide : il est généré)', en: 'Password (empty: one is made)' },
  password_changed: {
    fr: 'Le mot de passe de {username} est changé, et ses sessions sont terminées.',
    en: 'The password of {username} is changed, and all their sessions have ended.',
  },
  lost_password: {
    fr: 'Mot de passe perdu ? Un administrateur en donne un nouveau : `synapse user set {username} --password-stdin`, avec --offline sur l’ordinateur du service.',
    en: 'Lost the password? An administrator sets a new one: `synapse user set {username} --password-stdin`, with --offline on the computer of the service.',
  },
  signed_in: {
    fr: 'Connecté à {url} en tant que {username}, jusqu’au {until}.',
    en: 'Signed in to {url} as {username}, until {until}.',
  },
  session_beside: {
    fr: 'Les commandes vont désormais à {url}. La session sur {before} est gardée : `--url {before}` ou SYNAPSE_URL y mène.',
    en: 'Commands now go to {url}. The session at {before} is kept: `--url {before}` or SYNAPSE_URL leads there.',
  },
  signed_out: { fr: 'Déconnecté.', en: 'Signed out.' },
  nobody_signed_in: { fr: 'Personne n’était connecté.', en: 'There was no session.' },
  logout_unheard: { fr: 'Le service n’en a rien su : {reason}', en: 'The service did not hear of it: {reason}' },
  whoami_who: { fr: '{username} ({role}) sur {url}', en: '{username} ({role}) at {url}' },
  whoami_plan: { fr: 'plan {plan} : {scopes}', en: 'plan {plan}: {scopes}' },
  whoami_calls: { fr: '{calls} appels IA sur {quota} aujourd’hui', en: '{calls} of {quota} AI calls today' },
  browser_failed: {
    fr: '{program} n’a pas pu démarrer : ouvrez l’adresse vous-même.',
    en: '{program} could not be started: open the address yourself.',
  },
  user_shown: {
    fr: '{username} : plan {plan}, rôle {role}, {state}',
    en: '{username}: plan {plan}, role {role}, {state}',
  },
  user_active: { fr: 'actif', en: 'active' },
  user_disabled: { fr: 'désactivé', en: 'disabled' },
  user_password: {
    fr: 'mot de passe  {password}   (affiché une seule fois : gardez-le)',
    en: 'password  {password}   (shown once: keep it)',
  },
  user_missing: { fr: 'aucun utilisateur {username}', en: 'there is no user {username}' },
  nothing_to_change: {
    fr: 'rien à changer : voir `synapse user set --help`',
    en: 'nothing to change: see `synapse user set --help`',
  },
  users_head: { fr: 'NOM PLAN RÔLE ÉTAT CRÉÉ', en: 'USERNAME PLAN ROLE STATE CREATED' },
  token_kept: { fr: 'Gardé dans {file}.', en: 'Kept in {file}.' },
  token_shown: {
    fr: 'Affiché une seule fois : gardez-le. Droits : {scopes} ; valable jusqu’au {until}.',
    en: 'Shown once: keep it. Scopes {scopes}; valid until {until}.',
  },
  token_lost: {
    fr: 'Un nouveau jeton remplace {name}, utilisé {used} : ce client sera refusé.',
    en: 'A new token replaces {name}, last used {used}: that client will be refused.',
  },
  token_never: { fr: 'jamais', en: 'never' },
  token_second_client: {
    fr: 'Un second client n’en a pas besoin : il peut se connecter lui-même (`synapse mcp config --client …`), ou partager celui-ci par le pont (`--bridge synapse`).',
    en: 'A second client does not need one: it can sign in by itself (`synapse mcp config --client …`), or share this one through the bridge (`--bridge synapse`).',
  },
  ask_replace_token: { fr: 'Remplacer {name} ?', en: 'Replace {name}?' },
  tokens_head: {
    fr: 'ID JETON ÉTAT LIBELLÉ EXPIRE DERNIER_USAGE DROITS',
    en: 'ID TOKEN STATUS LABEL EXPIRES LAST_USED SCOPES',
  },
  no_active_token: { fr: 'il n’y a pas de jeton actif', en: 'there is no active token' },
  no_such_token: { fr: 'ce jeton n’existe pas', en: 'no such token' },
  ask_revoke: { fr: 'Révoquer {token} ?', en: 'Revoke {token}?' },
  revoked: { fr: '{token} : révoqué.', en: '{token} is revoked.' },
  connections_head: {
    fr: 'ID HÔTE NOM EXPIRE DERNIER_USAGE APPELS MACHINES DROITS',
    en: 'ID HOST NAME EXPIRES LAST_USED CALLS MACHINES SCOPES',
  },
  connection_which: { fr: 'quelle connexion ? donnez son identifiant', en: 'which connection? give its id' },
  connection_what: {
    fr: 'que faire de cette connexion ? --revoke, --scopes ou --machines',
    en: 'what about this connection? --revoke, --scopes or --machines',
  },
  no_such_connection: { fr: 'cette connexion n’existe pas', en: 'no such connection' },
} as const satisfies Wordings;
