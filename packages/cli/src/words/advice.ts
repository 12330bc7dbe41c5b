/** What to do about a refusal of the service, in French. In English the error catalogue itself says it. */
import type { ErrorCode } from '@synapse/contract/errors';

export const FRENCH_ADVICE: Partial<Readonly<Record<ErrorCode, string>>> = {
  admin_required: 'Un administrateur donne ce rôle : `synapse user set NOM --role admin`.',
  session_limited: '`synapse login` ouvre une session entière ; la page aussi.',
  cwd_required: '`-C /chemin` en donne un ; `synapse machine set NOM --default-cwd /chemin` en fait celui par défaut.',
  cwd_not_found:
    'Donnez-en un autre (`-C /chemin`), ou changez celui par défaut : `synapse machine set NOM --default-cwd /chemin`.',
  container_required: 'Nommez-le (`-c NOM`) ; `synapse machine containers NOM` énumère ceux qui tournent.',
  container_forbidden: '`synapse machine containers NOM --allow CONTENEUR` le permet.',
  container_unavailable: '`synapse machine containers NOM` énumère ceux qui tournent.',
  secret_missing: '`synapse secret set NOM` l’enregistre ; la page Secrets aussi.',
  secret_not_found: '`synapse secret list` énumère ceux qui existent, `synapse secret set NOM` en enregistre un.',
  file_not_text: '`synapse cp` copie n’importe quels octets.',
  file_too_large: 'Utilisez une commande (`tail`, `grep`, `sed -n`), ou `synapse cp`.',
  machine_not_found: '`synapse machine list`, ou la page Machines, montre celles qui existent.',
  machine_exists: '`synapse machine set` modifie celle qui le porte ; un autre nom en crée une nouvelle.',
  machine_not_active: '`synapse machine set NOM --statut active` lui fait reprendre des commandes.',
  machine_unreachable:
    '`synapse machine show` dit où elle mène, `synapse machine test` la réessaie, `synapse machine set` corrige hôte, port, utilisateur ou clé.',
  machine_offline: 'Démarrez l’agent sur cette machine : `synapse agent status` y dit pourquoi il ne l’est pas.',
  host_key_changed:
    "C’est peut-être une autre machine, ou elle a été réinstallée. Comparez sur place : `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`. Si c’est bien la clé présentée : `synapse machine set NOM --host-key 'SHA256:…'`.",
  alias_not_found: '`synapse alias list` les énumère.',
  alias_exists: '`synapse alias list` montre ce qu’il remplace, `synapse alias rename` libère le code.',
  execution_not_found: '`synapse logs` et `synapse jobs` les énumèrent, avec leurs identifiants.',
  project_not_found: '`synapse project list` les énumère.',
  frozen:
    'Rien ne tourne tant qu’une personne n’a pas levé le gel : `synapse unfreeze`, ou *Lever le gel* sur la page.',
  policy_denied:
    '`synapse explain` dit tout, sans rien lancer. Une personne change la politique : `synapse policy edit`, ou Réglages, Politique.',
  look_unavailable: 'Il manque souvent `bubblewrap` ou `perl` sur la machine ; `synapse doctor` en dit plus.',
};
