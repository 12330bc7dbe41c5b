/** What kind of problem an error is: each kind has a title of its own. */
import { Problem } from '../api/problem.ts';

export type ProblemKind =
  | 'again'
  | 'conflict'
  | 'denied'
  | 'exists'
  | 'failed'
  | 'forbidden'
  | 'frozen'
  | 'hostKey'
  | 'invalid'
  | 'large'
  | 'late'
  | 'limit'
  | 'lost'
  | 'machine'
  | 'missing'
  | 'refused'
  | 'signIn'
  | 'unreachable';

/** Where the status of the answer alone would give a title that does not say what happened. */
const CODES: Readonly<Partial<Record<ProblemKind, readonly Problem['code'][]>>> = {
  again: ['fresh_sign_in_required', 'session_invalid', 'sign_in_again'],
  conflict: ['idempotency_mismatch'],
  denied: ['agent_refused', 'approval_denied', 'oidc_denied', 'policy_denied', 'sign_in_refused'],
  exists: [
    ...(['alias_exists', 'crew_exists', 'email_taken', 'idea_promoted', 'machine_exists', 'member_exists'] as const),
    ...(['passkey_taken', 'totp_on', 'user_exists'] as const),
  ],
  frozen: ['frozen'],
  hostKey: ['host_key_changed'],
  large: ['text_work_too_heavy'],
  late: ['approval_decided', 'approval_expired', 'consent_gone', 'oidc_journey_lost', 'service_closed'],
  limit: [
    ...(['capacity_exceeded', 'exec_rate_limited', 'limit_reached', 'passkeys_exceeded', 'storage_full'] as const),
    'vault_full',
  ],
  lost: ['execution_lost'],
  // The service itself is well.
  machine: ['machine_offline', 'machine_shell_stuck', 'machine_unreachable'],
  missing: ['cwd_not_found', 'secret_missing'],
  refused: [
    ...(['container_unavailable', 'file_no_space', 'file_unusable', 'job_not_started', 'last_admin'] as const),
    ...(['last_owner', 'look_unavailable', 'machine_in_use', 'machine_not_active', 'oidc_unreachable'] as const),
    ...(['passkeys_unavailable', 'secrets_needed', 'totp_off', 'user_not_removed'] as const),
  ],
  unreachable: ['unreachable'],
};

const BY_CODE: ReadonlyMap<string, ProblemKind> = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => [code, kind as ProblemKind] as const)),
);

const BY_STATUS: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid',
  401: 'signIn',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  413: 'large',
  422: 'invalid',
  423: 'frozen',
  429: 'limit',
};

export function problemKind(error: unknown): ProblemKind {
  if (!(error instanceof Problem)) return 'failed';
  return BY_CODE.get(error.code) ?? BY_STATUS[error.status] ?? (error.status >= 500 ? 'failed' : 'refused');
}

/** Of a command that did not run, or whose end was not heard. */
export const refusalKind = (code: string): ProblemKind => BY_CODE.get(code) ?? 'refused';
