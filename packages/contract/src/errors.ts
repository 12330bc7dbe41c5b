/** The one catalogue of refusals: stable code, HTTP status, French message, English explanation. */

interface CatalogueEntry {
  readonly status: number;
  /** What the caller reads. `{name}` is filled from the refusal's details; `{{X}}` stays as it is. */
  readonly message: string;
  /** For the reference page: why it happens and how to mend it. */
  readonly explain: string;
}

const catalogue = {
  // Who is calling
  token_missing: {
    status: 401,
    message: 'Jeton IA absent : placez-le dans l’en-tête X-AI-Token (Authorization: Bearer n’est pas accepté ici)',
    explain:
      'The MCP endpoint wants the AI token in the header `X-AI-Token`; `Authorization: Bearer` is not read there.',
  },
  token_invalid: {
    status: 401,
    message: 'Jeton IA inconnu ou mal recopié',
    explain: 'No such AI token. Generate one in Settings, AI access, and copy it whole.',
  },
  token_expired: {
    status: 401,
    message: 'Jeton IA expiré : générez-en un nouveau dans Réglages, Accès IA',
    explain: 'The validity of the token has ended. Generate a new one.',
  },
  token_revoked: {
    status: 401,
    message: 'Jeton IA révoqué : générez-en un nouveau dans Réglages, Accès IA',
    explain: 'The token was revoked, by its owner, by the emergency link, or by generating another one.',
  },
  invalid_credentials: {
    status: 401,
    message: 'Identifiant ou mot de passe incorrect',
    explain: 'Unknown user, wrong password or disabled account: all three answer alike.',
  },
  session_invalid: {
    status: 401,
    message: 'Session absente ou terminée : connectez-vous de nouveau',
    explain: 'The access token is missing, expired, signed out, or was ended by a password change.',
  },
  origin_forbidden: {
    status: 403,
    message: 'Origine refusée',
    explain:
      'The `Origin` or `Host` header names another site. Behind a proxy set `SYNAPSE_PUBLIC_URL`; list further origins in `SYNAPSE_ALLOWED_ORIGINS`.',
  },
  admin_required: {
    status: 403,
    message: 'Réservé au rôle admin',
    explain: 'Only a user with role `admin` may do this.',
  },
  plan_required: {
    status: 403,
    message: 'Pilotage IA Synapse réservé au plan Pro',
    explain: 'The token lacks `mcp:synapse`, or the plan does not grant it.',
  },
  scope_missing: {
    status: 403,
    message: 'Portée manquante : {scope}',
    explain: 'The token was created without the scope that this tool needs.',
  },
  scope_not_in_plan: {
    status: 403,
    message: 'La portée {scope} ne fait pas partie du plan {plan}',
    explain: 'A token may narrow the scopes of its owner’s plan and add `mcp:admin`, nothing more.',
  },
  local_forbidden: {
    status: 403,
    message: 'Les machines de type local sont désactivées pour ce compte (SYNAPSE_ALLOW_LOCAL)',
    explain: 'Commands on the host of the service itself are allowed only for whom `SYNAPSE_ALLOW_LOCAL` says.',
  },

  // How much
  ip_rate_limited: {
    status: 429,
    message: 'Trop d’appels depuis cette adresse : réessayez dans {retry_after} s',
    explain: 'More MCP calls from one address in a minute than allowed. `Retry-After` is the true wait.',
  },
  login_throttled: {
    status: 429,
    message: 'Trop d’échecs de connexion : réessayez dans {retry_after} s',
    explain: 'Ten failures in five minutes for one username or one address.',
  },
  exec_rate_limited: {
    status: 429,
    message: 'Synapse rate limit exceeded',
    explain:
      'More than 30 commands of one user in 60 seconds, MCP and REST together, or more than 60 that were refused.',
  },
  quota_exceeded: {
    status: 429,
    message: 'Quota journalier IA atteint',
    explain: 'The user’s calls of this UTC day are used up. The count starts anew at midnight UTC.',
  },
  capacity_exceeded: {
    status: 429,
    message: 'Trop de commandes en attente : réessayez dans {retry_after} s',
    explain: 'The machine’s or the user’s places were taken until the command’s own deadline passed.',
  },
  streams_exceeded: {
    status: 429,
    message: 'Trop de flux ouverts : {max} au plus, fermez-en un',
    explain: 'As many followed outputs and open pages as one user, or one address, may hold open at once.',
  },
  text_work_busy: {
    status: 429,
    message: 'Trop de recherches ou de filtres en attente : réessayez dans {retry_after} s',
    explain: 'As many of this user’s searches and filters wait already as may, or no turn came in time.',
  },

  // What was asked
  arguments_invalid: {
    status: 422,
    message: 'Arguments invalides : {problems}',
    explain: 'Each wrong field is named, with what it takes.',
  },
  body_invalid: {
    status: 400,
    message: 'Corps de requête illisible : {problem}',
    explain: 'The body is not valid JSON, or not of the content type it claims.',
  },
  body_too_large: {
    status: 413,
    message: 'Corps de requête trop volumineux (1 Mio au plus)',
    explain: 'A request body may have 1 MiB at most.',
  },
  media_type_unsupported: {
    status: 415,
    message: 'Type de contenu non pris en charge : {type}',
    explain: 'Send JSON, or a form where the endpoint says so.',
  },
  text_work_too_heavy: {
    status: 422,
    message: 'Travail trop lourd : ce motif ou cette recherche demande plus de temps ou de mémoire que permis',
    explain:
      'A filter’s patterns and cases, or a search in an output, took longer or more memory than one may. Write smaller counted repeats (`a{0,30}`), or search for less.',
  },
  cwd_required: {
    status: 422,
    message: 'Répertoire de travail requis : passez cwd (chemin absolu)',
    explain: 'Agent machines always need `cwd`; git commands on ssh and local hosts need it or a `default_cwd`.',
  },
  cwd_invalid: {
    status: 422,
    message: 'Répertoire de travail invalide : chemin POSIX absolu, sans « .. », 4096 caractères au plus',
    explain: '`cwd` must be an absolute POSIX path without `..` segments or NUL.',
  },
  cwd_not_found: {
    status: 422,
    message: 'Répertoire de travail introuvable sur la machine : {cwd}',
    explain: 'The directory does not exist on the target, is not a directory, or may not be entered.',
  },
  prefix_forbidden: {
    status: 422,
    message: 'Préfixe interdit : écrivez la commande seule ({hint})',
    explain:
      'The service compacts output and enters containers itself: no `rtk`, `docker exec` or `podman exec` in front.',
  },
  container_required: {
    status: 422,
    message: 'Conteneur requis : une machine de type docker n’a pas d’hôte',
    explain: 'Pass `container`, or give the machine a `default_container`.',
  },
  container_forbidden: {
    status: 403,
    message: 'Conteneur non autorisé',
    explain: 'The container is not in the machine’s list.',
  },
  container_unavailable: {
    status: 502,
    message: 'Conteneur indisponible : {reason}',
    explain: 'The container does not exist, is stopped, or has no shell.',
  },
  placeholder_unsupported: {
    status: 422,
    message: 'Placeholder {placeholder} impossible à cet endroit : {reason}',
    explain: 'A secret cannot be handed over safely in that place of the command, for instance inside arithmetic.',
  },
  secret_missing: {
    status: 422,
    message: 'Secret manquant pour le placeholder {{{name}}}',
    explain: 'The placeholder names a secret that is not in the vault.',
  },
  alias_chained: {
    status: 422,
    message: 'Alias enchaîné : la commande de {code} commence par l’alias {other} ; écrivez celle de {other} en entier',
    explain: 'An alias command must not begin with another alias code.',
  },
  alias_multi_step: {
    status: 422,
    message: 'L’alias {code} a plusieurs étapes : ajoutez {} à l’endroit des arguments, ou appelez-le sans argument',
    explain: 'Arguments cannot be appended to an alias with `|`, `&`, `;` or a newline and no `{}` marker.',
  },
  alias_marker: {
    status: 422,
    message: 'Un alias contient au plus un marqueur {} (écrivez \\{} pour un {} littéral)',
    explain: 'More than one `{}` in an alias command.',
  },
  alias_code_reserved: {
    status: 422,
    message: 'Code d’alias réservé : {code} ({reason})',
    explain: 'A starter shortcut’s code, or the name of a well-known program.',
  },
  alias_code_invalid: {
    status: 422,
    message: 'Code d’alias invalide : trois lettres de a à z, par exemple gst',
    explain: 'An alias code is three letters.',
  },

  // What is not there
  machine_not_found: { status: 404, message: 'Machine introuvable', explain: 'Wrong slug, or a deleted machine.' },
  alias_not_found: {
    status: 404,
    message: 'Alias introuvable : {code} (synapse_list_aliases les donne tous ; un code a trois lettres)',
    explain: 'No alias of that code. `synapse_list_aliases` lists them.',
  },
  execution_not_found: {
    status: 404,
    message: 'Exécution introuvable ou sortie expirée',
    explain: 'No such execution of this user, or its kept output has expired.',
  },
  suggestion_not_found: { status: 404, message: 'Suggestion introuvable', explain: 'No such suggestion.' },
  secret_not_found: { status: 404, message: 'Secret introuvable', explain: 'No secret of that name.' },
  project_not_found: { status: 404, message: 'Projet introuvable', explain: 'No such project of this user.' },
  item_not_found: {
    status: 404,
    message: 'Élément de projet introuvable',
    explain: 'No facet, roadmap item, note, idea, pack or service of that id in this project.',
  },
  not_found: { status: 404, message: 'Introuvable', explain: 'No such page or resource.' },
  method_not_allowed: {
    status: 405,
    message: 'Méthode non autorisée',
    explain: 'The address exists, but not for this method. `Allow` lists those it takes.',
  },

  // What stands in the way
  machine_exists: { status: 409, message: 'Une machine porte déjà ce nom', explain: 'The slug is taken.' },
  alias_exists: {
    status: 409,
    message: 'Un alias porte déjà le code {code} : choisissez un autre code',
    explain: 'The code is taken.',
  },
  user_exists: { status: 409, message: 'Un compte porte déjà ce nom', explain: 'The username is taken.' },
  version_conflict: {
    status: 409,
    message: 'Modifié entre-temps : la version actuelle est {version}',
    explain: 'The update was made from an older version. The current object comes with the refusal: merge, then retry.',
  },
  limit_reached: {
    status: 409,
    message: 'Limite atteinte : {max} {what} au plus',
    explain: 'Delete some of them first.',
  },
  idea_promoted: {
    status: 409,
    message: 'Idée déjà promue (élément de feuille de route {item})',
    explain: 'The idea became a roadmap item already; change that one.',
  },
  service_closed: {
    status: 409,
    message: 'Service déjà clos',
    explain: 'The service was closed before; its reason is kept.',
  },
  last_admin: {
    status: 409,
    message: 'Le dernier compte admin actif ne peut être ni supprimé, ni désactivé, ni rétrogradé',
    explain: 'Somebody must be able to administer the instance.',
  },
  machine_not_active: {
    status: 409,
    message: 'Machine non active (statut : {statut})',
    explain: 'A machine in `maintenance` or `disabled` refuses commands.',
  },
  host_key_changed: {
    status: 409,
    message: 'La clé d’hôte de la machine a changé : vérifiez-la, puis mettez à jour connection.host_key',
    explain: 'The pinned host key differs from the one the host now shows. It may be another machine.',
  },
  machine_unreachable: {
    status: 502,
    message: 'Machine injoignable : {reason}',
    explain: 'The connection to the machine failed before the command started.',
  },
  machine_offline: {
    status: 502,
    message: 'Agent hors ligne : la commande n’a pas été lancée',
    explain: 'The machine’s agent is not connected.',
  },
  agent_refused: {
    status: 403,
    message: 'Refusé par l’agent : {reason}',
    explain: 'The owner of the machine limited what its agent may run, or paused it.',
  },
  execution_lost: {
    status: 502,
    message: 'Connexion perdue pendant l’exécution : {reason}',
    explain: 'The target vanished in the middle of the command; what it had printed is kept.',
  },

  // Ourselves
  not_ready: {
    status: 503,
    message: 'Service momentanément indisponible',
    explain: 'Starting, stopping, or the database is out of reach.',
  },
  internal: {
    status: 500,
    message: 'Erreur interne (référence {request_id})',
    explain: 'A defect of the service. The log has a record under that request id.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
export const ERRORS: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue;
export const ERROR_CODES = Object.keys(catalogue) as ErrorCode[];

export type RefusalDetails = Readonly<Record<string, string | number>>;

/** What a wrong field is called, and what is wrong with it. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** A refusal on purpose: thrown by the rules, translated once by the edge. Anything else thrown is a defect. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  readonly fields: readonly FieldProblem[];
  /** What there is to show in spite of the refusal: for a command lost in the middle, its result so far. */
  attachment: Readonly<Record<string, unknown>> | null = null;

  constructor(code: ErrorCode, details: RefusalDetails = {}, fields: readonly FieldProblem[] = []) {
    super(errorMessage(code, details));
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    this.fields = fields;
  }

  with(attachment: Readonly<Record<string, unknown>>): this {
    this.attachment = attachment;
    return this;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** Whole seconds to wait, where waiting helps. */
  get retryAfter(): number | undefined {
    const seconds = this.details.retry_after;
    return typeof seconds === 'number' ? seconds : undefined;
  }
}

/** The French message with its details filled in. */
export function errorMessage(code: ErrorCode, details: RefusalDetails = {}): string {
  return ERRORS[code].message.replace(/\{([a-z_]+)\}/g, (whole, key: string) =>
    Object.hasOwn(details, key) ? String(details[key]) : whole,
  );
}

/** Why a secret cannot be handed over in some place of a command: the `reason` of `placeholder_unsupported`. */
export const PLACEHOLDER_REASONS = {
  arithmetic: 'le shell évaluerait sa valeur comme un calcul ; passez par une variable vérifiée',
  delimiter: 'il fait partie du délimiteur d’un here-document',
  expansion: 'cette forme de ${…} n’est pas lue de la même façon par tous les shells',
  ambiguous: 'ce qui l’entoure n’est pas lu de la même façon par tous les shells ; simplifiez la commande',
} as const;

/** Why a code cannot be given to a command: the `reason` of `alias_code_reserved`. */
export const ALIAS_CODE_REASONS = {
  program: 'c’est le nom d’un programme courant ; choisissez un autre code',
  starter: 'raccourci de départ ; choisissez un autre code, ou installez-le avec synapse_seed_default_aliases',
} as const;

/** A refusal that names each wrong field. */
export function argumentsInvalid(fields: readonly FieldProblem[]): Refusal {
  const problems = fields.map(({ field, problem }) => (field ? `${field} : ${problem}` : problem)).join(' ; ');
  return new Refusal('arguments_invalid', { problems }, fields);
}
