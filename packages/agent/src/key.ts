/** The agent's own key: made here, used here, never sent. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

export interface AgentKey {
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  /** SPKI, DER, base64: what the service pins. */
  readonly publicKey: string;
  sign(text: string): string;
}

export function newKey(): AgentKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return readKey(privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
}

export function readKey(pem: string): AgentKey {
  const key = createPrivateKey(pem);
  return {
    privateKey: pem,
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}
