/** Why a service cannot be reached, and what its owner can do about it. */

const UNKNOWN_AUTHORITY = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function connectionText(server: string, error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${server} cannot be reached: ${mending(code) ?? answered(error.message) ?? (error.message || code)}`;
}

/** The service was reached, but gave no WebSocket. */
function answered(message: string): string | null {
  const status = /^Unexpected server response: (\d+)$/.exec(message)?.[1];
  if (status === undefined) return null;
  const question =
    status === '403'
      ? 'is its SYNAPSE_PUBLIC_URL the address that you use?'
      : 'is this the address of a Synapse service, and does every proxy in between let WebSockets through?';
  return `it answered ${status}; ${question}`;
}

function mending(code: string): string | null {
  if (UNKNOWN_AUTHORITY.has(code)) {
    return (
      'its certificate comes from an authority that is not trusted here. If that is your own, give its certificate ' +
      'with --ca FILE (PEM), or in NODE_EXTRA_CA_CERTS'
    );
  }
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired; it must be renewed there (or is the clock of this computer wrong?)';
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is not valid yet: is the clock of this computer right?';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another name; use the address that it was made for';
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return 'it does not speak TLS there: is the port right, or is it http://?';
    default:
      return null;
  }
}
