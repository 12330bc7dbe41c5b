/** Under which address a caller knows the service, and what follows from it for OAuth. Pure. */
import type { Config } from '../config/read-config.ts';

export interface OauthAddresses {
  readonly issuer: string;
  /** What tokens are for: their audience. */
  readonly resource: string;
  readonly resourceMetadata: string;
  /** Of the page that asks a person. */
  consent(uid: string): string;
}

export const OAUTH_PATH = '/oauth';
const RESOURCE_PATH = '/mcp';
export const SERVER_METADATA_PATH = `/.well-known/oauth-authorization-server${OAUTH_PATH}`;
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`;

/** Null: OAuth is off for this caller. */
export type AddressesOf = (host: string | undefined) => OauthAddresses | null;

/**
 * The public address where there is one, with https. Else, where only this computer can connect, the name by which it
 * did: clients compare it letter by letter with the one that they were given.
 */
export function createAddressesOf({ publicUrl, loopback }: Pick<Config, 'publicUrl' | 'loopback'>): AddressesOf {
  if (publicUrl?.startsWith('https:')) {
    const own = addressesAt(publicUrl);
    return () => own;
  }
  if (!loopback) return () => null;
  return (host) =>
    host !== undefined && LOOPBACK_HOST.test(host) ? addressesAt(`http://${host.toLowerCase()}`) : null;
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

function addressesAt(base: string): OauthAddresses {
  return {
    issuer: `${base}${OAUTH_PATH}`,
    resource: `${base}${RESOURCE_PATH}`,
    resourceMetadata: `${base}${RESOURCE_METADATA_PATH}`,
    consent: (uid) => `${base}${OAUTH_PATH}/consent/${uid}`,
  };
}
