/** What kind of problem an error is: each kind has a title of its own. */
import { Problem } from '../api/problem.ts';

export type ProblemKind =
  | 'conflict'
  | 'failed'
  | 'forbidden'
  | 'frozen'
  | 'invalid'
  | 'large'
  | 'limit'
  | 'machine'
  | 'missing'
  | 'refused'
  | 'signIn'
  | 'unreachable';

const BY_CODE: Readonly<Partial<Record<Problem['code'], ProblemKind>>> = {
  unreachable: 'unreachable',
  // The service itself is well.
  machine_unreachable: 'machine',
  machine_offline: 'machine',
  machine_shell_stuck: 'machine',
  container_unavailable: 'machine',
  file_unusable: 'refused',
  file_no_space: 'refused',
  look_unavailable: 'refused',
  exec_rate_limited: 'limit',
  capacity_exceeded: 'limit',
  vault_full: 'limit',
  limit_reached: 'limit',
  passkeys_exceeded: 'limit',
};

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
  return BY_CODE[error.code] ?? BY_STATUS[error.status] ?? (error.status >= 500 ? 'failed' : 'refused');
}
