/** Converts the keys of an ssh session into the form that Node uses fastest. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Client } from 'ssh2';

/** Private fields of ssh2. If they are not as described here, nothing is changed. */
interface Sessions {
  readonly _protocol?: {
    readonly _cipher?: { _encKey?: Buffer | KeyObject };
    readonly _decipher?: { _decipherKey?: Buffer | KeyObject };
  };
}

/**
 * ssh2 passes the key to Node again with every packet. As bytes this costs as much as the rest of the packet; as a key
 * object it costs a quarter of that. Keys that are exchanged later in the session stay as ssh2 has them.
 */
export function prepareSessionKeys(client: Client): void {
  const { _protocol: protocol } = client as unknown as Sessions;
  const outward = protocol?._cipher;
  if (outward && Buffer.isBuffer(outward._encKey)) outward._encKey = createSecretKey(outward._encKey);
  const inward = protocol?._decipher;
  if (inward && Buffer.isBuffer(inward._decipherKey)) inward._decipherKey = createSecretKey(inward._decipherKey);
}
