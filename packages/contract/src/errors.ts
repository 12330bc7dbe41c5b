/** The one catalogue of refusals: stable code, HTTP status, what the caller reads in each language, an explanation. */
import type { Wording } from './language.ts';

/** What the caller reads, by language. `{name}` is filled from the refusal's details; `{{X}}` stays as it is. */
interface CatalogueEntry extends Wording {
  readonly status: number;
  /** For the reference page: why it happens and how to fix it. */
  readonly explain: string;
}

/** What `plan_required` says to somebody who may not create a crew. */
export const CREW_PLAN_REQUIRED: Wording = {
  fr: 'Créer un équipage est réservé au plan {plan}',
  en: 'Creating a crew takes the plan {plan}',
};

const catalogue = {
  // Who is calling
  token_missing: {
    status: 401,
    fr: 'Jeton IA absent : placez-le dans l’en-tête X-AI-Token (Authorization: Bearer n’est accepté qu’à l’adresse /mcp)',
    en: 'AI token missing: put it in the X-AI-Token header (Authorization: Bearer is accepted only at the address /mcp)',
    explain:
      '`/tda/mcp` wants the AI token in the header `X-AI-Token`; `Authorization: Bearer` is not read there. `/mcp` takes both, and clients that connect by OAuth.',
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
      'Unknown username, wrong password or disabled account. The answer is the same for all three, so that it does not show which accounts exist.',
  },
  connection_limited: {
    status: 403,
    fr: 'Connexion limitée à certaines machines : elle ne peut changer ni les machines, ni ce que toutes partagent (secrets, alias)',
    en: 'This connection is limited to certain machines: it can change neither machines nor what all of them share (secrets, aliases)',
    explain:
      'A connection that a person has limited to some machines could leave that limit by changing where a machine leads, or by changing a secret or an alias that commands on other machines use. Do it on the page, or with a connection that has no such limit.',
  },
  consent_gone: {
    status: 404,
    fr: 'Demande d’accès expirée, déjà traitée ou ouverte dans un autre navigateur : recommencez depuis l’assistant',
    en: 'This request for access has expired, was answered, or belongs to another browser: start again from the assistant',
    explain:
      'An assistant’s request for access can be answered once, within ten minutes, in the browser in which it was opened.',
  },
  oauth_rate_limited: {
    status: 429,
    fr: 'Trop de demandes de connexion depuis cette adresse : réessayez plus tard',
    en: 'Too many requests to connect from this address: try again later',
    explain: 'Each address may register and ask only so often. `Retry-After` says when to come back.',
  },
  sign_in_request_gone: {
    status: 404,
    fr: 'Code inconnu, expiré ou déjà utilisé : relancez `synapse login --browser`',
    en: 'Unknown, expired or used code: run `synapse login --browser` again',
    explain: 'A request of a program to be signed in can be answered once, within ten minutes.',
  },
  sign_in_refused: {
    status: 403,
    fr: 'La connexion a été refusée dans le navigateur',
    en: 'The sign-in was refused in the browser',
    explain: 'Somebody who typed the code of this request has refused it.',
  },
  sign_in_requests_many: {
    status: 429,
    fr: 'Trop de demandes de connexion : réessayez dans {retry_after} s',
    en: 'Too many requests to sign in: try again in {retry_after} s',
    explain: 'Each address may ask, and each account may try codes, ten times in five minutes.',
  },
  code_required: {
    status: 401,
    fr: 'Ce compte demande aussi un code de votre application d’authentification',
    en: 'This account also asks for a code from your authenticator app',
    explain:
      'Name and password are right. Send them again with `code`: the six digits that the app shows, or a recovery code. `synapse login` asks for it.',
  },
  code_invalid: {
    status: 401,
    fr: 'Code incorrect, expiré ou déjà utilisé',
    en: 'Wrong, expired or used code',
    explain:
      'A code is good for about a minute and for one sign-in: wait for the next one. If codes are never right, the clock of the phone or of the service is wrong.',
  },
  code_mistyped: {
    status: 422,
    fr: 'Ce n’est pas le code que montre l’application maintenant',
    en: 'This is not the code that the app shows now',
    explain:
      'The app shares the secret with the service only once it has shown a right code. Wait for the next one; check the clock of the phone.',
  },
  passkey_refused: {
    status: 401,
    fr: 'Clé d’accès refusée',
    en: 'Passkey refused',
    explain:
      'The passkey is not known here, belongs to another site or another account, was removed, answered too late or twice, or is a copy whose counter fell behind.',
  },
  sign_in_again: {
    status: 403,
    fr: 'Reconnectez-vous d’abord : votre session a plus de {minutes} minutes',
    en: 'Sign in again first: your session is older than {minutes} minutes',
    explain:
      'Ways to sign in are changed only right after signing in, so that a person who finds an open session cannot keep the account.',
  },
  account_disabled: {
    status: 403,
    fr: 'Ce compte est désactivé',
    en: 'This account is disabled',
    explain: 'An administrator has disabled the account.',
  },
  oidc_off: {
    status: 404,
    fr: 'L’authentification unique n’est pas configurée',
    en: 'Single sign-on is not configured',
    explain: 'Set `SYNAPSE_OIDC_ISSUER` and `SYNAPSE_OIDC_CLIENT_ID`.',
  },
  oidc_unreachable: {
    status: 502,
    fr: '{name} ne répond pas comme il faut : réessayez, ou connectez-vous avec un mot de passe',
    en: '{name} does not answer as it should: try again, or sign in with a password',
    explain:
      'The issuer of single sign-on was not reached within 5 seconds, or answered with an error, a redirect, something that is no JSON, or too much. The log says which.',
  },
  oidc_denied: {
    status: 403,
    fr: '{name} a refusé la connexion, ou vous l’avez annulée',
    en: '{name} refused the sign-in, or you cancelled it',
    explain: 'The issuer sent the browser back without a code. Its own log says why.',
  },
  oidc_journey_lost: {
    status: 401,
    fr: 'Connexion commencée ailleurs, ou il y a trop longtemps : recommencez',
    en: 'This sign-in was begun elsewhere, or too long ago: begin again',
    explain: 'A sign-in through the issuer ends in the browser where it began, within ten minutes.',
  },
  oidc_answer_invalid: {
    status: 401,
    fr: 'La réponse de {name} n’est pas valable',
    en: 'The answer of {name} is not valid',
    explain:
      'Wrong issuer, audience, nonce, state or signature, an expired token, or a code that the issuer does not accept. The log says which.',
  },
  oidc_email_unverified: {
    status: 403,
    fr: 'Aucune adresse e-mail vérifiée n’a été transmise pour vous',
    en: 'No verified e-mail address was given for you',
    explain:
      'The answer lacks `email`, or `email_verified` is not true. Some issuers never send `email_verified`: if every address there is verified, set `SYNAPSE_OIDC_TRUST_EMAIL=true`.',
  },
  oidc_groups_hidden: {
    status: 403,
    fr: 'Vous êtes dans trop de groupes pour qu’ils soient tous transmis',
    en: 'You are in too many groups for all of them to be told',
    explain:
      'The issuer left the groups out because there are too many, so role and plan cannot be known. Let it send only the groups of this application.',
  },
  oidc_no_account: {
    status: 403,
    fr: 'Aucun compte pour {email} : demandez-en un à un administrateur',
    en: 'No account for {email}: ask an administrator for one',
    explain:
      'No account has this e-mail address, and `SYNAPSE_OIDC_CREATE` does not allow making one. `synapse user set <name> --email <address>` links an account.',
  },
  oidc_other_person: {
    status: 403,
    fr: 'Le compte de cette adresse appartient à quelqu’un d’autre',
    en: 'The account of this address belongs to somebody else',
    explain:
      'The account is linked with another identity of the same issuer; the address was probably given to a new person. An administrator can unlink it: `synapse user reset <name>`.',
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
    fr: 'Origine refusée : {seen}, attendu : {expected}',
    en: 'Origin refused: {seen}, expected: {expected}',
    explain:
      'The `Origin` or `Host` header names another site. Behind a proxy set `SYNAPSE_PUBLIC_URL`, with its port, and let the proxy pass on the `Host` header as it came; list further origins in `SYNAPSE_ALLOWED_ORIGINS`.',
  },
  admin_required: {
    status: 403,
    fr: 'Réservé au rôle admin',
    en: 'Only for the admin role',
    explain:
      'Only a user with role `admin` may do this. An administrator gives it: `synapse user set NAME --role admin`.',
  },
  role_required: {
    status: 403,
    fr: 'Réservé au rôle {role} de l’équipage',
    en: 'Only for the role {role} of the crew',
    explain:
      'Your role in the crew does not allow this; the message names the lowest one that does. An owner of the crew gives it.',
  },
  approval_not_yours: {
    status: 403,
    fr: 'Cette décision revient à quelqu’un d’autre : la politique de l’équipage demande une deuxième personne',
    en: 'This is for somebody else to decide: the policy of the crew asks for a second person',
    explain: 'A rule of the crew says `ask: other` or `ask: keeper`. The person who gave the order cannot decide it.',
  },
  fresh_sign_in_required: {
    status: 401,
    fr: 'Reconnectez-vous d’abord avec un mot de passe, une clé d’accès ou un code : cela date de plus de {minutes} minutes',
    en: 'Sign in again first with a password, a passkey or a code: that was more than {minutes} minutes ago',
    explain:
      'Somebody who decides their own question in a crew (`break_glass`) has just shown who they are. A session that was opened by single sign-on, or from another session, does not count.',
  },
  session_limited: {
    status: 403,
    fr: 'Session limitée : cette action demande une personne ; faites-la dans la page, ou connectez-vous avec synapse login',
    en: 'Limited session: this takes a person; do it in the page, or sign in with synapse login',
    explain:
      'The session was opened with `synapse login --limited` or by `synapse quickstart`. It may do everything but decide approvals, change a policy, lift a freeze, read or create tokens, confirm machines, and change accounts and ways to sign in.',
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
    explain:
      'Nothing was run. The machine’s or the user’s places were taken until the command’s own deadline passed; or the machine is so busy that a shell did not get ready in time, while others did. As many commands may wait as a user may give in a minute (`minute` in `SYNAPSE_LIMITS`), each until its `timeout_seconds` is over.',
  },
  streams_exceeded: {
    status: 429,
    fr: 'Trop de flux ouverts : {max} au plus, fermez-en un',
    en: 'Too many open streams: {max} at most, close one',
    explain: 'As many followed outputs and open pages as one user, or one address, may hold open at once.',
  },
  text_work_busy: {
    status: 429,
    fr: 'Trop de recherches, de filtres ou de longues commandes en attente : réessayez dans {retry_after} s',
    en: 'Too many searches, filters or long commands are waiting: try again in {retry_after} s',
    explain:
      'As many of this user’s searches, filters and long commands that are to be judged wait already as may, or no turn came in time.',
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
    explain:
      'Agent machines always need `cwd` (`-C /path`); git commands on ssh and local hosts need it or a default directory: `synapse machine set NAME --default-cwd /path`.',
  },
  cwd_invalid: {
    status: 422,
    fr: 'Répertoire de travail invalide : chemin POSIX absolu, sans « .. », 4096 caractères au plus',
    en: 'Invalid working directory: an absolute POSIX path without “..”, 4096 characters at most',
    explain: 'The directory (`cwd`, `-C`) must be an absolute POSIX path without `..` segments or NUL.',
  },
  cwd_not_found: {
    status: 422,
    fr: 'Répertoire de travail introuvable sur la machine : {cwd}',
    en: 'Working directory not found on the machine: {cwd}',
    explain:
      'The directory does not exist on the target, is not a directory, or may not be entered. Name another (`-C /path`), or change the default: `synapse machine set NAME --default-cwd /path`.',
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
    explain:
      'Name the container (`container`, `-c NAME`), or give the machine a default one. `synapse machine containers NAME` lists those that run.',
  },
  container_forbidden: {
    status: 403,
    fr: 'Conteneur non autorisé',
    en: 'Container not allowed',
    explain:
      'The container is not in the machine’s list. `synapse machine containers NAME --allow CONTAINER` adds it, or Edit on the machine’s page.',
  },
  container_unavailable: {
    status: 502,
    fr: 'Conteneur indisponible : {reason}',
    en: 'Container unavailable: {reason}',
    explain:
      'The container does not exist, is stopped, or has no shell. `synapse machine containers NAME` lists those that run.',
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
    explain:
      'The placeholder, or the machine, names a secret that is not in the vault. `synapse secret set NAME` stores it, or the page Secrets.',
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
    explain: 'An alias code is three letters, like gst.',
  },

  // Files
  file_not_found: {
    status: 404,
    fr: 'Fichier introuvable : {path}',
    en: 'File not found: {path}',
    explain: 'Nothing is there, or the folder it would be in does not exist.',
  },
  file_not_text: {
    status: 415,
    fr: 'Ce n’est pas un fichier de texte ({path}) : {reason}',
    en: 'Not a text file ({path}): {reason}',
    explain: 'A folder, a device, or bytes that are not UTF-8. Tools edit text; `synapse cp` moves any bytes.',
  },
  file_too_large: {
    status: 413,
    fr: 'Fichier trop gros pour un outil ({path}) : plus de {max} octets',
    en: 'File too large for a tool ({path}): more than {max} bytes',
    explain: 'Tools read and write at most 2 MiB. Use a command (`tail`, `grep`, `sed -n`), or `synapse cp`.',
  },
  file_forbidden: {
    status: 403,
    fr: 'Accès refusé par la machine ({path}) : {reason}',
    en: 'The machine does not allow it ({path}): {reason}',
    explain:
      'The account on the machine may not, the file system is read-only, a folder is in its place, or its owner could not be kept. Nothing was changed.',
  },
  file_edit_ambiguous: {
    status: 422,
    fr: 'Modification {edit} : « old » apparaît {count} fois dans {path}, au lieu d’une{where}',
    en: 'Edit {edit}: “old” occurs {count} times in {path} instead of once{where}',
    explain: 'Each `old` must occur exactly once; quote more around it, or pass `all`. Nothing was changed.',
  },
  file_edit_too_many: {
    status: 422,
    fr: 'Modification {edit} : plus de {max} endroits de {path} seraient remplacés en un appel',
    en: 'Edit {edit}: more than {max} places of {path} would be replaced in one call',
    explain:
      'The edits of one call may replace so many places together. Make fewer edits with `all`. Nothing was changed.',
  },
  file_changed: {
    status: 409,
    fr: 'Le fichier {path} n’est plus celui qui était attendu (sha256 actuel : {now})',
    en: 'The file {path} is not what was expected (sha256 now: {now})',
    explain: 'It was changed, made or removed since it was read. Read it again. Nothing was changed.',
  },
  file_no_space: {
    status: 507,
    fr: 'Plus de place sur la machine pour {path}',
    en: 'No space left on the machine for {path}',
    explain: 'The disk is full, or a quota is used up. Nothing was changed.',
  },
  file_unusable: {
    status: 502,
    fr: 'La machine n’a pas pu traiter le fichier {path} : {reason}',
    en: 'The machine could not handle the file {path}: {reason}',
    explain: 'A program that is needed for it is missing there, failed, or was cut off. Nothing was changed.',
  },

  length_required: {
    status: 411,
    fr: 'Longueur requise : envoyez Content-Length',
    en: 'Length required: send Content-Length',
    explain: 'The machine must know how many bytes will come. `curl -T file` says so by itself.',
  },
  range_invalid: {
    status: 416,
    fr: 'Ce passage n’existe pas : le fichier a {size} octets',
    en: 'There is no such range: the file has {size} bytes',
    explain: 'The range begins behind the end of the file.',
  },
  upload_elsewhere: {
    status: 409,
    fr: 'Cet envoi doit reprendre à l’octet {received}',
    en: 'This upload must continue at byte {received}',
    explain: 'So much of it is there already; send the rest.',
  },

  // What is not there
  machine_not_found: {
    status: 404,
    fr: 'Machine introuvable',
    en: 'Machine not found',
    explain:
      'Wrong slug, or a deleted machine. `synapse machine list`, or the page Machines, shows those that there are.',
  },
  alias_not_found: {
    status: 404,
    fr: 'Alias introuvable : {code} (synapse_list_aliases les donne tous ; un code a trois lettres)',
    en: 'Alias not found: {code} (synapse_list_aliases lists them all; a code has three letters)',
    explain: 'No alias of that code. `synapse alias list`, or the tool synapse_list_aliases, lists them.',
  },
  execution_not_found: {
    status: 404,
    fr: 'Exécution introuvable ou sortie expirée',
    en: 'Execution not found, or its output has expired',
    explain:
      'No such execution of this user, or its kept output has expired. `synapse logs` and `synapse jobs` list them with their ids.',
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
    explain:
      'No secret of that name. `synapse secret list` names those that there are; `synapse secret set NAME` stores one.',
  },
  project_not_found: {
    status: 404,
    fr: 'Projet introuvable',
    en: 'Project not found',
    explain: 'No such project of this user. `synapse project list` names them.',
  },
  item_not_found: {
    status: 404,
    fr: 'Élément de projet introuvable',
    en: 'Project item not found',
    explain: 'No facet, roadmap item, note, idea, pack or service of that id in this project.',
  },
  invitation_invalid: {
    status: 404,
    fr: 'Invitation inconnue, expirée ou déjà utilisée',
    en: 'Unknown, expired or used invitation',
    explain: 'An invitation to a crew is good once, for seven days. Ask an owner of the crew for another one.',
  },
  not_found: {
    status: 404,
    fr: 'Introuvable',
    en: 'Not found',
    explain:
      'No such page or resource. Lists name what there is: `synapse approvals`, `synapse jobs`, `synapse logs`, `synapse grant`.',
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
    explain: 'The slug is taken. `synapse machine set` changes the machine that has it; another name makes a new one.',
  },
  alias_exists: {
    status: 409,
    fr: 'Un alias porte déjà le code {code} : choisissez un autre code',
    en: 'An alias already has the code {code}: choose another one',
    explain: 'The code is taken. `synapse alias list` shows what it stands for; `synapse alias rename` frees it.',
  },
  email_taken: {
    status: 409,
    fr: 'Un compte porte déjà cette adresse e-mail',
    en: 'An account already has this e-mail address',
    explain: 'An e-mail address belongs to one account.',
  },
  totp_on: {
    status: 409,
    fr: 'Une application d’authentification est déjà en place : retirez-la d’abord',
    en: 'An authenticator app is set up already: remove it first',
    explain: 'An account has one authenticator app.',
  },
  totp_off: {
    status: 409,
    fr: 'Aucune application d’authentification n’est en place',
    en: 'No authenticator app is set up',
    explain: 'There is nothing to confirm, renew or remove. Begin with `POST /auth/totp`.',
  },
  passkey_taken: {
    status: 409,
    fr: 'Cette clé d’accès est déjà enregistrée',
    en: 'This passkey is registered already',
    explain: 'A passkey belongs to one account.',
  },
  passkeys_exceeded: {
    status: 409,
    fr: '{max} clés d’accès au plus : retirez-en une',
    en: '{max} passkeys at most: remove one',
    explain: 'As many passkeys as an account may have.',
  },
  passkeys_unavailable: {
    status: 409,
    fr: 'Les clés d’accès demandent une adresse https avec un nom (SYNAPSE_PUBLIC_URL), ou localhost',
    en: 'Passkeys need an https address with a name (SYNAPSE_PUBLIC_URL), or localhost',
    explain:
      'Browsers hold passkeys to the name of a site. Set `SYNAPSE_PUBLIC_URL`, or open the page as `http://localhost:…` on the same computer.',
  },
  user_exists: {
    status: 409,
    fr: 'Un compte porte déjà ce nom',
    en: 'An account already has this name',
    explain: 'The username is taken.',
  },
  user_not_removed: {
    status: 409,
    fr: 'Ce compte existe encore : supprimez-le d’abord',
    en: 'This account still exists: delete it first',
    explain: 'The commands of a person are erased from the audit log once their account is deleted.',
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
  crew_exists: {
    status: 409,
    fr: 'Un équipage porte déjà cet identifiant',
    en: 'A crew already has this slug',
    explain: 'Slugs of crews are unique on the instance. Choose another one.',
  },
  last_owner: {
    status: 409,
    fr: 'Le dernier propriétaire d’un équipage ne peut ni le quitter, ni perdre ce rôle, ni être désactivé ou supprimé',
    en: 'The last owner of a crew cannot leave it, lose the role, or be disabled or deleted',
    explain:
      'A crew always has an owner whose role does not end. Make somebody else an owner first, or delete the crew.',
  },
  member_exists: {
    status: 409,
    fr: 'Déjà membre de cet équipage',
    en: 'Already a member of this crew',
    explain: 'An invitation is for somebody who is not a member yet. It stays usable.',
  },
  machine_in_use: {
    status: 409,
    fr: 'Des commandes tournent ou attendent sur cette machine',
    en: 'Commands run or wait on this machine',
    explain: 'A machine moves to a crew when nothing runs or waits on it. Wait for the end, or cancel what runs.',
  },
  secrets_needed: {
    status: 409,
    fr: 'La machine a besoin de secrets que l’équipage n’a pas : {names}',
    en: 'The machine needs secrets that the crew does not have: {names}',
    explain:
      'Ask again with `secrets`: these names, which move to the crew with the machine. Or store secrets of these names in the crew first.',
  },
  machine_not_active: {
    status: 409,
    fr: 'Machine non active (statut : {statut})',
    en: 'Machine not active (status: {statut})',
    explain:
      'A machine in `maintenance` or `disabled` refuses commands. `synapse machine set NAME --statut active`, or Edit on its page, lets it take commands again.',
  },
  host_key_changed: {
    status: 409,
    fr: 'La clé d’hôte de {address} a changé : {pinned} est retenue, {shown} est présentée',
    en: 'The host key of {address} has changed: {pinned} is pinned, {shown} is shown now',
    explain:
      "It may be another machine, or the host was installed anew. Compare the key there: `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`. If it is the one that is shown now, `synapse machine set NAME --host-key 'SHA256:…'`, or the host key on the page of the machine, accepts it.",
  },
  machine_unreachable: {
    status: 502,
    fr: 'Machine injoignable : {reason}',
    en: 'Machine unreachable: {reason}',
    explain:
      'The connection to the machine failed before the command started. `synapse machine show` tells where it leads, `synapse machine test` tries it again, `synapse machine set` corrects host, port, user or key.',
  },
  job_not_started: {
    status: 502,
    fr: 'La tâche n’a pas pu être lancée : {reason}',
    en: 'The job could not be started: {reason}',
    explain:
      'The machine answered, but has no place to keep a job, or lacks a program of every POSIX system (`mkfifo`, `dd`, `tail`). Nothing was run.',
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
    explain:
      'The machine’s agent is not connected. Start it there: `synapse agent status` on that machine says why it is not.',
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
    explain: 'Approval was requested for this command, and it was not decided within `SYNAPSE_APPROVAL_MINUTES`.',
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
      'A person has frozen what this command belongs to: everything of the account, a machine, an AI token, or the whole instance. Nothing of it runs until a person lifts the freeze (`synapse unfreeze`, or *Unfreeze* on the page); what ran was killed.',
  },

  // What the policy says
  policy_denied: {
    status: 403,
    fr: 'Commande refusée par la politique : {reason}',
    en: 'Command refused by the policy: {reason}',
    explain:
      'A rule or a preset of the user’s policy, or of the instance’s, denies it. The message names the rule or preset, the part of the command and why; `synapse explain`, or the tool synapse_explain, tells all of it without running anything. A person changes the policy: `synapse policy edit`, or Settings, Policy.',
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
  machine_unconfirmed: {
    status: 403,
    fr: 'Machine {machine} à confirmer : un assistant l’a créée ou modifiée, et {what} ne lui est pas envoyé avant qu’une personne la confirme, sur sa page ou par « synapse machine confirm {machine} »',
    en: 'Machine {machine} is not confirmed: an assistant made or changed it, and {what} is not sent to it before a person confirms it, on its page or with “synapse machine confirm {machine}”',
    explain:
      'A secret whose value a person set is sent only to machines whose address a person gave or confirmed; the same holds for the keys of the service’s own ssh agent. Nothing was opened or sent. Secrets that an assistant stored itself may go to such a machine.',
  },
  look_unavailable: {
    status: 501,
    fr: 'Lecture protégée impossible sur {machine} : {reason}',
    en: 'Protected reading is not possible on {machine}: {reason}',
    explain:
      'Looking, and the preset `look`, run commands in a sandbox alone. Where none works, nothing runs. Most often `bubblewrap` or `perl` is missing on the machine, or `perl` in a container; the reason says what was tried, and `synapse doctor` says more.',
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
    fr: 'Plus de place pour la base de données : rien n’a été enregistré ni démarré ; libérez de la place sur son disque',
    en: 'The database has no room left: nothing was recorded or started; make room on its disk',
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
  411: { fr: 'Longueur requise', en: 'Length Required' },
  413: { fr: 'Contenu trop volumineux', en: 'Content Too Large' },
  415: { fr: 'Type de contenu non pris en charge', en: 'Unsupported Media Type' },
  416: { fr: 'Passage introuvable', en: 'Range Not Satisfiable' },
  422: { fr: 'Contenu non traitable', en: 'Unprocessable Content' },
  423: { fr: 'Verrouillé', en: 'Locked' },
  429: { fr: 'Trop de requêtes', en: 'Too Many Requests' },
  500: { fr: 'Erreur interne du serveur', en: 'Internal Server Error' },
  501: { fr: 'Non disponible', en: 'Not Implemented' },
  502: { fr: 'Mauvaise passerelle', en: 'Bad Gateway' },
  503: { fr: 'Service indisponible', en: 'Service Unavailable' },
  507: { fr: 'Espace insuffisant', en: 'Insufficient Storage' },
};
