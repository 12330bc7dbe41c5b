/** The French texts that fill `{reason}` in a refusal of the catalogue, where the cause is known. */

const reasons = {
  container_missing: 'aucun conteneur de ce nom',
  container_stopped: 'il est arrêté',
  container_paused: 'il est en pause',
  container_no_shell: 'il n’a pas de shell (/bin/sh)',
  container_gone: 'le conteneur s’est arrêté ou a redémarré',
  engine_unreachable: 'le moteur de conteneurs ne répond pas ({detail})',
  engine_refused: 'le moteur de conteneurs refuse la demande ({detail})',
  engine_gone: 'le moteur de conteneurs a coupé la connexion',
} as const;

export type ReasonKey = keyof typeof reasons;

export function reasonText(key: ReasonKey, detail = ''): string {
  return reasons[key].replace('{detail}', () => detail);
}
