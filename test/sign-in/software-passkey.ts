/** A passkey in software, as an authenticator keeps it: for answers that no browser would give. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Answering {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly counter: number;
  /** Whether the person was recognised, not only present. */
  readonly verified?: boolean;
  readonly userHandle?: string;
  readonly type?: string;
}

export interface SoftwarePasskey {
  readonly id: string;
  /** What the browser hands over for a new passkey. */
  create(answering: Answering): object;
  /** What the browser hands over for signing in. */
  sign(answering: Answering): object;
}

const url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

export function createSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const frame = { id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {} };

  const clientData = ({ challenge, origin }: Answering, type: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = ({ rpId, counter, verified = true }: Answering, more: Buffer | null): Buffer => {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (more === null ? 0 : WITH_CREDENTIAL);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, more ?? Buffer.alloc(0)]);
  };

  return {
    id: url(id),
    create: (answering) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(answering, credential))],
      ]);
      return {
        ...frame,
        response: {
          clientDataJSON: url(clientData(answering, answering.type ?? 'webauthn.create')),
          attestationObject: url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      };
    },
    sign: (answering) => {
      const data = clientData(answering, answering.type ?? 'webauthn.get');
      const authenticator = authenticatorData(answering, null);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticator, sha256(data)]))
        .sign(privateKey);
      return {
        ...frame,
        response: {
          clientDataJSON: url(data),
          authenticatorData: url(authenticator),
          signature: url(signature),
          ...(answering.userHandle === undefined ? {} : { userHandle: answering.userHandle }),
        },
      };
    },
  };
}

/** ES256, in the form of COSE. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, unknown>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
