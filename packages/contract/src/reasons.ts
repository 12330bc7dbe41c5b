/** French texts beside the error catalogue: what fills `{reason}` in a refusal, and warnings. */

const reasons = {
  container_missing: 'aucun conteneur de ce nom',
  container_stopped: 'il est arrêté',
  container_paused: 'il est en pause',
  container_no_shell: 'il n’a pas de shell (/bin/sh)',
  container_gone: 'le conteneur s’est arrêté ou a redémarré',
  engine_unreachable: 'le moteur de conteneurs ne répond pas ({detail})',
  engine_refused: 'le moteur de conteneurs refuse la demande ({detail})',
  secret_too_short: 'valeur courte : elle n’est retirée des sorties que là où elle figure seule, ou pas du tout',
  secret_common: 'valeur courante : retirée des sorties partout où elle figure, elle peut les rendre difficiles à lire',
  agent_paused: 'son propriétaire l’a mis en pause',
  agent_busy: 'trop de commandes à la fois',
  agent_directory: 'ce répertoire est hors de ceux que son propriétaire permet',
  agent_container_only: 'son propriétaire ne permet que les conteneurs',
  agent_container: 'son propriétaire ne permet pas ce conteneur',
  agent_read_only: 'son propriétaire ne permet que des commandes de lecture simples',
  agent_restarted: 'l’agent a redémarré',
  agent_stopped: 'l’agent a été arrêté',
  agent_away: 'l’agent n’est pas revenu à temps',
  agent_silent: 'l’agent n’a pas confirmé l’arrêt de la commande',
  machine_removed: 'la machine a été retirée',
  no_answer: 'aucune réponse au bout de {detail} s',
  engine_gone: 'le moteur de conteneurs a coupé la connexion',
} as const;

export type ReasonKey = keyof typeof reasons;

export function reasonText(key: ReasonKey, detail = ''): string {
  return reasons[key].replace('{detail}', () => detail);
}
