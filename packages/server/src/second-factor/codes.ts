/** The rules of codes: sharing a secret with an app, confirming it, signing in with it, losing it. */
import { randomBytes } from 'node:crypto';
import { Refusal, type TotpSecret } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import type { SecondFactor } from '../auth/login.ts';
import { type Doer, writeNote } from '../auth/write-note.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Sealer } from '../vault/sealer.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { otpauthUri, stepOf, toBase32 } from './totp.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  putUnconfirmed,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from './totp-store.ts';

export interface Codes extends SecondFactor {
  /** Null while the account asks for no codes. */
  state(userId: string): Promise<{ since: number; recoveryCodes: number } | null>;
  /** A fresh secret for the app. Nothing is asked for before it is confirmed. Throws totp_on. */
  begin(userId: string, username: string): Promise<TotpSecret>;
  /** With a code that the app shows. Returns the recovery codes, this once. Throws code_invalid. */
  confirm(doer: Doer, code: string): Promise<string[]>;
  /** The old ones are void. Throws totp_off. */
  renewRecoveryCodes(doer: Doer): Promise<string[]>;
  /** Throws totp_off. */
  turnOff(doer: Doer): Promise<void>;
}

const SECRET_BYTES = 20;
const SERVICE = 'Synapse';

export function createCodes(database: Database, clock: Clock, sealer: Sealer, audit: Audit): Codes {
  const context = (userId: string): string[] => ['totp', userId];

  const freshRecoveryCodes = async (tx: Queries, userId: string): Promise<string[]> => {
    const codes = makeRecoveryCodes();
    await replaceRecoveryCodes(
      tx,
      userId,
      codes.map((code) => hashRecoveryCode(code)!),
    );
    return codes;
  };

  const confirmed = async (userId: string) => {
    const row = await findTotp(database.queries, userId);
    return row === undefined || row.confirmed_at === null ? null : { ...row, since: row.confirmed_at };
  };

  return {
    isOn: async (userId) => (await confirmed(userId)) !== null,

    use: async (userId, code) => {
      const row = await confirmed(userId);
      if (row === null) return false;
      const recovery = hashRecoveryCode(code);
      if (recovery !== null) return useRecoveryCode(database.queries, userId, recovery);
      const step = stepOf(sealer.open(row.sealed, context(userId)), code.replace(/\s/g, ''), clock());
      return step !== null && useStep(database.queries, userId, step);
    },

    state: async (userId) => {
      const row = await confirmed(userId);
      return row && { since: row.since, recoveryCodes: await countRecoveryCodes(database.queries, userId) };
    },

    begin: async (userId, username) => {
      const secret = randomBytes(SECRET_BYTES);
      const sealed = sealer.seal(secret, context(userId));
      if (!(await putUnconfirmed(database.queries, userId, sealed, clock()))) throw new Refusal('totp_on');
      return { secret: toBase32(secret), uri: otpauthUri(secret, username, SERVICE) };
    },

    confirm: async (doer, code) => {
      const row = await findTotp(database.queries, doer.userId);
      if (row === undefined) throw new Refusal('totp_off');
      if (row.confirmed_at !== null) throw new Refusal('totp_on');
      const step = stepOf(sealer.open(row.sealed, context(doer.userId)), code.replace(/\s/g, ''), clock());
      // The person is signed in, so this is no failed sign-in.
      if (step === null) throw new Refusal('code_mistyped');
      let codes: string[] = [];
      await writeNote(database, audit, doer, async (tx) => {
        if (!(await confirmTotp(tx, row, step, clock()))) throw new Refusal('totp_on');
        codes = await freshRecoveryCodes(tx, doer.userId);
        return 'authenticator app added';
      });
      return codes;
    },

    renewRecoveryCodes: async (doer) => {
      if ((await confirmed(doer.userId)) === null) throw new Refusal('totp_off');
      let codes: string[] = [];
      await writeNote(database, audit, doer, async (tx) => {
        codes = await freshRecoveryCodes(tx, doer.userId);
        return 'recovery codes renewed';
      });
      return codes;
    },

    turnOff: (doer) =>
      writeNote(database, audit, doer, async (tx) => {
        if (!(await deleteTotp(tx, doer.userId))) throw new Refusal('totp_off');
        return 'authenticator app removed';
      }),
  };
}
