/** Why a connection failed, in words for a person: translated from the system's error codes and ssh's error levels. */
import { because, type ReasonKey, type Wording } from '@synapse/contract';

const BY_CODE: Readonly<Record<string, ReasonKey>> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unresolved',
  ECONNREFUSED: 'port_refused',
  ETIMEDOUT: 'host_silent',
  EHOSTUNREACH: 'host_no_route',
  ENETUNREACH: 'host_no_route',
  ECONNRESET: 'connection_cut',
  EPIPE: 'connection_cut',
};
const DETAIL_CHARS = 200;

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** An error without a known code is quoted, after words that say what it is. */
export function connectionReason(error: unknown, endpoint: Endpoint): Wording {
  const { code, level, message } = error as NodeJS.ErrnoException & { level?: string };
  if (level === 'client-timeout') return because('host_silent', { ...endpoint });
  const key = BY_CODE[code ?? ''];
  if (key !== undefined) return because(key, { ...endpoint });
  return because('connection_failed', { detail: String(message ?? error).slice(0, DETAIL_CHARS) });
}
