/** Words beside the error catalogue, in both languages: what fills `{reason}`, and what is wrong with a field. */
import { FILE_REASONS } from './file-reasons.ts';
import { JOB_REASONS } from './job-reasons.ts';
import { fillIn, type Wording, type Words } from './language.ts';
import { LOOK_REASONS } from './look-reasons.ts';
import { MACHINE_REASONS } from './machine-reasons.ts';
import { POLICY_REASONS } from './policy-reasons.ts';

const reasons = {
  ...POLICY_REASONS,
  ...MACHINE_REASONS,
  ...FILE_REASONS,
  ...LOOK_REASONS,
  ...JOB_REASONS,

  // Why a container or its engine does not answer
  container_missing: { fr: 'aucun conteneur de ce nom', en: 'there is no container of that name' },
  container_stopped: { fr: 'il est arrêté', en: 'it is stopped' },
  container_paused: { fr: 'il est en pause', en: 'it is paused' },
  container_no_shell: { fr: 'il n’a pas de shell (/bin/sh)', en: 'it has no shell (/bin/sh)' },
  container_gone: { fr: 'le conteneur s’est arrêté ou a redémarré', en: 'the container stopped or was restarted' },
  engine_unreachable: {
    fr: 'le moteur de conteneurs ne répond pas ({detail})',
    en: 'the container engine does not answer ({detail})',
  },
  engine_refused: {
    fr: 'le moteur de conteneurs refuse la demande ({detail})',
    en: 'the container engine refuses the request ({detail})',
  },
  words_needed: { fr: 'écrire au moins un mot', en: 'write at least a word' },
  keeper_can_test: {
    fr: 'un gardien de l’équipage peut la tester pour savoir pourquoi',
    en: 'a keeper of the crew can test it to find out why',
  },
  no_answer_in_time: { fr: 'aucune réponse à temps', en: 'no answer in time' },
  no_answer: { fr: 'aucune réponse au bout de {detail} s', en: 'no answer within {detail} s' },
  engine_gone: {
    fr: 'le moteur de conteneurs a coupé la connexion',
    en: 'the container engine closed the connection',
  },

  // Why an agent did not run a command, or lost it
  agent_paused: { fr: 'son propriétaire l’a mis en pause', en: 'its owner has paused it' },
  agent_busy: { fr: 'trop de commandes à la fois', en: 'too many commands at once' },
  agent_directory: {
    fr: 'ce répertoire est hors de ceux que son propriétaire permet',
    en: 'this directory is not among those its owner allows',
  },
  agent_container_only: {
    fr: 'son propriétaire ne permet que les conteneurs',
    en: 'its owner allows commands in containers only',
  },
  agent_container: { fr: 'son propriétaire ne permet pas ce conteneur', en: 'its owner does not allow this container' },
  agent_read_only: {
    fr: 'son propriétaire ne permet que des commandes de lecture simples',
    en: 'its owner allows simple read-only commands only',
  },
  agent_restarted: { fr: 'l’agent a redémarré', en: 'the agent was restarted' },
  agent_stopped: { fr: 'l’agent a été arrêté', en: 'the agent was stopped' },
  agent_away: { fr: 'l’agent n’est pas revenu à temps', en: 'the agent did not come back in time' },
  agent_silent: {
    fr: 'l’agent n’a pas confirmé l’arrêt de la commande',
    en: 'the agent did not confirm that the command was stopped',
  },
  machine_removed: { fr: 'la machine a été retirée', en: 'the machine was removed' },

  // What became of a request for approval
  approval_no_comment: { fr: 'sans commentaire, par {by}', en: 'without a comment, by {by}' },
  approval_comment: { fr: '{comment} ({by})', en: '{comment} ({by})' },
  approval_place: { fr: 'un lien mène à {place}', en: 'a link leads to {place}' },
  approval_file: { fr: '{size} octets, SHA-256 {sha256}', en: '{size} bytes, SHA-256 {sha256}' },
  approval_machines: { fr: 'sur {names}', en: 'on {names}' },
  approval_more_chars: { fr: 'encore {count} caractères', en: '{count} more characters' },
  approval_order_changed: {
    fr: 'la commande, un secret ou la machine a changé',
    en: 'the command, a secret or the machine has changed',
  },
  approval_asks_more: {
    fr: 'la politique demande désormais l’accord d’autres personnes',
    en: 'the policy now asks for the approval of other people',
  },
  approval_question: {
    fr: 'Autoriser sur {machine} ?\n{command}\n{reason}',
    en: 'Allow on {machine}?\n{command}\n{reason}',
  },
  pending_approvals: { fr: 'demandes en attente', en: 'waiting requests' },
  grants: { fr: 'autorisations', en: 'grants' },

  // Why a notification did not arrive
  notify_private: { fr: 'adresse privée ({host})', en: 'private address ({host})' },
  notify_status: { fr: 'réponse {status}', en: 'answer {status}' },
  notify_redirect: { fr: 'redirection refusée ({status})', en: 'redirection refused ({status})' },

  // What a freeze covers
  freeze_instance: { fr: 'toute l’instance, par {by}', en: 'the whole instance, by {by}' },
  freeze_account: { fr: 'tout le compte, par {by}', en: 'the whole account, by {by}' },
  freeze_crew: { fr: 'tout l’équipage, par {by}', en: 'the whole crew, by {by}' },
  freeze_machine: { fr: 'la machine {machine}, par {by}', en: 'the machine {machine}, by {by}' },
  freeze_token: { fr: 'ce jeton IA, par {by}', en: 'this AI token, by {by}' },
  freeze_because: { fr: '{what} ({why})', en: '{what} ({why})' },

  // What a value of a secret is warned about
  secret_too_short: {
    fr: 'valeur courte : elle n’est retirée des sorties que là où elle figure seule, ou pas du tout',
    en: 'short value: it is removed from outputs only where it stands alone, or not at all',
  },
  secret_common: {
    fr: 'valeur courante : retirée des sorties partout où elle figure, elle peut les rendre difficiles à lire',
    en: 'common value: removed from outputs wherever it appears, it may make them hard to read',
  },

  // Why a secret cannot be handed over in some place of a command
  placeholder_arithmetic: {
    fr: 'le shell évaluerait sa valeur comme un calcul ; passez par une variable vérifiée',
    en: 'the shell would evaluate its value as arithmetic; put it into a variable and check that first',
  },
  placeholder_delimiter: {
    fr: 'il fait partie du délimiteur d’un here-document',
    en: 'it is part of a here-document’s delimiter',
  },
  placeholder_expansion: {
    fr: 'cette forme de ${…} n’est pas lue de la même façon par tous les shells',
    en: 'not every shell reads this form of ${…} the same way',
  },
  placeholder_ambiguous: {
    fr: 'ce qui l’entoure n’est pas lu de la même façon par tous les shells ; simplifiez la commande',
    en: 'not every shell reads what surrounds it the same way; simplify the command',
  },
  placeholder_code: {
    fr: 'le shell exécuterait sa valeur comme du code ; donnez-la à côté du code, par exemple sh -c \'… "$1"\' sh {{NOM}}, ou V={{NOM}} sh -c \'… "$V"\'',
    en: 'the shell would run its value as code; hand it over beside the code, for example sh -c \'… "$1"\' sh {{NAME}}, or V={{NAME}} sh -c \'… "$V"\'',
  },
  placeholder_remote: {
    fr: "le shell de l’autre machine exécuterait sa valeur comme du code ; donnez-la sur l’entrée, par exemple printf '%s\\n' {{NOM}} | ssh hôte 'read -r V; … \"$V\"', ou ssh hôte 'cat > fichier' <<EOF",
    en: "the shell on the other machine would run its value as code; hand it over on the input, for example printf '%s\\n' {{NAME}} | ssh host 'read -r V; … \"$V\"', or ssh host 'cat > file' <<EOF",
  },
  placeholder_syntax: {
    fr: 'ce qui le précède n’est pas une commande que le shell accepterait',
    en: 'what stands before it is not a command that the shell would accept',
  },
  placeholder_look: {
    fr: 'une commande de lecture ne reçoit aucun secret',
    en: 'a command that only looks is given no secret',
  },
  placeholder_hidden: {
    fr: 'il tient lieu de ce qui a été masqué dans une sortie, et ne désigne aucune valeur',
    en: 'it stands for what was hidden in an output, and names no value',
  },
  placeholder_long: {
    fr: 'la commande compte trop de commandes et de mots pour qu’une valeur y soit placée ; mettez-la dans un fichier, ou coupez-la en plusieurs',
    en: 'the command has too many commands and words to put a value into it; put it into a file, or cut it into several',
  },

  // Why a code cannot be given to an alias
  alias_program: {
    fr: 'c’est le nom d’un programme courant ; choisissez un autre code',
    en: 'it is the name of a well-known program; choose another code',
  },
  alias_starter: {
    fr: 'raccourci de départ ; choisissez un autre code, ou installez-le avec synapse_seed_default_aliases',
    en: 'a starter shortcut; choose another code, or install it with synapse_seed_default_aliases',
  },

  // What a command must do without, and what to do instead
  prefix_rtk: {
    fr: 'sans « rtk » : la sortie est déjà compactée',
    en: 'without “rtk”: the output is compacted already',
  },
  prefix_docker_exec: {
    fr: 'sans « docker exec » : passez container',
    en: 'without “docker exec”: pass container instead',
  },

  // What there is too much of
  projects: { fr: 'projets', en: 'projects' },
  machines: { fr: 'machines', en: 'machines' },
  connections: { fr: 'connexions', en: 'connections' },
  aliases: { fr: 'alias', en: 'aliases' },
  filters: { fr: 'filtres', en: 'filters' },
  project_items: { fr: 'éléments ({kind})', en: 'items ({kind})' },
  journal_tokens: { fr: 'jetons de journal', en: 'journal tokens' },

  // Which credential was given, and which is wanted
  kind_ai_token: { fr: 'jeton IA (dk_ai_…)', en: 'an AI token (dk_ai_…)' },
  kind_journal_token: { fr: 'jeton de journal (dk_journal_…)', en: 'a journal token (dk_journal_…)' },
  kind_access_token: { fr: 'jeton d’accès de POST /auth/login', en: 'the access token of POST /auth/login' },

  // What is wrong with a request's body
  json_empty: { fr: 'JSON vide', en: 'empty JSON' },
  json_too_deep: { fr: 'JSON imbriqué sur plus de {max} niveaux', en: 'JSON nested more than {max} levels deep' },
  json_too_many: { fr: 'JSON de plus de {max} valeurs', en: 'JSON of more than {max} values' },
  field_repeated: { fr: 'champ répété', en: 'a field is repeated' },

  // What an assistant reads of a project
  about_person: { fr: 'À propos de la personne : {about}', en: 'About the person: {about}' },
  cut_here: { fr: '… [coupé]', en: '… [cut]' },

  // What is wrong with a field
  no_nul: { fr: 'sans caractère NUL', en: 'must not contain NUL' },
  unknown_argument: { fr: 'argument inconnu', en: 'unknown argument' },
  unicode: { fr: 'texte Unicode valide', en: 'must be valid Unicode text' },
  max_bytes: { fr: '{max} octets au plus', en: 'at most {max} bytes' },
  is_missing: { fr: 'manque', en: 'is missing' },
  one_of: { fr: 'au choix : {values}', en: 'must be one of: {values}' },
  min_characters: { fr: '{min} caractères au moins', en: 'at least {min} characters' },
  form_slug: {
    fr: 'minuscules, chiffres et traits d’union, pas d’espace ; commence par une lettre ou un chiffre ; 63 caractères au plus',
    en: 'lower-case letters, digits and hyphens, no spaces; a letter or a digit first; at most 63 characters',
  },
  form_address: {
    fr: 'minuscules, chiffres et traits d’union, pas d’espace ; commence par une lettre ou un chiffre ; 63 caractères au plus ; d’un équipage : équipage/machine',
    en: 'lower-case letters, digits and hyphens, no spaces; a letter or a digit first; at most 63 characters; of a crew: crew/machine',
  },
  form_crew: {
    fr: 'minuscules, chiffres et traits d’union, pas d’espace ; de 2 à 32 caractères',
    en: 'lower-case letters, digits and hyphens, no spaces; 2 to 32 characters',
  },
  form_tag: {
    fr: 'lettres, chiffres, _ . et -, pas d’espace ; commence par une lettre ou un chiffre ; 63 caractères au plus',
    en: 'letters, digits, _ . and -, no spaces; a letter or a digit first; at most 63 characters',
  },
  form_container: {
    fr: 'lettres, chiffres, _ . et -, pas d’espace ; commence par une lettre ou un chiffre ; 128 caractères au plus',
    en: 'letters, digits, _ . and -, no spaces; a letter or a digit first; at most 128 characters',
  },
  form_secret: {
    fr: 'lettres, chiffres et _, pas d’espace ; pas de chiffre au début ; 64 caractères au plus',
    en: 'letters, digits and _, no spaces; no digit first; at most 64 characters',
  },
  form_host: {
    fr: 'un nom d’hôte ou une adresse IP, sans espace, sans utilisateur ni protocole',
    en: 'a host name or an IP address, without spaces, user or protocol',
  },
  form_login: {
    fr: 'un nom d’utilisateur : lettres, chiffres, _ . @ et -, pas d’espace ; 64 caractères au plus',
    en: 'a login name: letters, digits, _ . @ and -, no spaces; at most 64 characters',
  },
  form_username: {
    fr: 'lettres, chiffres, . _ @ et -, pas d’espace ; commence par une lettre ou un chiffre',
    en: 'letters, digits, . _ @ and -, no spaces; a letter or a digit first',
  },
  form_socket: { fr: 'un chemin absolu', en: 'must be an absolute path' },
  form_alias: { fr: 'trois lettres', en: 'three letters' },
  form_session: {
    fr: 'lettres, chiffres, . _ et -, pas d’espace ; 64 caractères au plus',
    en: 'letters, digits, . _ and -, no spaces; at most 64 characters',
  },
  form_filter: {
    fr: 'minuscules, chiffres, _ et -, pas d’espace ; commence par une lettre ou un chiffre ; 64 caractères au plus',
    en: 'lower-case letters, digits, _ and -, no spaces; a letter or a digit first; at most 64 characters',
  },
  form_mode: { fr: 'des droits en octal, comme 640', en: 'permissions in octal, such as 640' },
  max_characters: { fr: '{max} caractères au plus', en: 'at most {max} characters' },
  container_none: {
    fr: 'aucun conteneur n’est autorisé sur cette machine ; une personne les autorise sur la page Machines',
    en: 'no container is allowed on this machine; a person allows them on the page Machines',
  },
  name_meant: { fr: '« {given} » ; il y a : {others}', en: '“{given}”; there are: {others}' },
  name_meant_more: {
    fr: '« {given} » ; il y a : {others} et {more} de plus',
    en: '“{given}”; there are: {others} and {more} more',
  },
  quota_of_plan: {
    fr: '{limit} appels par jour avec le plan « {plan} » (SYNAPSE_LIMITS) ; le compte repart à 00:00 UTC',
    en: '{limit} calls a day on the plan “{plan}” (SYNAPSE_LIMITS); the count starts anew at 00:00 UTC',
  },
  machine_and_path: {
    fr: 'une machine, deux-points et un chemin absolu : web1:/srv/site',
    en: 'must be a machine, a colon and an absolute path: web1:/srv/site',
  },
  too_many_files: { fr: 'plus de {max} fichiers', en: 'more than {max} files' },
  one_line: { fr: 'une seule ligne, sans caractère de contrôle', en: 'must be one line without control characters' },
  visible_characters: {
    fr: 'une seule ligne, sans caractère invisible',
    en: 'must be one line without invisible characters',
  },
  empty: { fr: 'vide', en: 'must not be empty' },
  web_address: { fr: 'adresse http ou https', en: 'must be an http or https address' },
  empty_command: { fr: 'commande vide', en: 'must not be an empty command' },
  key_form: { fr: '1 à 200 caractères ASCII visibles', en: '1 to 200 visible ASCII characters' },
  key_differs: { fr: 'autre que l’en-tête Idempotency-Key', en: 'differs from the header Idempotency-Key' },
  command_or_alias: { fr: 'soit command, soit alias', en: 'give either command or alias' },
  markdown_or_view: { fr: 'soit markdown, soit view', en: 'give either markdown or view' },
  crew_slug_reserved: { fr: 'identifiant réservé', en: 'is reserved' },
  crew_confirm: { fr: 'doit répéter l’identifiant de l’équipage', en: 'must repeat the slug of the crew' },
  in_the_past: { fr: 'doit être dans le futur', en: 'must be in the future' },
  crews: { fr: 'équipages', en: 'crews' },
  crew_members: { fr: 'membres', en: 'members' },
  crew_requests: { fr: 'demandes en attente', en: 'pending requests' },
  role_had: { fr: 'ce rôle est déjà acquis', en: 'is held already' },
  member_of_group: {
    fr: 'ce rôle vient d’un groupe de l’authentification unique : il s’y change',
    en: 'this role comes from a group of single sign-on: change it there',
  },
  secret_in_crew: {
    fr: 'l’équipage a déjà un secret de ce nom : {name}',
    en: 'the crew already has a secret of this name: {name}',
  },
  secret_not_needed: {
    fr: 'la machine n’utilise pas ce secret : {name}',
    en: 'the machine does not use this secret: {name}',
  },
  machine_elsewhere: {
    fr: 'une machine du même équipage ; sans équipage, une des vôtres',
    en: 'must be a machine of the same crew; without a crew, one of your own',
  },
  same_workspace: { fr: 'la machine y est déjà', en: 'the machine is there already' },
  token_of_several: {
    fr: 'plusieurs membres ont un jeton de ce nom : donnez son id',
    en: 'several members have a token of this name: give its id',
  },
  crew_invitations: { fr: 'invitations', en: 'invitations' },
  date_time: { fr: 'date et heure ISO 8601 attendues', en: 'must be an ISO 8601 date and time' },
  date_time_with_zone: {
    fr: 'date et heure ISO 8601 attendues, par exemple 2026-01-31T09:05:00+01:00',
    en: 'must be an ISO 8601 date and time, for example 2026-01-31T09:05:00+01:00',
  },
  time_zone: {
    fr: 'fuseau horaire IANA, par exemple Europe/Paris',
    en: 'must be an IANA time zone, for example Europe/Paris',
  },
  unknown_cursor: { fr: 'inconnu : reprenez next_cursor tel quel', en: 'unknown: pass next_cursor on as it was given' },
  unknown_items: { fr: 'inconnus dans ce projet : {ids}', en: 'not in this project: {ids}' },
  secret_name: {
    fr: 'lettres, chiffres et _ ; 64 caractères au plus',
    en: 'letters, digits and _; at most 64 characters',
  },
  secret_size: { fr: 'de 1 octet à 64 Kio de texte', en: 'must be text of 1 byte to 64 KiB' },
  secret_nul: { fr: 'texte sans caractère NUL', en: 'must be text without NUL' },
  filters_too_long: {
    fr: 'tous les filtres ensemble : {max} caractères au plus',
    en: 'all filters together: at most {max} characters',
  },
  case_differs: { fr: 'résultat différent', en: 'the result differs' },
  bad_pattern: { fr: 'motif refusé ({detail})', en: 'pattern not accepted ({detail})' },
  alias_wants_arguments: {
    fr: 'l’alias {code} attend des arguments : @{code} …',
    en: 'the alias {code} expects arguments: @{code} …',
  },
  alias_differs: {
    fr: 'l’alias {code} ne dit pas la même chose dans tous ces espaces ; nommez les machines d’un seul',
    en: 'the alias {code} does not say the same in all of these workspaces; name the machines of one',
  },
  max_expanded: {
    fr: '{max} caractères au plus une fois l’alias remplacé',
    en: 'at most {max} characters once the alias is expanded',
  },
  only_less: { fr: 'une connexion ne peut qu’être restreinte', en: 'a connection can only be narrowed' },
  nothing_to_run: { fr: 'rien à exécuter', en: 'there is nothing to run' },
  only_approve: { fr: 'sans objet pour un refus', en: 'does not apply to a denial' },
  break_glass_own: {
    fr: 'seulement pour une demande que l’on a faite soi-même dans un équipage',
    en: 'only for a question of one’s own in a crew',
  },
  break_glass_comment: { fr: 'dites pourquoi', en: 'say why' },
  break_glass_once: { fr: 'once seulement', en: 'only once' },
  break_glass_by: { fr: 'Bris de glace par {actor}', en: 'Break-glass by {actor}' },
  role_asked_for: {
    fr: '{username} demande le rôle {role} dans {crew} pour {hours} h',
    en: '{username} asks for the role {role} in {crew} for {hours} h',
  },
  max_64_kib: { fr: '64 Kio au plus', en: 'at most 64 KiB' },
} as const satisfies Record<string, Wording>;

export type ReasonKey = keyof typeof reasons;

/** The words of a reason, in both languages, with its details filled in. */
export function because(key: ReasonKey, details: Readonly<Record<string, Words | number>> = {}): Wording {
  const { fr, en } = reasons[key];
  return { fr: fillIn(fr, details, 'fr'), en: fillIn(en, details, 'en') };
}

/** Words for a schema's rule: what is wrong when the rule is broken. `parseOrRefuse` reads them. */
export function elseSay(key: ReasonKey, details?: Readonly<Record<string, Words | number>>) {
  return { params: { wording: because(key, details) } };
}
