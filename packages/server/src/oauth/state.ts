/** The memory of the authorization server: what its library keeps, in our database, for every instance. */
import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../vault/sealer.ts';
import { consumeState, countUnusedClients, deleteState, findState, keepClient, putState } from './state-store.ts';

export interface OauthState {
  /** For the library: one for each kind of model that it stores. */
  adapter(kind: string): Adapter;
  /** Registered clients without a consent. */
  unusedClients(): Promise<number>;
  keepClient(clientId: string, until: number): Promise<void>;
}

export interface StateEffects {
  /** All of a connection's tokens have to end. */
  end(connectionId: string): Promise<void>;
}

const KINDS = [
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'Grant',
  'Client',
  'Interaction',
  'Session',
  'ReplayDetection',
  'ClientCredentials',
  'InitialAccessToken',
  'RegistrationAccessToken',
  'DeviceCode',
  'BackchannelAuthenticationRequest',
  'PushedAuthorizationRequest',
  'PreAuthorizedCode',
];
/** An unused client is deleted after a day. It can register again. */
const CLIENT_MS = 24 * 3600_000;
/** What the library would keep about a signed-in person. Our own session is asked each time, so there is nothing to keep. */
const NOT_KEPT = 'Session';
/** Kinds whose payload names the connection that they belong to; a grant is the connection itself. */
const connectionOf = (kind: string, id: string, payload: AdapterPayload): string | null =>
  kind === 'Grant' ? id : (payload.grantId ?? null);

export function createOauthState(database: Database, clock: Clock, sealer: Sealer, effects: StateEffects): OauthState {
  const { queries } = database;

  const adapter = (kind: string): Adapter => {
    // The library goes by the names of its classes. A bundler that changes them must not go unnoticed.
    if (!KINDS.includes(kind)) throw new Error(`the authorization server keeps something unknown: ${kind}`);
    return keeper(kind);
  };

  const keeper = (kind: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      if (kind === NOT_KEPT) return;
      const hash = hashOf(id);
      const now = clock();
      await putState(queries, {
        kind,
        hash,
        connection_id: connectionOf(kind, id, payload),
        audience: typeof payload.aud === 'string' ? payload.aud : null,
        sealed: sealer.seal(Buffer.from(JSON.stringify(payload)), contextOf(kind, hash)),
        created_at: now,
        expires_at: now + (expiresIn === undefined ? CLIENT_MS : expiresIn * 1000),
      });
    },

    find: async (id) => {
      if (kind === NOT_KEPT) return undefined;
      const hash = hashOf(id);
      const row = await findState(queries, kind, hash, clock());
      if (row === undefined) return undefined;
      const payload = JSON.parse(sealer.open(row.sealed, contextOf(kind, hash)).toString()) as AdapterPayload;
      return row.consumed_at === null ? payload : { ...payload, consumed: Math.floor(row.consumed_at / 1000) };
    },

    consume: async (id) => {
      const hash = hashOf(id);
      if (await consumeState(queries, kind, hash, clock())) return;
      // Two came with it at the same moment. It is unclear which of them is the client.
      const row = await findState(queries, kind, hash, clock());
      if (row?.connection_id) await effects.end(row.connection_id);
      const { errors } = await import('oidc-provider');
      throw new errors.InvalidGrant('it was used already');
    },

    destroy: async (id) => {
      if (kind === 'Grant') await effects.end(id);
      else await deleteState(queries, kind, hashOf(id));
    },

    revokeByGrantId: (grantId) => effects.end(grantId),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  });

  return {
    adapter,
    unusedClients: () => countUnusedClients(queries, clock()),
    keepClient: (clientId, until) => keepClient(queries, hashOf(clientId), until),
  };
}

/** What is hashed is random and long, so a plain hash cannot be reversed by trying. */
export function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

const contextOf = (kind: string, hash: Buffer): string[] => ['oauth', kind, hash.toString('hex')];
