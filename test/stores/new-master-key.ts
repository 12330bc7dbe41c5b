/** A master key that nobody has seen, for tests. */
import { randomBytes } from 'node:crypto';
import { type MasterKey, masterKey } from '../../packages/server/src/vault/cipher.ts';

export const newMasterKey = (): MasterKey => masterKey(randomBytes(32));
