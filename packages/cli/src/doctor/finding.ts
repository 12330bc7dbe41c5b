/** What a check found, and how to fix it. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** Null when there is nothing to fix. */
  readonly mend: string | null;
}

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail, mend: null });
export const skipped = (check: string, detail: string): Finding => ({ check, state: 'skipped', detail, mend: null });
export const warning = (check: string, detail: string, mend: string): Finding => ({
  check,
  state: 'warning',
  detail,
  mend,
});
export const failed = (check: string, detail: string, mend: string): Finding => ({
  check,
  state: 'failed',
  detail,
  mend,
});
