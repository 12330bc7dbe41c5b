/**
 * What a passkey has to sign. A challenge proves itself that it is ours, for what and until when, so that any instance
 * can check it and asking for many of them fills nothing. Only those that were answered are remembered.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { rememberChallenge } from './passkey-store.ts';

export interface Challenges {
  make(purpose: string): string;
  /** Whether it was made for this purpose, has not expired, and was never answered before. */
  take(challenge: string, purpose: string): Promise<boolean>;
}

const VALID_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES;

export function createChallenges(database: Database, clock: Clock, key: Buffer): Challenges {
  const sign = (head: Buffer, purpose: string): Buffer =>
    createHmac('sha256', key).update(head).update(purpose).digest();

  return {
    make: (purpose) => {
      const until = Buffer.alloc(TIME_BYTES);
      until.writeUIntBE(clock() + VALID_MS, 0, TIME_BYTES);
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), until]);
      return Buffer.concat([head, sign(head, purpose)]).toString('base64url');
    },

    take: async (challenge, purpose) => {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      const signature = sign(head, purpose);
      if (bytes.length !== HEAD_BYTES + signature.length) return false;
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), signature)) return false;
      const until = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
      return until > clock() && rememberChallenge(database.queries, bytes.toString('base64url'), until);
    },
  };
}
