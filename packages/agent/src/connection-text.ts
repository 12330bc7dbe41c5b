/** Why a service cannot be reached, and what its owner can do about it. */
import { type Said, tell } from './words.ts';

const UNKNOWN_AUTHORITY = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const MENDING: Readonly<Record<string, Said>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  EPROTO: 'no_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
};

export function connectionText(server: string, error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return tell('unreachable', { server, reason: mending(code) ?? answered(error.message) ?? (error.message || code) });
}

/** The service was reached, but gave no WebSocket. */
function answered(message: string): string | null {
  const status = /^Unexpected server response: (\d+)$/.exec(message)?.[1];
  if (status === undefined) return null;
  return tell('it_answered', { status, question: tell(status === '403' ? 'is_public_url' : 'is_service') });
}

function mending(code: string): string | null {
  const said = UNKNOWN_AUTHORITY.has(code) ? 'unknown_authority' : MENDING[code];
  return said === undefined ? null : tell(said);
}
