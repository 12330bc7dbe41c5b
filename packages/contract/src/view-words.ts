/** What the views in a client's conversation say. A view holds both languages: its host tells which one, late. */
import type { Wordings } from './language.ts';

export const VIEW_WORDS = {
  running: { fr: 'en cours', en: 'running' },
  pending: { fr: 'attend un accord', en: 'waits for approval' },
  done: { fr: 'terminé', en: 'done' },
  timeout: { fr: 'temps dépassé', en: 'timed out' },
  cancelled: { fr: 'arrêté', en: 'stopped' },
  interrupted: { fr: 'interrompu', en: 'interrupted' },
  refused: { fr: 'refusé', en: 'refused' },
  exit: { fr: 'code', en: 'exit' },
  stop: { fr: 'Arrêter', en: 'Stop' },
  open: { fr: 'Ouvrir dans Synapse', en: 'Open in Synapse' },
  raw: { fr: 'Brut', en: 'Raw' },
  compacted: { fr: 'Compacté', en: 'Compacted' },
  nothing: { fr: 'Aucune sortie.', en: 'No output.' },
  loading: { fr: 'Chargement…', en: 'Loading…' },
  failed: { fr: 'La vue n’a pas pu être mise à jour.', en: 'The view could not be updated.' },
  refresh: { fr: 'Actualiser', en: 'Refresh' },
  back: { fr: 'Fermer', en: 'Close' },
  reached: { fr: 'joignable', en: 'reached' },
  unreached: { fr: 'injoignable', en: 'not reached' },
  unchecked: { fr: 'pas encore vérifiée', en: 'not checked yet' },
  machines: { fr: 'Aucune machine.', en: 'No machines.' },
  skipped: { fr: 'laissée de côté', en: 'skipped' },
} as const satisfies Wordings;
