/** The filter of the history, as it appears in the address bar. */
import type { AuditEntry, HistoryFilter } from '../../api/executions.ts';
import { type Day, endOf, isDay, startOf } from '../../ui/days.ts';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];
/** How it ended, or how it stands. */
export const OUTCOMES = ['success', 'failure', 'running', 'pending', 'refused', 'timeout', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ORIGINS = ['mcp', 'app', 'cli', 'rest'] as const satisfies readonly AuditEntry['source'][];
type Origin = (typeof ORIGINS)[number];

export interface HistorySearch {
  readonly q?: string;
  readonly machine?: string;
  readonly outcome?: Outcome;
  readonly origin?: Origin;
  /** The hint of a token. */
  readonly client?: string;
  readonly alias?: string;
  readonly period?: Period;
  /** The first and the last day; either may be missing. They go before a period. */
  readonly from?: Day;
  readonly to?: Day;
  readonly all?: true;
  /** The id of an account, for administrators. */
  readonly user?: string;
  /** The words are looked for in kept outputs. */
  readonly outputs?: true;
  /** By sitting, as a story. */
  readonly story?: true;
  /** The execution beside the list. */
  readonly open?: string;
}

const HOURS: Readonly<Record<Period, number>> = { day: 24, week: 24 * 7, month: 24 * 30 };
const LONGEST = 200;

/** Whatever an address says, only valid values are kept. */
export function readSearch(search: Record<string, unknown>): HistorySearch {
  const { q, machine, outcome, origin, client, alias, period, from, to, all, user, outputs, story, open } = search;
  const words = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof words === 'string' && words.trim() !== '' ? { q: words.slice(0, LONGEST) } : {}),
    ...(typeof machine === 'string' && /^[a-z0-9-]{1,63}$/.test(machine) ? { machine } : {}),
    ...(OUTCOMES.some((each) => each === outcome) ? { outcome: outcome as Outcome } : {}),
    ...(ORIGINS.some((each) => each === origin) ? { origin: origin as Origin } : {}),
    ...(typeof client === 'string' && client !== '' && client.length <= 40 ? { client } : {}),
    ...(typeof alias === 'string' && /^[A-Za-z]{3}$/.test(alias) ? { alias } : {}),
    ...readSpan({ period, from, to }),
    ...(all === true ? { all } : {}),
    ...(typeof user === 'string' && /^[0-9A-Za-z-]{1,64}$/.test(user) ? { user } : {}),
    ...(outputs === true ? { outputs } : {}),
    ...(story === true ? { story } : {}),
    ...(typeof open === 'string' && /^[0-9a-z]{1,40}$/.test(open) ? { open } : {}),
  };
}

function readSpan({ period, from, to }: Record<string, unknown>): Pick<HistorySearch, 'period' | 'from' | 'to'> {
  const days = { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
  if (Object.keys(days).length > 0) return days;
  return PERIODS.some((each) => each === period) ? { period: period as Period } : {};
}

export function filterOf(search: HistorySearch, now: number): HistoryFilter {
  const { q, machine, outcome, origin, client, alias, period, from, to, all, user } = search;
  // To the hour, so that the same view asks the same question.
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  return {
    ...(q === undefined ? {} : { q }),
    ...(machine === undefined ? {} : { machine }),
    ...outcomeOf(outcome),
    ...(origin === undefined ? {} : { source: origin }),
    ...(client === undefined ? {} : { token: client }),
    ...(alias === undefined ? {} : { alias }),
    ...(period === undefined ? {} : { since: new Date(hour - HOURS[period] * 3_600_000).toISOString() }),
    ...(from === undefined ? {} : { since: new Date(startOf(from)).toISOString() }),
    ...(to === undefined ? {} : { until: new Date(endOf(to)).toISOString() }),
    ...(all === undefined ? {} : { all }),
    ...(user === undefined ? {} : { user_id: user }),
  };
}

function outcomeOf(outcome: Outcome | undefined): Pick<HistoryFilter, 'success' | 'status'> {
  if (outcome === undefined) return {};
  if (outcome === 'success' || outcome === 'failure') return { success: outcome === 'success' };
  return { status: outcome };
}
