/** The keys of an ssh session, as Node takes them fastest. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Client } from 'ssh2';

/** Of ssh2's own: where it is not as described here nothing is changed. */
interface Sessions {
  readonly _protocol?: {
    readonly _cipher?: { _encKey?: Buffer | KeyObject };
    readonly _decipher?: { _decipherKey?: Buffer | KeyObject };
  };
}

/**
 * ssh2 names the key to Node anew with every packet. Given as bytes that costs as much as all the rest of a packet, as a
 * key object a fourth of it. Keys that are exchanged later in the session stay as ssh2 has them.
 */
export function prepareSessionKeys(client: Client): void {
  const { _protocol: protocol } = client as unknown as Sessions;
  const outward = protocol?._cipher;
  if (outward && Buffer.isBuffer(outward._encKey)) outward._encKey = createSecretKey(outward._encKey);
  const inward = protocol?._decipher;
  if (inward && Buffer.isBuffer(inward._decipherKey)) inward._decipherKey = createSecretKey(inward._decipherKey);
}
