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
/** From the server: shutting down, crashed, starting, full, read-only after a failover, a statement given up. */
const SERVER = new Set(['57P01', '57P02', '57P03', '53300', '25006', '57014']);
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
  const refusal = new Refusal('not_ready', { retry_after: RETRY_SECONDS });
  refusal.cause = error;
  return refusal;
}
