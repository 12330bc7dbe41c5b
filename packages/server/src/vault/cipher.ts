/**
 * The one place with ciphers: AES-256-GCM envelopes. Each sealed value has a data key of its own, which the master key
 * wraps. What the value is (user, name, version …) is bound into it: if it is moved elsewhere or rolled back, it does
 * not open.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How many bytes longer a sealed value is than the value. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/** A key, and the name under which what it wraps is stored. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Both parts are nonce, ciphertext and tag in one. */
export interface Sealed {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly ciphertext: Buffer;
}

/** A sealed value cannot be opened: another key, another context, or changed bytes. It does not say which. */
export class CannotOpen extends Error {
  constructor() {
    super('sealed data cannot be opened: wrong master key, wrong place, or changed data');
    this.name = 'CannotOpen';
  }
}

export function masterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a master key has ${KEY_BYTES} bytes`);
  const digest = createHash('sha256').update('synapse master key id\0').update(bytes).digest('hex');
  return { id: digest.slice(0, 16), bytes };
}

/** `context` says what this is, for instance `['secret', workspaceId, name, version]`; `open` needs the same. */
export function seal(key: MasterKey, plaintext: Buffer, context: readonly string[]): Sealed {
  // All random bytes at once: calling the generator costs more than the bytes.
  const random = randomBytes(KEY_BYTES + 2 * NONCE_BYTES);
  const dataKey = random.subarray(0, KEY_BYTES);
  const nonce = random.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES);
  const wrapNonce = random.subarray(KEY_BYTES + NONCE_BYTES);
  try {
    return {
      keyId: key.id,
      wrappedKey: encrypt(key.bytes, wrapNonce, dataKey, wrapContext(key.id, context)),
      ciphertext: encrypt(dataKey, nonce, plaintext, dataContext(context)),
    };
  } finally {
    dataKey.fill(0);
  }
}

/** Throws CannotOpen. */
export function open(key: MasterKey, sealed: Sealed, context: readonly string[]): Buffer {
  const dataKey = unwrap(key, sealed, context);
  try {
    return decrypt(dataKey, sealed.ciphertext, dataContext(context));
  } finally {
    dataKey.fill(0);
  }
}

/** One direction of a line between two who know the key: message after message, each under its number. */
export interface LineCipher {
  seal(...pieces: readonly Uint8Array[]): Buffer;
  /** Throws CannotOpen for anything but the next message. */
  open(bytes: Buffer): Buffer;
}

/**
 * For much that passes and is not kept: the key is made from the context alone, so nothing is wrapped, and numbers are
 * the nonces. No two lines may have the same context.
 */
export function createLineCipher(key: MasterKey, context: readonly string[]): LineCipher {
  const own = createHmac('sha256', key.bytes)
    .update(encodeContext(['synapse line', ...context]))
    .digest();
  const lineKey = createSecretKey(own);
  own.fill(0);
  let count = 0;
  const nextNonce = (): Buffer => {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUIntBE(count++, NONCE_BYTES - 6, 6);
    return nonce;
  };
  return {
    seal: (...pieces) => {
      const cipher = createCipheriv(ALGORITHM, lineKey, nextNonce(), { authTagLength: TAG_BYTES });
      const sealed = pieces.map((piece) => cipher.update(piece));
      cipher.final();
      return Buffer.concat([...sealed, cipher.getAuthTag()]);
    },
    open: (bytes) => {
      if (bytes.length < TAG_BYTES) throw new CannotOpen();
      const decipher = createDecipheriv(ALGORITHM, lineKey, nextNonce(), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = decipher.update(bytes.subarray(0, -TAG_BYTES));
      try {
        decipher.final();
      } catch {
        throw new CannotOpen();
      }
      return plain;
    },
  };
}

/** Wraps the data key under another master key; the ciphertext stays as it is. Throws CannotOpen. */
export function rewrap(
  from: MasterKey,
  to: MasterKey,
  sealed: Pick<Sealed, 'keyId' | 'wrappedKey'>,
  context: readonly string[],
): Pick<Sealed, 'keyId' | 'wrappedKey'> {
  const dataKey = unwrap(from, sealed, context);
  try {
    const nonce = randomBytes(NONCE_BYTES);
    return { keyId: to.id, wrappedKey: encrypt(to.bytes, nonce, dataKey, wrapContext(to.id, context)) };
  } finally {
    dataKey.fill(0);
  }
}

function unwrap(key: MasterKey, sealed: Pick<Sealed, 'keyId' | 'wrappedKey'>, context: readonly string[]): Buffer {
  if (sealed.keyId !== key.id) throw new CannotOpen();
  const dataKey = decrypt(key.bytes, sealed.wrappedKey, wrapContext(key.id, context));
  if (dataKey.length !== KEY_BYTES) throw new CannotOpen();
  return dataKey;
}

// Keys are key objects: with a key as bytes, Node takes four times as long.
function encrypt(key: Buffer, nonce: Buffer, plaintext: Buffer, context: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, context: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new CannotOpen();
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  // The length is given, because otherwise Node accepts a tag of 4 bytes as a whole one.
  const decipher = createDecipheriv(ALGORITHM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(
    context,
  );
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    throw new CannotOpen();
  } finally {
    plaintext.fill(0);
  }
}

const dataContext = (context: readonly string[]): Buffer => encodeContext(['synapse data', ...context]);
const wrapContext = (keyId: string, context: readonly string[]): Buffer =>
  encodeContext(['synapse data key', keyId, ...context]);

/** Each part with its length before it, so that no two contexts give the same bytes. */
function encodeContext(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + 4 + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 4);
    bytes.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return bytes;
}
