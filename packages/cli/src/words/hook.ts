/** Words of the Git hook, as the command line prints them. */
import type { Wordings } from '@synapse/contract/language';

export const hook = {
  hook_installed: { fr: 'Installé dans {dir}', en: 'Installed in {dir}' },
  hook_removed: { fr: 'Retiré de {dir}', en: 'Removed from {dir}' },
  hook_head: {
    fr: 'CLONE INSTALLÉ EN_ATTENTE REFUSÉS DERNIER_ENVOI COMMIT RÉGLAGES',
    en: 'CLONE INSTALLED WAITING REFUSED LAST_SENT COMMIT SETTINGS',
  },
  hook_is_lost: { fr: 'PERDU', en: 'LOST' },
  hook_lost: {
    fr: '{clone} : {reason}. Pour remettre le hook : synapse hook install',
    en: '{clone}: {reason}. Put the hook back: synapse hook install',
  },
  hook_stopped: {
    fr: '{clone} : rien n’est envoyé ; {reason}. Pour y remédier : synapse hook install --project …',
    en: '{clone}: nothing is sent, because {reason}. Mend it: synapse hook install --project …',
  },
  hook_stopped_password: {
    fr: 'le service a refusé le mot de passe de {username}',
    en: 'the service refused the password of {username}',
  },
  hook_stopped_token: {
    fr: 'le service a refusé le jeton de ce hook',
    en: 'the service refused the token of this hook',
  },
  hook_tokens_head: {
    fr: 'ID JETON ÉTAT LIBELLÉ CRÉÉ DERNIER_USAGE',
    en: 'ID TOKEN STATUS LABEL CREATED LAST_USED',
  },
  ask_revoke_journal: {
    fr: 'Révoquer le jeton de journal {id} ? Son hook cessera d’écrire.',
    en: 'Revoke the journal token {id}? Its hook stops writing.',
  },
  which_project: {
    fr: 'quel projet ? --project <nom ou numéro>',
    en: 'which project? --project <name or number>',
  },
  which_project_hint: {
    fr: '`{synapse} project list` les énumère, `{synapse} project add <nom>` en crée un.',
    en: '`{synapse} project list` lists them, `{synapse} project add <name>` makes one.',
  },
  ask_which_project: {
    fr: 'Dans le journal de quel projet vont les commits de ce clone ?',
    en: 'Into which project’s journal do the commits of this clone go?',
  },
  new_project: { fr: 'un nouveau projet', en: 'a new project' },
  ask_project_name: { fr: 'Son nom', en: 'Its name' },
  journal_head: { fr: 'QUAND SOURCE ENTRÉE', en: 'WHEN SOURCE ENTRY' },
  journal_empty: { fr: 'Rien dans ce journal.', en: 'Nothing in this journal yet.' },
  projects_head: { fr: 'NUMÉRO NOM CRÉÉ', en: 'NUMBER NAME CREATED' },
  project_added: { fr: 'Projet {name} créé, numéro {id}.', en: 'Project {name} is made, number {id}.' },
  no_project: {
    fr: '{url} n’a pas de projet {project} pour ce compte',
    en: '{url} has no project {project} of this account',
  },
  other_projects: { fr: 'Il y a : {list}', en: 'There are: {list}' },
  no_projects_hint: {
    fr: 'Il n’y en a aucun : synapse project add <nom>',
    en: 'There are none: synapse project add <name>',
  },
  hook_without_project: { fr: 'il ne connaît aucun projet', en: 'it knows no project' },
  hook_no_answer: {
    fr: '{url} ne répond pas : rien n’a été installé',
    en: '{url} does not answer: nothing was installed',
  },
  hook_password_refused: {
    fr: '{url} refuse le mot de passe de {username}',
    en: '{url} refuses the password of {username}',
  },
  hook_elsewhere: {
    fr: 'Git cherche désormais ses hooks dans {dir}',
    en: 'Git looks for hooks in {dir} now',
  },
  hook_gone: { fr: '{file} a été retiré ou remplacé', en: '{file} was removed or replaced' },
  hook_replaced: { fr: '{program} a remplacé {file}', en: '{program} has replaced {file}' },
  hook_ai_token: {
    fr: 'SYNAPSE_TOKEN contient un jeton IA (dk_ai_…), qui ne peut pas écrire dans le journal : il faut au hook un jeton de journal (dk_journal_…), que `synapse hook install` lui procure',
    en: 'SYNAPSE_TOKEN holds an AI token (dk_ai_…), which cannot write journal entries: the hook wants a journal token (dk_journal_…), which `synapse hook install` gets it',
  },
  hook_not_installed: { fr: 'le hook n’est pas installé dans {path}', en: 'the hook is not installed in {path}' },
  hook_unwritable: {
    fr: 'impossible d’écrire les hooks dans {dir} : {reason}',
    en: 'cannot write hooks into {dir}: {reason}',
  },
  hook_password_needed: {
    fr: 'le mot de passe de {username} est nécessaire une fois : nommez un fichier qui le contient',
    en: 'the password of {username} is needed once: name a file that has it',
  },
  hook_name_clone: {
    fr: 'nommez un clone, ou un dossier de hooks partagé',
    en: 'name a clone, or a directory of shared hooks',
  },
  hook_serves_all: {
    fr: '{clone} prend ses hooks dans {path}, qui sert à tous les dépôts : demandez-le (--global), ou donnez à ces clones un dossier partagé à eux',
    en: '{clone} takes its hooks from {path}, which serves every repository: ask for it (global), or give these clones a shared directory of their own',
  },
  hook_global_path: {
    fr: 'le chemin global des hooks est déjà {path}',
    en: 'the global hooks path is {path} already',
  },
  hook_own_path: { fr: '{clone} a déjà un chemin de hooks : {path}', en: '{clone} has a hooks path already: {path}' },
  hook_no_address: { fr: 'ce n’est pas une adresse web : {url}', en: 'not a web address: {url}' },
  hook_one_line: {
    fr: 'l’adresse et le nom d’utilisateur doivent tenir sur une ligne',
    en: 'address and username must be on one line',
  },
  hook_no_password_file: {
    fr: 'ce fichier de mot de passe n’existe pas : {file}',
    en: 'no such password file: {file}',
  },
  hook_password_open: {
    fr: 'd’autres peuvent lire {file} : faites d’abord chmod 600',
    en: 'others can read {file}: chmod 600 it first',
  },
  hook_password_inside: {
    fr: '{file} est dans le dépôt {worktree} : gardez-le ailleurs',
    en: '{file} lies inside the repository {worktree}: keep it elsewhere',
  },
  not_a_clone: {
    fr: '{path} n’est pas une copie de travail Git : `git init` en fait une, --clone en désigne une autre',
    en: '{path} is not a Git working copy: `git init` makes it one, --clone names another',
  },
  hook_script_broken: {
    fr: 'synapse-hook.sh n’a pas de ligne pour sa configuration',
    en: 'synapse-hook.sh has no line for its configuration',
  },
} as const satisfies Wordings;
