/** Assembles OAuth: connections, the authorization server, the question to a person, and what they keep. */
import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Users } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import type { Machines } from '../machines/machines.ts';
import { masterKey } from '../vault/cipher.ts';
import type { InstanceKeys } from '../vault/instance-keys.ts';
import { createSealer } from '../vault/sealer.ts';
import { type AddressesOf, createAddressesOf } from './addresses.ts';
import { type AuthorizationServer, createAuthorizationServer } from './authorization-server.ts';
import { type Connections, createConnections, type StopConnection } from './connections.ts';
import { type Consents, createConsents } from './consent.ts';
import { createFetchDocument } from './fetch-document.ts';
import { createOauthFlood, type OauthFlood } from './flood.ts';
import { createOauthState } from './state.ts';

export interface OauthParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: InstanceKeys['oauth'];
  readonly users: Pick<Users, 'isEnabled'>;
  readonly machines: Pick<Machines, 'list'>;
  readonly access: Pick<Access, 'crewsOf'>;
  readonly stop: StopConnection;
}

export interface Oauth {
  readonly connections: Connections;
  readonly addressesOf: AddressesOf;
  readonly server: AuthorizationServer;
  readonly consents: Consents;
  readonly flood: OauthFlood;
}

export function createOauth(parts: OauthParts): Oauth {
  const { config, database, clock, log, keys, users, machines, access, stop } = parts;
  const connections = createConnections(database, clock, stop);
  const state = createOauthState(database, clock, createSealer(masterKey(keys.state)), { end: connections.end });
  const server = createAuthorizationServer({
    state,
    connections,
    cookieKey: keys.cookies,
    signingKey: keys.signing,
    isWelcome: users.isEnabled,
    onDefect: (error) => log.error({ err: error }, 'authorization server failed'),
    fetchDocument: createFetchDocument({ allowPrivate: config.privateAddresses }),
  });
  return {
    connections,
    server,
    addressesOf: createAddressesOf(config),
    consents: createConsents({ clock, server, connections, state, machines, access }),
    flood: createOauthFlood(database, clock, state),
  };
}
