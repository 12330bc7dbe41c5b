/** Words of machines, secrets, running a command, and what ran. */
import type { Wordings } from '@synapse/contract/language';

export const machines = {
  machine_registered: { fr: '{slug} ({kind}) : enregistrée.', en: '{slug} ({kind}) is registered.' },
  enrollment: { fr: 'Inscription, affichée une seule fois : {what}', en: 'Enrollment, shown once: {what}' },
  machines_head: {
    fr: 'SLUG TYPE STATUT CONFIRMÉE CONNECTÉE CONTENEURS ÉTIQUETTES LIBELLÉ',
    en: 'SLUG KIND STATUS CONFIRMED CONNECTED CONTAINERS TAGS LABEL',
  },
  machine_tagged: { fr: '{slug} : {tags}', en: '{slug}: {tags}' },
  machine_answers: { fr: '{slug} répond.', en: '{slug} answers.' },
  machine_unreachable: { fr: 'injoignable', en: 'unreachable' },
  ask_forget_machine: { fr: 'Oublier la machine {slug} ?', en: 'Forget the machine {slug}?' },
  machine_changed: { fr: '{slug} : modifiée.', en: '{slug} is changed.' },
  machine_nothing: { fr: 'dites ce qui doit changer', en: 'say what is to change' },
  machine_nothing_hint: {
    fr: 'Par exemple --host, --key-secret ou --label : synapse machine set --help',
    en: 'For instance --host, --key-secret or --label: synapse machine set --help',
  },
  machine_trying: { fr: 'Essai de {slug}…', en: 'Trying {slug}…' },
  machine_not_yet: {
    fr: 'Mais {slug} ne convient pas encore : {reason}',
    en: 'But {slug} does not work yet: {reason}',
  },
  machine_then: {
    fr: '`synapse machine set {slug} …` la corrige, `synapse machine test {slug}` la réessaie.',
    en: '`synapse machine set {slug} …` corrects it, `synapse machine test {slug}` tries it again.',
  },
  machine_not_stored: {
    fr: 'Rien n’est enregistré. Corrigez la ligne et recommencez ; sans --test, la machine est enregistrée quand même.',
    en: 'Nothing is stored. Correct the line and try again; without --test the machine is stored all the same.',
  },
  machine_away: { fr: '{slug} : {reason}', en: '{slug}: {reason}' },
  machine_no_connection: {
    fr: '{slug} n’a pas d’adresse : seules les machines ssh et docker en ont une',
    en: '{slug} has no address: only machines of kind ssh and docker have one',
  },
  machine_no_jump: {
    fr: 'on ne passe que par une machine ssh, et {name} n’en est pas une',
    en: 'only an ssh machine can be gone through, and {name} is none',
  },
  machine_never: { fr: 'jamais', en: 'never' },
  machine_online: { fr: 'joignable', en: 'reachable' },
  machine_offline: { fr: 'injoignable', en: 'not reachable' },
  show_label: { fr: 'Libellé :', en: 'Label:' },
  show_state: { fr: 'État :', en: 'State:' },
  show_why: { fr: 'Pourquoi :', en: 'Why:' },
  show_seen: { fr: 'Vue :', en: 'Seen:' },
  show_confirmed: { fr: 'Confirmée :', en: 'Confirmed:' },
  show_cwd: { fr: 'Dossier :', en: 'Directory:' },
  show_tags: { fr: 'Étiquettes :', en: 'Tags:' },
  containers_head: { fr: 'NOM PERMIS IMAGE ÉTAT', en: 'NAME ALLOWED IMAGE STATUS' },
  containers_none: { fr: 'aucun conteneur de ce nom ne tourne', en: 'no container of that name is running' },
  ask_confirm_machine: {
    fr: 'Confirmer que {slug} mène bien là, et peut recevoir vos secrets ?',
    en: 'Confirm that {slug} leads there, and may be sent your secrets?',
  },
  machine_confirmed: { fr: '{slug} : confirmée.', en: '{slug} is confirmed.' },
  confirm_kind: { fr: 'Type :', en: 'Kind:' },
  confirm_address: { fr: 'Adresse :', en: 'Address:' },
  confirm_host_key: { fr: 'Clé d’hôte :', en: 'Host key:' },
  confirm_no_key: { fr: 'encore inconnue', en: 'not known yet' },
  confirm_secrets: { fr: 'Secrets :', en: 'Secrets:' },
  confirm_containers: { fr: 'Conteneurs :', en: 'Containers:' },
  confirm_agent: { fr: 'agent ssh du service', en: 'ssh agent of the service' },
  machine_moved: { fr: '{slug} appartient maintenant à {crew}.', en: '{slug} now belongs to {crew}.' },
  machine_move_again: {
    fr: 'pour les déplacer avec elle : {command}',
    en: 'to move them with it: {command}',
  },
  machine_forgotten: { fr: '{slug} : oubliée.', en: '{slug} is forgotten.' },

  ask_secret: { fr: 'Valeur de {name}', en: 'Value of {name}' },
  secret_empty: { fr: 'une valeur vide ne s’enregistre pas', en: 'an empty value is not stored' },
  secret_stored: { fr: '{name} : enregistré, {bytes|octet|octets}.', en: '{name} is stored: {bytes|byte|bytes}.' },
  secret_replaced: { fr: '{name} : remplacé, {bytes|octet|octets}.', en: '{name} is replaced: {bytes|byte|bytes}.' },
  secrets_head: {
    fr: 'NOM MODIFIÉ DERNIER_USAGE MACHINES PROGRAMMES',
    en: 'NAME UPDATED LAST_USED MACHINES PROGRAMS',
  },
  env_unread: { fr: '{file} ne peut pas être lu : {reason}', en: '{file} cannot be read: {reason}' },
  env_nothing: { fr: 'aucune valeur à ranger dans ce fichier', en: 'there is no value to store in that file' },
  env_skipped: { fr: 'Lignes laissées de côté : {lines}', en: 'Lines left out: {lines}' },
  env_names: { fr: 'Nouveaux : {names}', en: 'New: {names}' },
  env_kept: { fr: 'Existent déjà, gardés : {names}', en: 'There already, kept: {names}' },
  env_replaced: { fr: 'Existent déjà, remplacés : {names}', en: 'There already, replaced: {names}' },
  ask_env: { fr: 'Ranger {count|secret|secrets} ?', en: 'Store {count|secret|secrets}?' },
  env_done: { fr: '{count|secret rangé|secrets rangés}.', en: 'Stored {count|secret|secrets}.' },
  env_weak: {
    fr: 'Trop courts ou trop courants pour être retirés de toute sortie : {names}',
    en: 'Too short or too common to be removed from every output: {names}',
  },
  secret_of_machines: {
    fr: '{name} donne accès à : {machines}. Sans lui, plus aucune connexion n’y est ouverte ; `synapse machine set` en nomme un autre.',
    en: '{name} is what these are logged in to with: {machines}. Without it no connection to them is opened any more; `synapse machine set` names another.',
  },
  secret_of_aliases: { fr: '{name} sert aux alias : {aliases}.', en: '{name} is used by the aliases {aliases}.' },
  ask_delete_secret: { fr: 'Supprimer le secret {name} ?', en: 'Delete the secret {name}?' },

  exec_time_over: { fr: 'Arrêtée au bout de {seconds} s.', en: 'Killed after {seconds} s.' },
  exec_more_time: { fr: '`-t {most}` lui laisse plus de temps.', en: '`-t {most}` gives it more time.' },
  exec_as_job: { fr: '`-d` en fait une tâche, qui a un jour.', en: '`-d` makes it a job, which has a day.' },
  exec_stdin: {
    fr: 'ce qui arrive par le tube n’atteint pas la commande : son entrée est vide',
    en: 'what is piped in does not reach the command: its stdin is empty',
  },
  exec_stdin_hint: {
    fr: '`{synapse} exec` sur une machine la lit ; avec -n, la commande n’en a pas.',
    en: '`{synapse} exec` on one machine reads it; with -n the command has none.',
  },
  exec_input_waits: {
    fr: 'Lecture de l’entrée standard jusqu’à sa fin (-n : aucune)…',
    en: 'Reading standard input to its end (-n: none)…',
  },
  exec_input_long: {
    fr: 'l’entrée standard dépasse {most} octets',
    en: 'standard input is longer than {most} bytes',
  },
  exec_input_binary: {
    fr: 'l’entrée standard n’est pas du texte UTF-8',
    en: 'standard input is not UTF-8 text',
  },
  exec_input_hint: {
    fr: 'Copiez-la dans un fichier (`{synapse} cp`), et lisez-le dans la commande.',
    en: 'Copy it to a file (`{synapse} cp`), and read that in the command.',
  },
  exec_cancelling: { fr: 'Annulation…', en: 'Cancelling…' },
  exec_not_cancelled: { fr: 'L’annulation a échoué : {reason}', en: 'It could not be cancelled: {reason}' },

  logs_head: {
    fr: 'EXÉCUTION QUAND QUI MACHINE CODE DURÉE COMMANDE',
    en: 'EXECUTION WHEN WHO MACHINE CODE TOOK COMMAND',
  },
  logs_since: {
    fr: '{given} n’est ni une date (2026-11-18T09:00Z) ni une durée (30m, 2h, 3d)',
    en: '{given} is neither a date (2026-11-18T09:00Z) nor a time span (30m, 2h, 3d)',
  },
  jobs_head: {
    fr: 'EXÉCUTION MACHINE DÉBUT QUI STATUT CODE COMMANDE',
    en: 'EXECUTION MACHINE STARTED WHO STATUS CODE COMMAND',
  },
  job_begun: {
    fr: 'Elle continue sans vous : {synapse} jobs tail {id}',
    en: 'It keeps running: {synapse} jobs tail {id}',
  },
  job_goes_on: {
    fr: 'La tâche continue. La revoir : {synapse} jobs tail {id} ; l’arrêter : {synapse} jobs cancel {id}',
    en: 'The job keeps running. To see it again: {synapse} jobs tail {id}; to stop it: {synapse} jobs cancel {id}',
  },
  job_is: { fr: '{id} : {status}', en: '{id}: {status}' },
  many_progress: {
    fr: '{done} terminées, dont {failed} en échec ; {running} en cours',
    en: '{done} done, {failed} failed; {running} running',
  },
  many_counts: {
    fr: '{total|machine|machines} : {succeeded|réussie|réussies}, {failed} en échec, {skipped} non tentées, {waiting} en attente.',
    en: '{total|machine|machines}: {succeeded} succeeded, {failed} failed, {skipped} skipped, {waiting} waiting.',
  },
  many_diff: { fr: 'différences avec {machine} :', en: 'differences from {machine}:' },
  many_cancelled: { fr: 'Annulée sur toutes les machines.', en: 'Cancelled on every machine.' },

  cp_no_machine: { fr: 'aucun des deux chemins n’est sur une machine', en: 'neither of the two paths is on a machine' },
  cp_no_machine_hint: {
    fr: 'Une machine s’écrit web-1:/srv/app, ou web-1:notes.txt dans son dossier personnel.',
    en: 'A machine is written web-1:/srv/app, or web-1:notes.txt in the home directory there.',
  },
  cp_between_container: {
    fr: '--container ne s’applique pas d’une machine à une autre',
    en: '--container does not apply from one machine to another',
  },
  no_home: {
    fr: '{machine} ne dit pas quel est son dossier personnel',
    en: '{machine} does not tell its home directory',
  },
  no_home_hint: { fr: 'Écrivez le chemin entier : /home/…', en: 'Write the whole path: /home/…' },
  cp_missing: { fr: '{path} n’existe pas sur cet ordinateur', en: '{path} does not exist on this computer' },
  cp_missing_hint: {
    fr: 'Un fichier d’une machine s’écrit machine:/chemin.',
    en: 'A file of a machine is written machine:/path.',
  },
  cp_folder: { fr: '{path} est un dossier', en: '{path} is a folder' },
  cp_folder_hint: { fr: 'Ajoutez -r.', en: 'Add -r.' },
  cp_done: { fr: '{path} : {size}', en: '{path}: {size}' },
  cp_pending: {
    fr: '{path} : en attente d’une approbation (synapse approvals) ; écrit une fois accordé',
    en: '{path}: waiting for an approval (synapse approvals); written once it is given',
  },
  cp_waiting: {
    fr: 'Trop de commandes à la fois ; nouvel essai dans {seconds} s…',
    en: 'Too many commands at once; trying again in {seconds} s…',
  },
  cp_again: { fr: 'Coupé ({reason}) ; reprise…', en: 'Cut off ({reason}); going on…' },
  cp_cut: { fr: 'coupé : {reason}', en: 'cut off: {reason}' },
  cp_short: { fr: 'il manque la fin', en: 'its end is missing' },
  cp_changed: { fr: 'le fichier a changé entre-temps', en: 'the file has changed meanwhile' },
  cp_tar: { fr: 'tar a échoué : {reason}', en: 'tar failed: {reason}' },

  logs_limit: { fr: '--limit va de 1 à {most}', en: '--limit is 1 to {most}' },
  logs_ended: { fr: 'Le service a fermé le flux.', en: 'The service has ended the stream.' },

  audit_looked: {
    fr: '{entries|entrée|entrées} de {users|utilisateur|utilisateurs}, {checkpoints|point de contrôle|points de contrôle}',
    en: '{entries|entry|entries} of {users|user|users}, {checkpoints|checkpoint|checkpoints}',
  },
  audit_erased: { fr: '{looked}, dont {erased} effacées', en: '{looked}, {erased} of them erased' },
  audit_intact: { fr: 'Intact : {looked}.', en: 'Intact: {looked}.' },
  audit_unknown: {
    fr: 'Rien d’anormal dans {looked}, mais on ne sait pas si les plus récentes sont toutes là : {reasons}.',
    en: 'Nothing wrong in {looked}, but whether the newest are all there is unknown: {reasons}.',
  },
  audit_damaged: { fr: 'Ce n’est pas ce qui a été écrit : {looked}.', en: 'Not what was written: {looked}.' },
  audit_elsewhere: {
    fr: 'les points de contrôle sont auprès d’autres instances : vérifiez là-bas, ou par un service qui tourne',
    en: 'the checkpoints are beside other instances: verify there, or through a running service',
  },
  audit_key_lost: {
    fr: 'la clé maîtresse a été perdue : les résultats d’avant ne peuvent plus être vérifiés, leur enchaînement est intact',
    en: 'the master key was lost: results from before cannot be verified any more, their chain is intact',
  },
  audit_not_sealed: {
    fr: 'cette version n’a jamais démarré sur ce journal : démarrez-la une fois',
    en: 'this version has never been started on this log: start it once',
  },
  audit_not_written: {
    fr: 'les points de contrôle n’ont pas pu être écrits : consultez le journal du service',
    en: 'the checkpoints could not be written: look at the log of the service',
  },
  audit_archive_elsewhere: {
    fr: 'des entrées sont dans une archive que cette instance n’a pas : vérifiez là où elle est',
    en: 'entries are in an archive that this instance does not have: verify where it is',
  },
  audit_archive_unreachable: {
    fr: 'l’archive ne répond pas : consultez le journal du service',
    en: 'the archive does not answer: look at the log of the service',
  },
  audit_progress: { fr: '{done} entrées sur {of}', en: '{done} entries of {of}' },
  export_nothing: { fr: 'le service n’a rien envoyé', en: 'the service sent nothing' },
  export_written: { fr: 'Écrit dans {file}.', en: 'Written to {file}.' },

  stats_period: { fr: 'du {from} au {to}', en: '{from} to {to}' },
  stats_commands: {
    fr: '{commands|commande|commandes}, dont {compacted} compactées : environ {saved} tokens économisés',
    en: '{commands|command|commands}, {compacted} compacted: about {saved} tokens saved',
  },
  stats_aliases: {
    fr: '{hits|usage|usages} d’alias (le plus utilisé : {most}) : environ {saved} tokens économisés',
    en: '{hits|alias hit|alias hits} (most: {most}): about {saved} tokens saved',
  },
  stats_head: {
    fr: 'COMMANDES COMPACTÉES TOKENS_ÉCONOMISÉS USAGES_D’ALIAS',
    en: 'COMMANDS COMPACTED TOKENS_SAVED ALIAS_HITS',
  },
} as const satisfies Wordings;
