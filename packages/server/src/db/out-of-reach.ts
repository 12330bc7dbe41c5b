/**
 * Which failures of a database server mean that it is away, starting or stopping: the same call may work in a moment.
 */
import { Refusal } from '@synapse/contract';

const RETRY_SECONDS = 2;

/** From the operating system: refused, reset, timed out, no route. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/**
 * From the server: shutting down, crashed, starting, full, read-only after a failover, a statement given up, a lock
 * timeout, an idle transaction timeout.
 */
const SERVER = new Set(['57P01', '57P02', '57P03', '53300', '25006', '57014', '55P03', '25P03']);
/** The driver has no codes for these. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** The refusal that tells the caller to come back, or the original error. */
export function outOfReach(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const away =
    NETWORK.has(code) ||
    SERVER.has(code) ||
    code.startsWith('08') ||
    DRIVER.test(error.message) ||
    (error instanceof AggregateError && error.errors.some((one) => outOfReach(one) instanceof Refusal));
  if (!away) return error;
  const refusal = serverAway();
  refusal.cause = error;
  return refusal;
}

export const serverAway = (): Refusal => new Refusal('not_ready', { retry_after: RETRY_SECONDS });

const OPTION = 'SYNAPSE_DATABASE_URL';
/** Sign-in refused, no such database, no right to create tables. */
const REFUSED = /^(28|3D|42501)/;
const CERTIFICATE = /^(ERR_TLS_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH)/;

/** Why a database server cannot be used, in one line for the operator. Null for any other error. */
export function explainDatabaseError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Refusal && error.code === 'not_ready')
    return `The database is out of reach (${OPTION}): ${reasonOf(error.cause)}`;
  const code = 'code' in error ? String(error.code) : '';
  if (REFUSED.test(code)) return `PostgreSQL refuses (${OPTION}): ${error.message}`;
  if (CERTIFICATE.test(code)) {
    return `The certificate of PostgreSQL is not accepted (${error.message}): ${remedyFor(code)}`;
  }
  if (error.message === 'The server does not support SSL connections') {
    return `PostgreSQL offers no TLS, but sslmode asks for it (${OPTION}): switch it on in the server, or remove sslmode`;
  }
  return null;
}

function remedyFor(code: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${OPTION} must name the server as its certificate does`;
  if (code === 'CERT_HAS_EXPIRED') return 'renew it';
  return 'name the authority that signed it with SYNAPSE_DATABASE_CA';
}

/** Of several addresses that were tried, the first says why. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : 'it does not answer';
}
