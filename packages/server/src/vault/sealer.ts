/** Seals bytes into bytes, for what is stored in one column. */
import {
  CannotOpen,
  createLineCipher,
  type LineCipher,
  type MasterKey,
  open,
  rewrap,
  type Sealed,
  seal,
} from './cipher.ts';

export interface Sealer {
  /** `context` says what this is and whose. It is not stored, and must be the same to open it. */
  seal(plaintext: Buffer, context: readonly string[]): Buffer;
  /** Throws CannotOpen. */
  open(sealed: Buffer, context: readonly string[]): Buffer;
  /** For messages that pass in order and are not kept. No two lines may have the same context. */
  line(context: readonly string[]): LineCipher;
}

const FORMAT = 1;
const KEY_ID_BYTES = 8;
const WRAPPED_KEY_BYTES = 60;
const HEAD_BYTES = 1 + KEY_ID_BYTES + WRAPPED_KEY_BYTES;

export function createSealer(key: MasterKey): Sealer {
  return {
    seal: (plaintext, context) => pack(seal(key, plaintext, context)),
    open: (sealed, context) => open(key, unpack(sealed), context),
    line: (context) => createLineCipher(key, context),
  };
}

/** The same bytes under another master key. Throws CannotOpen. */
export function rewrapSealed(from: MasterKey, to: MasterKey, bytes: Buffer, context: readonly string[]): Buffer {
  const sealed = unpack(bytes);
  return pack({ ...sealed, ...rewrap(from, to, sealed, context) });
}

/** Format, key id, wrapped data key, ciphertext. */
export function pack({ keyId, wrappedKey, ciphertext }: Sealed): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), Buffer.from(keyId, 'hex'), wrappedKey, ciphertext]);
}

export function unpack(bytes: Buffer): Sealed {
  if (bytes.length < HEAD_BYTES || bytes[0] !== FORMAT) throw new CannotOpen();
  return {
    keyId: bytes.toString('hex', 1, 1 + KEY_ID_BYTES),
    wrappedKey: bytes.subarray(1 + KEY_ID_BYTES, HEAD_BYTES),
    ciphertext: bytes.subarray(HEAD_BYTES),
  };
}
