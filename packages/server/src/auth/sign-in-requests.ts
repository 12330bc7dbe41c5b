/**
 * Signing a program in from a browser: it shows a code, and a person who is signed in there types it. For accounts that
 * have no password, and for computers without a browser.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  type AskingProgram,
  LIMITS,
  Refusal,
  type SignInDecision,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
} from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { addressKey } from '../limits/address.ts';
import { recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import type { OpenedSession, Session, Sessions } from './sessions.ts';
import {
  answerRequest,
  countSignInRequests,
  findAllowing,
  findOpenRequest,
  findRequest,
  insertSignInRequest,
  takeRequest,
} from './sign-in-request-store.ts';
import type { Visitor } from './visitor.ts';
import { type Doer, writeNote } from './write-note.ts';

// For other modules.

export interface SignInRequests {
  /** Throws sign_in_requests_many. */
  begin(visitor: Visitor, limited: boolean): Promise<{ readonly deviceCode: string; readonly userCode: string }>;
  /** Who asks with this code. Throws sign_in_request_gone, and sign_in_requests_many after too many wrong codes. */
  show(session: Session, userCode: string): Promise<AskingProgram>;
  answer(session: Session, doer: Doer, decision: SignInDecision): Promise<void>;
  /** Null while it is not answered. Throws sign_in_refused and sign_in_request_gone. */
  outcome(deviceCode: string, visitor: Visitor): Promise<(OpenedSession & { readonly username: string }) | null>;
}

export interface SignInRequestParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly audit: Audit;
}

const { perAddress, open: MOST_OPEN, seconds } = LIMITS.signInRequests;

export function createSignInRequests({ database, clock, sessions, audit }: SignInRequestParts): SignInRequests {
  const { queries } = database;

  const count = async (bucket: string): Promise<void> => {
    const now = clock();
    const wait = await database.transaction(async (tx) => {
      await lockName(tx, bucket);
      const ms = await waitForWindow(tx, bucket, perAddress, now);
      if (ms === 0) await recordHit(tx, bucket, perAddress, now);
      return ms;
    });
    if (wait > 0) throw new Refusal('sign_in_requests_many', { retry_after: retryAfterSeconds(wait) });
  };

  return {
    begin: async ({ ip, browser }, limited) => {
      await count(`sign-in-request:${addressKey(ip)}`);
      const now = clock();
      if ((await countSignInRequests(queries, now)) >= MOST_OPEN) {
        throw new Refusal('sign_in_requests_many', { retry_after: seconds });
      }
      const deviceCode = randomBytes(32).toString('base64url');
      for (;;) {
        const userCode = newUserCode();
        const row = {
          device_hash: hashOf(deviceCode),
          user_code: userCode,
          program: browser,
          address: ip,
          limited: limited ? 1 : 0,
          session_id: null,
          refused: 0,
          created_at: now,
          expires_at: now + seconds * 1000,
        };
        if (await insertSignInRequest(queries, row)) return { deviceCode, userCode };
      }
    },

    show: async ({ user }, userCode) => {
      await count(`sign-in-code:${user.id}`);
      const found = await findOpenRequest(queries, userCode, clock());
      if (found === undefined) throw new Refusal('sign_in_request_gone');
      return { program: found.program, address: found.address, asked_at: isoTime(found.created_at) };
    },

    answer: async ({ user, jti }, doer, { user_code, decision }) => {
      await count(`sign-in-code:${user.id}`);
      await writeNote(database, audit, doer, async (tx) => {
        const given = decision === 'approve' ? { session_id: jti } : ({ refused: 1 } as const);
        const answered = await answerRequest(tx, user_code, given, clock());
        if (answered === undefined) throw new Refusal('sign_in_request_gone');
        const who = `${answered.program ?? 'a program'} at ${answered.address}`;
        return `sign-in of ${who} ${decision === 'approve' ? 'allowed' : 'refused'}`;
      });
    },

    outcome: async (deviceCode, visitor) => {
      const hash = hashOf(deviceCode);
      const found = await findRequest(queries, hash, clock());
      if (found === undefined) throw new Refusal('sign_in_request_gone');
      if (found.session_id === null && found.refused === 0) return null;
      if (!(await takeRequest(queries, hash))) throw new Refusal('sign_in_request_gone');
      if (found.session_id === null) throw new Refusal('sign_in_refused');
      // It continues that session, with its begin and its end. Otherwise a stolen session could be renewed for ever.
      const allowing = await findAllowing(queries, found.session_id, clock());
      if (allowing === undefined) throw new Refusal('sign_in_request_gone');
      const limited = found.limited === 1 || allowing.limited;
      const opened = await sessions.open(allowing.user, 'browser', visitor, { limited, like: allowing });
      return { ...opened, username: allowing.user.username };
    },
  };
}

function newUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join(
    '',
  );
}

/** It is random and long, so a plain hash cannot be reversed by trying. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
