/**
 * How many rounds of hashing the passphrase of an OpenSSH key needs. The key file says so, before anything is computed.
 */

const MAGIC = 'openssh-key-v1\0';

/** 0 if the key has another format, or no passphrase. */
export function keyRounds(pem: string): number {
  const [, body = ''] = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*?)-----END/.exec(pem) ?? [];
  const bytes = Buffer.from(body, 'base64');
  if (!bytes.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) return 0;
  let rest = bytes.subarray(MAGIC.length);
  const next = (): Buffer => {
    const end = 4 + rest.readUInt32BE(0);
    const field = rest.subarray(4, end);
    rest = rest.subarray(end);
    return field;
  };
  try {
    const [, derivation, options] = [next(), next(), next()];
    if (derivation.toString() !== 'bcrypt') return 0;
    return options.readUInt32BE(4 + options.readUInt32BE(0));
  } catch {
    return 0;
  }
}
