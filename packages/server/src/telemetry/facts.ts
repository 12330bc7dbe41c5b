/** What operators may know of an execution: neither its command nor anything that it printed. */

export interface Facts {
  readonly execution_id?: string;
  /** Who gave the command. */
  readonly user_id?: string;
  /** That of its machine. */
  readonly workspace_id?: string;
  readonly machine?: string;
  readonly kind?: string;
  readonly source?: string;
  readonly verdict?: string;
  readonly status?: string;
  readonly exit_code?: number;
  /** Of the refusal, if it was refused or failed. */
  readonly code?: string;
}

/** The stages that are distinguished. `ask`: a person is waited for. */
export type Stage = 'find' | 'resolve' | 'judge' | 'ask' | 'open' | 'queue' | 'run' | 'redact' | 'compact' | 'close';
