/** A real issuer of OpenID Connect (oidc-provider) on a port of its own. It signs in whoever the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { stopAtEnd } from '../left-behind.ts';

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
}

export interface RealIssuer {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Whoever comes next is this person; null refuses. */
  next(person: Person | null): void;
  stop(): Promise<void>;
}

const CLIENT = { id: 'synapse', secret: 'a secret that the issuer and we share' };

export async function startRealIssuer(): Promise<RealIssuer> {
  const people = new Map<string, Person>();
  let coming: Person | null = null;
  let serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        // The port of the service is not known before it starts.
        application_type: 'native',
        redirect_uris: [
          'http://127.0.0.1/auth/single-sign-on/callback',
          'http://localhost/auth/single-sign-on/callback',
        ],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['cookies of the tests'] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 300, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    findAccount: (_context, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ ...person }) };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  serve = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    void interact(request, response);
  };
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt } = await provider.interactionDetails(request, response);
    const denied = { error: 'access_denied', error_description: 'cancelled' };
    const outcome = prompt.name === 'consent' ? { consent: {} } : { login: { accountId: coming?.sub ?? '' } };
    await provider.interactionFinished(request, response, coming === null ? denied : outcome);
  };

  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  stopAtEnd(stop);
  return {
    url,
    client: CLIENT,
    next: (person) => {
      coming = person;
      if (person !== null) people.set(person.sub, person);
    },
    stop,
  };
}
