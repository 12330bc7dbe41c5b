/** The filter of the history, as it appears in the address bar. */
import type { HistoryFilter } from '../../api/executions.ts';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];
export const OUTCOMES = ['success', 'failure'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface HistorySearch {
  readonly machine?: string;
  readonly outcome?: Outcome;
  readonly alias?: string;
  readonly period?: Period;
  readonly all?: true;
}

const HOURS: Readonly<Record<Period, number>> = { day: 24, week: 24 * 7, month: 24 * 30 };

/** Whatever an address says, only valid values are kept. */
export function readSearch(search: Record<string, unknown>): HistorySearch {
  const { machine, outcome, alias, period, all } = search;
  return {
    ...(typeof machine === 'string' && /^[a-z0-9-]{1,63}$/.test(machine) ? { machine } : {}),
    ...(OUTCOMES.some((each) => each === outcome) ? { outcome: outcome as Outcome } : {}),
    ...(typeof alias === 'string' && /^[A-Za-z]{3}$/.test(alias) ? { alias } : {}),
    ...(PERIODS.some((each) => each === period) ? { period: period as Period } : {}),
    ...(all === true ? { all } : {}),
  };
}

export function filterOf({ machine, outcome, alias, period, all }: HistorySearch, now: number): HistoryFilter {
  // To the hour, so that the same view asks the same question.
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  return {
    ...(machine === undefined ? {} : { machine }),
    ...(outcome === undefined ? {} : { success: outcome === 'success' }),
    ...(alias === undefined ? {} : { alias }),
    ...(period === undefined ? {} : { since: new Date(hour - HOURS[period] * 3_600_000).toISOString() }),
    ...(all === undefined ? {} : { all }),
  };
}
