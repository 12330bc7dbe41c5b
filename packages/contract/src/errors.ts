/** The one catalogue of refusals: stable code, HTTP status, what the caller reads in each language, an explanation. */
import type { Wording } from './language.ts';

/** What the caller reads, by language. `{name}` is filled from the refusal's details; `{{X}}` stays as it is. */
interface CatalogueEntry extends Wording {
  readonly status: number;
  /** For the reference page: why it happens and how to fix it. */
  readonly explain: string;
}

const catalogue = {
  // Who is calling
  token_missing: {
    status: 401,
    fr: 'Jeton IA absent : placez-le dans l’en-tête X-AI-Token (Authorization: Bearer n’est pas accepté ici)',
    en: 'AI token missing: put it in the X-AI-Token header (Authorization: Bearer is not accepted here)',
    explain:
      'The MCP endpoint wants the AI token in the header `X-AI-Token`; `Authorization: Bearer` is not read there.',
  },
  token_invalid: {
    status: 401,
    fr: 'Jeton IA inconnu ou mal recopié',
    en: 'Unknown AI token, or not copied whole',
    explain: 'No such AI token. Generate one in Settings, AI access, and copy it whole.',
  },
  token_expired: {
    status: 401,
    fr: 'Jeton IA expiré : générez-en un nouveau dans Réglages, Accès IA',
    en: 'AI token expired: generate a new one under Settings, AI access',
    explain: 'The validity of the token has ended. Generate a new one.',
  },
  token_revoked: {
    status: 401,
    fr: 'Jeton IA révoqué : générez-en un nouveau dans Réglages, Accès IA',
    en: 'AI token revoked: generate a new one under Settings, AI access',
    explain: 'The token was revoked, by its owner, by the emergency link, or by generating another one.',
  },
  invalid_credentials: {
    status: 401,
    fr: 'Identifiant ou mot de passe incorrect',
    en: 'Wrong username or password',
    explain:
      'Unknown username, wrong password or disabled account. The answer is the same for all three, so that nobody learns which accounts exist.',
  },
  session_invalid: {
    status: 401,
    fr: 'Session absente ou terminée : connectez-vous de nouveau',
    en: 'Not signed in, or the session has ended: sign in again',
    explain: 'The access token is missing, expired, signed out, or was ended by a password change.',
  },
  journal_token_invalid: {
    status: 401,
    fr: 'Jeton de journal inconnu ou révoqué : relancez synapse hook install',
    en: 'Unknown or revoked journal token: run synapse hook install again',
    explain:
      'The token of the Git hook does not exist, was revoked, or its owner is disabled. Run `synapse hook install` again.',
  },
  token_kind_wrong: {
    status: 401,
    fr: 'Mauvais genre de jeton : {given} reçu, {wanted} attendu',
    en: 'Wrong kind of token: {given} received, {wanted} expected',
    explain:
      'Tokens are told apart by their form: `dk_ai_…` for AI clients, in `X-AI-Token`; `dk_journal_…` for `POST /tda/journal/git-commit` alone; the access token of `POST /auth/login`, a JWT, for everything else.',
  },
  origin_forbidden: {
    status: 403,
    fr: 'Origine refusée',
    en: 'Origin refused',
    explain:
      'The `Origin` or `Host` header names another site. Behind a proxy set `SYNAPSE_PUBLIC_URL`; list further origins in `SYNAPSE_ALLOWED_ORIGINS`.',
  },
  admin_required: {
    status: 403,
    fr: 'Réservé au rôle admin',
    en: 'Only for the admin role',
    explain: 'Only a user with role `admin` may do this.',
  },
  plan_required: {
    status: 403,
    fr: 'Pilotage IA Synapse réservé au plan Pro',
    en: 'Running commands through AI is part of the Pro plan',
    explain:
      'The plan does not grant `mcp:synapse`. Where it does and the token was made without it, the message names the scope: generate a new token.',
  },
  scope_missing: {
    status: 403,
    fr: 'Portée manquante : {scope}',
    en: 'Missing scope: {scope}',
    explain: 'The token was created without the scope that this tool needs.',
  },
  scope_not_in_plan: {
    status: 403,
    fr: 'La portée {scope} ne fait pas partie du plan {plan}',
    en: 'The scope {scope} is not part of the {plan} plan',
    explain: 'A token may narrow the scopes of its owner’s plan and add `mcp:admin`, nothing more.',
  },
  local_forbidden: {
    status: 403,
    fr: 'Les machines de type local sont désactivées pour ce compte (SYNAPSE_ALLOW_LOCAL)',
    en: 'Machines of kind local are disabled for this account (SYNAPSE_ALLOW_LOCAL)',
    explain: 'Commands on the host of the service itself are allowed only for whom `SYNAPSE_ALLOW_LOCAL` says.',
  },

  // How much
  ip_rate_limited: {
    status: 429,
    fr: 'Trop d’appels depuis cette adresse : réessayez dans {retry_after} s',
    en: 'Too many calls from this address: try again in {retry_after} s',
    explain: 'More MCP calls from one address in a minute than allowed. `Retry-After` is the true wait.',
  },
  login_throttled: {
    status: 429,
    fr: 'Trop d’échecs de connexion : réessayez dans {retry_after} s',
    en: 'Too many failed sign-ins: try again in {retry_after} s',
    explain:
      'Ten failures in five minutes for one username or one address. Those for the username are not held against an address that it has signed in from before.',
  },
  exec_rate_limited: {
    status: 429,
    fr: 'Synapse rate limit exceeded',
    en: 'Synapse rate limit exceeded',
    explain:
      'More than 30 commands of one user in 60 seconds, MCP and REST together, or more than 60 that were refused.',
  },
  quota_exceeded: {
    status: 429,
    fr: 'Quota journalier IA atteint',
    en: 'Daily AI quota reached',
    explain: 'The user’s calls of this UTC day are used up. The count starts anew at midnight UTC.',
  },
  capacity_exceeded: {
    status: 429,
    fr: 'Trop de commandes en attente : réessayez dans {retry_after} s',
    en: 'Too many commands are waiting: try again in {retry_after} s',
    explain: 'The machine’s or the user’s places were taken until the command’s own deadline passed.',
  },
  streams_exceeded: {
    status: 429,
    fr: 'Trop de flux ouverts : {max} au plus, fermez-en un',
    en: 'Too many open streams: {max} at most, close one',
    explain: 'As many followed outputs and open pages as one user, or one address, may hold open at once.',
  },
  text_work_busy: {
    status: 429,
    fr: 'Trop de recherches ou de filtres en attente : réessayez dans {retry_after} s',
    en: 'Too many searches or filters are waiting: try again in {retry_after} s',
    explain: 'As many of this user’s searches and filters wait already as may, or no turn came in time.',
  },

  // What was asked
  arguments_invalid: {
    status: 422,
    fr: 'Arguments invalides : {problems}',
    en: 'Invalid arguments: {problems}',
    explain: 'The message names every wrong field and says what is wrong with it; `fields` has them one by one.',
  },
  body_invalid: {
    status: 400,
    fr: 'Corps de requête illisible : {problem}',
    en: 'Unreadable request body: {problem}',
    explain: 'The body is not valid JSON, or not of the content type it claims.',
  },
  body_too_large: {
    status: 413,
    fr: 'Corps de requête trop volumineux (1 Mio au plus)',
    en: 'Request body too large (1 MiB at most)',
    explain: 'A request body may have 1 MiB at most.',
  },
  media_type_unsupported: {
    status: 415,
    fr: 'Type de contenu non pris en charge : {type}',
    en: 'Unsupported content type: {type}',
    explain: 'Send JSON, or a form where the endpoint says so.',
  },
  text_work_too_heavy: {
    status: 422,
    fr: 'Travail trop lourd : ce motif ou cette recherche demande plus de temps ou de mémoire que permis',
    en: 'Too much work: this pattern or this search takes more time or memory than it may',
    explain:
      'A filter’s patterns and cases, or a search in an output, took longer or more memory than one may. Write smaller counted repeats (`a{0,30}`), or search for less.',
  },
  cwd_required: {
    status: 422,
    fr: 'Répertoire de travail requis : passez cwd (chemin absolu)',
    en: 'Working directory required: pass cwd (an absolute path)',
    explain: 'Agent machines always need `cwd`; git commands on ssh and local hosts need it or a `default_cwd`.',
  },
  cwd_invalid: {
    status: 422,
    fr: 'Répertoire de travail invalide : chemin POSIX absolu, sans « .. », 4096 caractères au plus',
    en: 'Invalid working directory: an absolute POSIX path without “..”, 4096 characters at most',
    explain: '`cwd` must be an absolute POSIX path without `..` segments or NUL.',
  },
  cwd_not_found: {
    status: 422,
    fr: 'Répertoire de travail introuvable sur la machine : {cwd}',
    en: 'Working directory not found on the machine: {cwd}',
    explain: 'The directory does not exist on the target, is not a directory, or may not be entered.',
  },
  prefix_forbidden: {
    status: 422,
    fr: 'Préfixe interdit : écrivez la commande seule ({hint})',
    en: 'Prefix not allowed: write the command alone ({hint})',
    explain:
      'The service compacts output and enters containers itself: no `rtk`, `docker exec` or `podman exec` in front.',
  },
  container_required: {
    status: 422,
    fr: 'Conteneur requis : une machine de type docker n’a pas d’hôte',
    en: 'Container required: a machine of kind docker has no host',
    explain: 'Pass `container`, or give the machine a `default_container`.',
  },
  container_forbidden: {
    status: 403,
    fr: 'Conteneur non autorisé',
    en: 'Container not allowed',
    explain: 'The container is not in the machine’s list.',
  },
  container_unavailable: {
    status: 502,
    fr: 'Conteneur indisponible : {reason}',
    en: 'Container unavailable: {reason}',
    explain: 'The container does not exist, is stopped, or has no shell.',
  },
  placeholder_unsupported: {
    status: 422,
    fr: 'Placeholder {placeholder} impossible à cet endroit : {reason}',
    en: 'Placeholder {placeholder} cannot be used here: {reason}',
    explain:
      'A secret cannot be handed over safely in that place of the command, for instance inside arithmetic or in a script for `eval` or `sh -c`.',
  },
  secret_missing: {
    status: 422,
    fr: 'Secret manquant pour le placeholder {{{name}}}',
    en: 'No secret for the placeholder {{{name}}}',
    explain: 'The placeholder names a secret that is not in the vault.',
  },
  alias_chained: {
    status: 422,
    fr: 'Alias enchaîné : la commande de {code} commence par l’alias {other} ; écrivez celle de {other} en entier',
    en: 'Chained alias: the command of {code} begins with the alias {other}; write the command of {other} out in full',
    explain: 'An alias command must not begin with another alias code.',
  },
  alias_multi_step: {
    status: 422,
    fr: 'L’alias {code} a plusieurs étapes : ajoutez {} à l’endroit des arguments, ou appelez-le sans argument',
    en: 'The alias {code} has several steps: add {} where the arguments belong, or call it without arguments',
    explain: 'Arguments cannot be appended to an alias with `|`, `&`, `;` or a newline and no `{}` marker.',
  },
  alias_marker: {
    status: 422,
    fr: 'Un alias contient au plus un marqueur {} (écrivez \\{} pour un {} littéral)',
    en: 'An alias has at most one {} marker (write \\{} for a literal {})',
    explain: 'More than one `{}` in an alias command.',
  },
  alias_code_reserved: {
    status: 422,
    fr: 'Code d’alias réservé : {code} ({reason})',
    en: 'Reserved alias code: {code} ({reason})',
    explain: 'A starter shortcut’s code, or the name of a well-known program.',
  },
  alias_code_invalid: {
    status: 422,
    fr: 'Code d’alias invalide : trois lettres de a à z, par exemple gst',
    en: 'Invalid alias code: three letters from a to z, for example gst',
    explain: 'An alias code is three letters.',
  },

  // What is not there
  machine_not_found: {
    status: 404,
    fr: 'Machine introuvable',
    en: 'Machine not found',
    explain: 'Wrong slug, or a deleted machine.',
  },
  alias_not_found: {
    status: 404,
    fr: 'Alias introuvable : {code} (synapse_list_aliases les donne tous ; un code a trois lettres)',
    en: 'Alias not found: {code} (synapse_list_aliases lists them all; a code has three letters)',
    explain: 'No alias of that code. `synapse_list_aliases` lists them.',
  },
  execution_not_found: {
    status: 404,
    fr: 'Exécution introuvable ou sortie expirée',
    en: 'Execution not found, or its output has expired',
    explain: 'No such execution of this user, or its kept output has expired.',
  },
  suggestion_not_found: {
    status: 404,
    fr: 'Suggestion introuvable',
    en: 'Suggestion not found',
    explain: 'No such suggestion.',
  },
  secret_not_found: {
    status: 404,
    fr: 'Secret introuvable',
    en: 'Secret not found',
    explain: 'No secret of that name.',
  },
  project_not_found: {
    status: 404,
    fr: 'Projet introuvable',
    en: 'Project not found',
    explain: 'No such project of this user.',
  },
  item_not_found: {
    status: 404,
    fr: 'Élément de projet introuvable',
    en: 'Project item not found',
    explain: 'No facet, roadmap item, note, idea, pack or service of that id in this project.',
  },
  not_found: {
    status: 404,
    fr: 'Introuvable',
    en: 'Not found',
    explain: 'No such page or resource.',
  },
  method_not_allowed: {
    status: 405,
    fr: 'Méthode non autorisée',
    en: 'Method not allowed',
    explain: 'The address exists, but not for this method. `Allow` lists those it takes.',
  },

  // What stands in the way
  machine_exists: {
    status: 409,
    fr: 'Une machine porte déjà ce nom',
    en: 'A machine already has this name',
    explain: 'The slug is taken.',
  },
  alias_exists: {
    status: 409,
    fr: 'Un alias porte déjà le code {code} : choisissez un autre code',
    en: 'An alias already has the code {code}: choose another one',
    explain: 'The code is taken.',
  },
  user_exists: {
    status: 409,
    fr: 'Un compte porte déjà ce nom',
    en: 'An account already has this name',
    explain: 'The username is taken.',
  },
  version_conflict: {
    status: 409,
    fr: 'Modifié entre-temps : la version actuelle est {version}',
    en: 'Changed in the meantime: the current version is {version}',
    explain: 'The update was made from an older version. The current object comes with the refusal: merge, then retry.',
  },
  vault_full: {
    status: 409,
    fr: 'Coffre plein : {secrets} secrets et {kib} Kio en tout au plus ; supprimez ceux qui ne servent plus',
    en: 'The vault is full: at most {secrets} secrets and {kib} KiB in all; delete those that are no longer used',
    explain:
      'Every output is searched for every secret of its user, so there is a limit to how many there are, and to their bytes in all. Nothing was stored. Keep large files on the machine that needs them.',
  },
  limit_reached: {
    status: 409,
    fr: 'Limite atteinte : {max} {what} au plus',
    en: 'Limit reached: at most {max} {what}',
    explain: 'Delete some of them first.',
  },
  idea_promoted: {
    status: 409,
    fr: 'Idée déjà promue (élément de feuille de route {item})',
    en: 'The idea has already been promoted (roadmap item {item})',
    explain: 'The idea became a roadmap item already; change that one.',
  },
  service_closed: {
    status: 409,
    fr: 'Service déjà clos',
    en: 'The service is already closed',
    explain: 'The service was closed before; its reason is kept.',
  },
  last_admin: {
    status: 409,
    fr: 'Le dernier compte admin actif ne peut être ni supprimé, ni désactivé, ni rétrogradé',
    en: 'The last active admin account cannot be deleted, disabled or made a member',
    explain: 'Somebody must be able to administer the instance.',
  },
  machine_not_active: {
    status: 409,
    fr: 'Machine non active (statut : {statut})',
    en: 'Machine not active (status: {statut})',
    explain: 'A machine in `maintenance` or `disabled` refuses commands.',
  },
  host_key_changed: {
    status: 409,
    fr: 'La clé d’hôte de la machine a changé : vérifiez-la, puis mettez à jour connection.host_key',
    en: 'The machine’s host key has changed: check it, then update connection.host_key',
    explain: 'The pinned host key differs from the one the host now shows. It may be another machine.',
  },
  machine_unreachable: {
    status: 502,
    fr: 'Machine injoignable : {reason}',
    en: 'Machine unreachable: {reason}',
    explain: 'The connection to the machine failed before the command started.',
  },
  machine_shell_stuck: {
    status: 502,
    fr: 'Le shell de la machine n’est pas prêt au bout de {seconds} s : rien n’a été lancé. Cause habituelle : un fichier de démarrage (.bashrc, .profile, ForceCommand) qui attend',
    en: 'The shell of the machine is not ready after {seconds} s: nothing was run. The usual cause is a start-up file (.bashrc, .profile, ForceCommand) that waits',
    explain:
      'The machine answered, its shell did not: nothing was run. Usually a start-up file (`.bashrc`, `.profile`, a `ForceCommand`) waits for something. The time is `SYNAPSE_SHELL_SECONDS`, or what the command’s own `timeout_seconds` left of it.',
  },
  machine_offline: {
    status: 502,
    fr: 'Agent hors ligne : la commande n’a pas été lancée',
    en: 'Agent offline: the command was not started',
    explain: 'The machine’s agent is not connected.',
  },
  agent_refused: {
    status: 403,
    fr: 'Refusé par l’agent : {reason}',
    en: 'Refused by the agent: {reason}',
    explain: 'The owner of the machine limited what its agent may run, or paused it.',
  },
  execution_lost: {
    status: 502,
    fr: 'Connexion perdue pendant l’exécution : {reason}',
    en: 'Connection lost while the command ran: {reason}',
    explain: 'The target vanished in the middle of the command; what it had printed is kept.',
  },

  // Decided by a person
  approval_denied: {
    status: 403,
    fr: 'Exécution refusée : {reason}',
    en: 'Execution denied: {reason}',
    explain: 'A person was asked whether this command may run, and said no. The message has their comment.',
  },
  approval_expired: {
    status: 403,
    fr: 'Aucune réponse à temps : la demande a expiré après {minutes} min',
    en: 'No answer in time: the request expired after {minutes} min',
    explain: 'A person was asked whether this command may run, and nobody answered within `SYNAPSE_APPROVAL_MINUTES`.',
  },
  approval_decided: {
    status: 409,
    fr: 'Cette demande est déjà close ({status})',
    en: 'This request is closed already ({status})',
    explain: 'Of two decisions the first counts. Also for a request that has expired or was taken back meanwhile.',
  },
  approval_stale: {
    status: 409,
    fr: 'L’ordre n’est plus celui qui a été soumis : {reason}',
    en: 'The order is no longer the one that was asked about: {reason}',
    explain:
      'Between the question and the answer something has changed that the command depends on: its machine, a secret that it uses, its alias. Nothing was run; the assistant has to ask again.',
  },
  frozen: {
    status: 423,
    fr: 'Exécutions gelées : {reason}',
    en: 'Executions are frozen: {reason}',
    explain:
      'A person has frozen what this command belongs to: everything of the account, a machine, an AI token, or the whole instance. Nothing of it runs until the freeze is lifted (`DELETE /synapse/freeze/{id}`, `synapse unfreeze`); what ran was killed.',
  },

  // What the policy says
  policy_denied: {
    status: 403,
    fr: 'Commande refusée par la politique : {reason}',
    en: 'Command refused by the policy: {reason}',
    explain:
      'A rule or a preset of the user’s policy, or of the instance’s, denies it. The message names the rule or preset, the part of the command and why; `synapse_explain` tells all of it without running anything.',
  },
  policy_invalid: {
    status: 422,
    fr: 'Politique refusée, ligne {line}, colonne {column} : {problem}',
    en: 'Policy refused, line {line}, column {column}: {problem}',
    explain:
      'The text is no policy. `fields` names every problem by `line:column`; the policy that was in force stays in force.',
  },
  policy_error: {
    status: 500,
    fr: 'La commande n’a pas pu être jugée, elle n’est donc pas exécutée (référence {request_id})',
    en: 'The command could not be judged, so it is not run (reference {request_id})',
    explain: 'A defect while judging. The command is refused; the log has a record under that request id.',
  },
  secret_not_here: {
    status: 403,
    fr: 'Le secret {name} n’est pas utilisable ici : {reason}',
    en: 'The secret {name} cannot be used here: {reason}',
    explain:
      'The secret is bound to machines or programs, and the command would hand it to another one, to a part that cannot be known before it runs, or to a redirection. Its value was not opened.',
  },
  look_unavailable: {
    status: 501,
    fr: 'Lecture protégée impossible sur {machine} : {reason}',
    en: 'Protected reading is not possible on {machine}: {reason}',
    explain:
      'Looking, and the preset `look`, run commands in a sandbox alone. Where none works, nothing runs. Most often the package `bubblewrap` is missing on the machine; `synapse doctor` says more.',
  },

  // Ourselves
  not_ready: {
    status: 503,
    fr: 'Service momentanément indisponible',
    en: 'Service temporarily unavailable',
    explain: 'Starting, stopping, or the database is out of reach.',
  },
  lease_lost: {
    status: 503,
    fr: 'Cette instance a perdu son bail : rien n’y démarre, et ce qui s’y exécutait a été arrêté',
    en: 'This instance has lost its lease: nothing starts on it, and what ran on it was stopped',
    explain:
      'The instance was frozen, or could not reach the database, for longer than `SYNAPSE_INSTANCE_DEAD_SECONDS` allows. Others may have closed its commands as `interrupted`. Try again: it recovers by itself, and other instances serve meanwhile.',
  },
  storage_full: {
    status: 503,
    fr: 'Plus de place pour la base de données : rien n’a été enregistré ni démarré',
    en: 'The database has no room left: nothing was recorded or started',
    explain:
      'The disk of the database is full (`SQLITE_FULL`, or `53100` of PostgreSQL). What was acknowledged is kept. Make room: the service recovers by itself.',
  },
  idempotency_mismatch: {
    status: 422,
    fr: 'La clé d’idempotence {key} a déjà servi pour un autre ordre',
    en: 'The idempotency key {key} was used for another order already',
    explain:
      'Within a day, an idempotency key stands for one order. Use another key for another command, machine or setting.',
  },
  internal: {
    status: 500,
    fr: 'Erreur interne (référence {request_id})',
    en: 'Internal error (reference {request_id})',
    explain: 'A defect of the service. The log has a record under that request id.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
export const ERRORS: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue;
export const ERROR_CODES = Object.keys(catalogue) as ErrorCode[];

/** What each HTTP status is called: the `title` of a problem. */
export const STATUS_TITLES: Readonly<Record<number, Wording>> = {
  400: { fr: 'Requête incorrecte', en: 'Bad Request' },
  401: { fr: 'Non authentifié', en: 'Unauthorized' },
  403: { fr: 'Accès refusé', en: 'Forbidden' },
  404: { fr: 'Introuvable', en: 'Not Found' },
  405: { fr: 'Méthode non autorisée', en: 'Method Not Allowed' },
  409: { fr: 'Conflit', en: 'Conflict' },
  413: { fr: 'Contenu trop volumineux', en: 'Content Too Large' },
  415: { fr: 'Type de contenu non pris en charge', en: 'Unsupported Media Type' },
  422: { fr: 'Contenu non traitable', en: 'Unprocessable Content' },
  423: { fr: 'Verrouillé', en: 'Locked' },
  429: { fr: 'Trop de requêtes', en: 'Too Many Requests' },
  500: { fr: 'Erreur interne du serveur', en: 'Internal Server Error' },
  501: { fr: 'Non disponible', en: 'Not Implemented' },
  502: { fr: 'Mauvaise passerelle', en: 'Bad Gateway' },
  503: { fr: 'Service indisponible', en: 'Service Unavailable' },
};
