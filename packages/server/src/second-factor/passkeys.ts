/** The rules of passkeys: adding one, signing in with it, naming and removing it. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON, Uint8Array_ } from '@simplewebauthn/server';
import { PASSKEYS_MAX, type Passkey, Refusal } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { lockUser, type UserRow, type Users } from '../auth/users.ts';
import { type Doer, writeNote } from '../auth/write-note.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Challenges } from './challenges.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  renamePasskey,
} from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** For other modules. */

export interface Passkeys {
  list(userId: string): Promise<Passkey[]>;
  /** What the browser is asked to make. */
  askForNew(user: UserRow, site: RelyingParty): Promise<object>;
  /** Throws passkey_refused, passkey_taken and passkeys_exceeded. */
  add(doer: Doer, site: RelyingParty, name: string, response: unknown): Promise<Passkey>;
  /** What the browser is asked to sign. The passkey itself says whose it is. */
  askForSignature(site: RelyingParty): Promise<object>;
  /** Whose passkey has signed. Throws passkey_refused. */
  verify(site: RelyingParty, response: unknown): Promise<UserRow>;
  rename(doer: Doer, id: string, name: string): Promise<void>;
  remove(doer: Doer, id: string): Promise<void>;
}

/** Large, and rarely used. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256. The library would also try newer ones, and Node warns about those on stderr. */
const ALGORITHMS = [-8, -7, -257];

const SIGN_IN = 'sign in';
const toAdd = (userId: string): string => `add to ${userId}`;

export interface PasskeyParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly users: Pick<Users, 'find'>;
  readonly audit: Audit;
}

export function createPasskeys({ database, clock, challenges, users, audit }: PasskeyParts): Passkeys {
  /** The counter of a copied passkey falls behind. Those that are synchronised between devices count nothing. */
  const verified = async (site: RelyingParty, response: AuthenticationResponseJSON, row: PasskeyRow) => {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => challenges.take(challenge, SIGN_IN),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key) as Uint8Array_,
        counter: row.counter,
      },
    });
    return verified && (await notePasskeyUse(database.queries, row, authenticationInfo.newCounter, clock()));
  };

  return {
    list: async (userId) => (await listPasskeys(database.queries, userId)).map(shown),

    askForNew: async (user, site) => {
      const { generateRegistrationOptions } = await library();
      const present = await listPasskeys(database.queries, user.id);
      if (present.length >= PASSKEYS_MAX) throw new Refusal('passkeys_exceeded', { max: PASSKEYS_MAX });
      return generateRegistrationOptions({
        rpName: 'Synapse',
        rpID: site.id,
        userName: user.username,
        userID: new Uint8Array(Buffer.from(user.id)) as Uint8Array_,
        challenge: new Uint8Array(Buffer.from(challenges.make(toAdd(user.id)), 'base64url')) as Uint8Array_,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: present.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    add: async (doer, site, name, response) => {
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await orRefuse(() =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: (challenge) => challenges.take(challenge, toAdd(doer.userId)),
          expectedOrigin: site.origin,
          expectedRPID: site.id,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (registrationInfo === undefined) throw new Refusal('passkey_refused');
      const { credential } = registrationInfo;
      const now = clock();
      const row: PasskeyRow = {
        id: newId(now),
        user_id: doer.userId,
        credential_id: credential.id,
        name,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: JSON.stringify((credential.transports ?? []).slice(0, 8)),
        created_at: now,
        last_used_at: null,
      };
      await writeNote(database, audit, doer, async (tx) => {
        await lockUser(tx, doer.userId);
        const count = (await listPasskeys(tx, doer.userId)).length;
        if (count >= PASSKEYS_MAX) throw new Refusal('passkeys_exceeded', { max: PASSKEYS_MAX });
        if (!(await insertPasskey(tx, row))) throw new Refusal('passkey_taken');
        return `passkey "${name}" added`;
      });
      return shown(row);
    },

    askForSignature: async (site) => {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: site.id,
        challenge: new Uint8Array(Buffer.from(challenges.make(SIGN_IN), 'base64url')) as Uint8Array_,
        userVerification: 'required',
      });
    },

    verify: async (site, given) => {
      const response = given as AuthenticationResponseJSON;
      const row = await findPasskey(database.queries, response.id);
      const user = row === undefined ? null : await users.find(row.user_id);
      // The passkey also says whose it believes to be. It has to agree with what we know.
      const claimed = response.response?.userHandle;
      const agrees = claimed === undefined || claimed === Buffer.from(user?.id ?? '').toString('base64url');
      if (row === undefined || user === null || user.disabled === 1 || !agrees) throw new Refusal('passkey_refused');
      if (!(await orRefuse(() => verified(site, response, row)))) throw new Refusal('passkey_refused');
      return user;
    },

    rename: (doer, id, name) =>
      writeNote(database, audit, doer, async (tx) => {
        if (!(await renamePasskey(tx, doer.userId, id, name))) throw new Refusal('not_found');
        return `passkey renamed to "${name}"`;
      }),

    remove: (doer, id) =>
      writeNote(database, audit, doer, async (tx) => {
        const name = await deletePasskey(tx, doer.userId, id);
        if (name === undefined) throw new Refusal('not_found');
        return `passkey "${name}" removed`;
      }),
  };
}

/** The library throws for every answer that is not what was asked for, whatever is wrong with it. */
async function orRefuse<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw Object.assign(new Refusal('passkey_refused'), { cause: error });
  }
}

function shown(row: PasskeyRow): Passkey {
  const { id, name, created_at, last_used_at } = row;
  return { id, name, created_at: isoTime(created_at), last_used_at: isoTimeOrNull(last_used_at) };
}
