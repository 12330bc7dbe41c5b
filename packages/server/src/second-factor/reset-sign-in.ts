/** An administrator removes every way to sign in but the password, for a user who has lost the others. */
import { type FactorReset, Refusal, type Source } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { deleteSessions } from '../auth/own-sessions.ts';
import type { Users } from '../auth/users.ts';
import { writeNote } from '../auth/write-note.ts';
import type { Database } from '../db/database.ts';
import { unlink } from '../single-sign-on/account-of.ts';
import { deletePasskeys } from './passkey-store.ts';
import { deleteTotp } from './totp-store.ts';

/** Who did it, for the log of the person concerned. */
export interface ResetBy {
  readonly username: string;
  readonly source: Source;
  readonly ip: string | null;
}

/** Throws not_found. The person's sessions end as well. */
export type ResetSignIn = (by: ResetBy, userId: string) => Promise<FactorReset>;

export function createResetSignIn(database: Database, users: Pick<Users, 'find'>, audit: Audit): ResetSignIn {
  return async ({ username, source, ip }, userId) => {
    if ((await users.find(userId)) === null) throw new Refusal('not_found');
    let taken: FactorReset | undefined;
    await writeNote(database, audit, { userId, source, ip }, async (tx) => {
      taken = {
        totp: await deleteTotp(tx, userId),
        passkeys: await deletePasskeys(tx, userId),
        identities: await unlink(tx, userId),
        sessions: await deleteSessions(tx, userId, null),
      };
      return `sign-in reset by ${username}: ${inWords(taken)}`;
    });
    return taken!;
  };
}

const inWords = ({ totp, passkeys, identities, sessions }: FactorReset): string =>
  `${totp ? 1 : 0} authenticator app, ${passkeys} passkeys, ${identities} links, ${sessions} sessions`;
