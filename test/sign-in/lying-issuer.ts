/** An issuer that answers as the test wants: with the right key, but wrong claims, or not at all. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { stopAtEnd } from '../left-behind.ts';

export interface LyingIssuer {
  readonly url: string;
  /** How it describes itself, beside the truth. */
  describe(lies: Readonly<Record<string, unknown>> | 'redirect' | 'huge' | 'nothing'): void;
  /** How often its token endpoint was asked. */
  asked(): number;
  stop(): Promise<void>;
}

/** `claims` are put over the right ones; null leaves one out. The rest says how the token is made, or what is answered instead. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'another key' | 'nobody';
  readonly instead?: 'error' | 'refusal' | 'redirect' | 'html' | 'huge' | 'nothing' | 'no id token';
}

export const CLIENT_ID = 'synapse';

/** The code carries the lie, so that many can be told at the same time. */
export const codeFor = (lie: Lie, nonce: string): string =>
  Buffer.from(JSON.stringify({ lie, nonce })).toString('base64url');

export async function startLyingIssuer(): Promise<LyingIssuer> {
  const [own, another] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  let description: Parameters<LyingIssuer['describe']>[0] = {};
  let asked = 0;

  const send = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const huge = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(64 * 1024, 0x20);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };
  const describeSelf = (response: ServerResponse): void => {
    if (description === 'nothing') return;
    if (description === 'huge') return void huge(response);
    if (description === 'redirect') return void response.writeHead(302, { location: `${url}/elsewhere` }).end();
    send(response, {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...description,
    });
  };
  const idToken = ({ claims, signedBy }: Lie, nonce: string): Promise<string> | string => {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: url,
      aud: CLIENT_ID,
      sub: 'somebody',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'somebody@example.org',
      email_verified: true,
      groups: [],
      ...claims,
    };
    const told = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    if (signedBy === 'nobody') return new UnsecuredJWT(told).encode();
    const { privateKey } = signedBy === 'another key' ? another : own;
    return new SignJWT(told).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
  };
  const answerToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked++;
    const code = new URLSearchParams(await text(request)).get('code') ?? '';
    const { lie, nonce } = JSON.parse(Buffer.from(code, 'base64url').toString()) as { lie: Lie; nonce: string };
    switch (lie.instead) {
      case 'nothing':
        return;
      case 'huge':
        return huge(response);
      case 'error':
        return send(response, { error: 'server_error' }, 500);
      case 'refusal':
        return send(response, { error: 'invalid_grant' }, 400);
      case 'redirect':
        return void response.writeHead(302, { location: `${url}/elsewhere` }).end();
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    }
    const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 300 };
    send(response, lie.instead === 'no id token' ? tokens : { ...tokens, id_token: await idToken(lie, nonce) });
  };

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    if (request.url === '/.well-known/openid-configuration') describeSelf(response);
    else if (request.url === '/jwks') send(response, { keys: [jwk] });
    else if (request.url === '/token') void answerToken(request, response);
    else send(response, {}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  stopAtEnd(stop);
  return {
    url,
    describe: (lies) => {
      description = lies;
    },
    asked: () => asked,
    stop,
  };
}
