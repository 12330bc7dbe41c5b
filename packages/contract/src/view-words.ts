/** What the page and the views in a client's conversation call the same things, and what the views say besides. */
import type { Language } from './language.ts';

export const SHARED_WORDS = {
  fr: {
    statuses: {
      running: 'en cours',
      done: 'réussie',
      timeout: 'délai dépassé',
      cancelled: 'arrêtée',
      interrupted: 'interrompue',
      refused: 'refusée',
      pending: 'vous attend',
    },
    failed: 'échec',
    skipped: 'non tentée',
    presences: { unknown: 'état inconnu', online: 'en ligne', late: 'en retard', offline: 'hors ligne' },
    kinds: { local: 'Local', ssh: 'SSH', docker: 'Docker', agent: 'Agent' },
    statuts: { active: 'active', maintenance: 'en maintenance', disabled: 'désactivée' },
    noMachine: 'Aucune machine',
    noOutput: 'Aucune sortie.',
    stop: 'Arrêter',
    latency: 'Latence',
    uptime: 'Disponibilité, 24 h',
  },
  en: {
    statuses: {
      running: 'running',
      done: 'succeeded',
      timeout: 'timed out',
      cancelled: 'stopped',
      interrupted: 'interrupted',
      refused: 'refused',
      pending: 'waiting for you',
    },
    failed: 'failed',
    skipped: 'skipped',
    presences: { unknown: 'unknown', online: 'online', late: 'late', offline: 'offline' },
    kinds: { local: 'Local', ssh: 'SSH', docker: 'Docker', agent: 'Agent' },
    statuts: { active: 'active', maintenance: 'in maintenance', disabled: 'disabled' },
    noMachine: 'No machines',
    noOutput: 'No output.',
    stop: 'Stop',
    latency: 'Latency',
    uptime: 'Uptime, 24 h',
  },
} as const satisfies Record<Language, object>;

/** A view holds both languages: its host tells which one, late. */
export const VIEW_WORDS = {
  fr: {
    ...SHARED_WORDS.fr,
    open: 'Ouvrir dans Synapse',
    raw: 'Brut',
    compacted: 'Compacté',
    notUpdated: 'La vue n’a pas pu être mise à jour.',
    refresh: 'Actualiser',
    machine: 'Machine',
    state: 'État',
    loading: 'Chargement',
    close: 'Fermer',
  },
  en: {
    ...SHARED_WORDS.en,
    open: 'Open in Synapse',
    raw: 'Raw',
    compacted: 'Compacted',
    notUpdated: 'The view could not be updated.',
    refresh: 'Refresh',
    machine: 'Machine',
    state: 'State',
    loading: 'Loading',
    close: 'Close',
  },
} as const satisfies Record<Language, object>;
