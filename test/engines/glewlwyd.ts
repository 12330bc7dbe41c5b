/** A real issuer that shares no code with us: Glewlwyd, a server of OpenID Connect in C. The Debian packages, unpacked. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { shellQuote } from '@synapse/runner';
import SQLite from 'better-sqlite3';
import { fetchPackages, freePort, libraryPath } from './engines.ts';
import { supervise } from './supervise.ts';

const PACKAGES = [
  'glewlwyd',
  'libulfius2.7',
  'libmicrohttpd12',
  'libhoel1.4',
  'librhonabwy1.1',
  'libiddawc1.1',
  'liborcania2.3',
  'libyder2.0',
  'libconfig9',
  'libjansson4',
  'libcbor0.8',
  'liboath0',
  'libldap-2.5-0',
  'libsasl2-2',
  'libpq5',
  'libmariadb3',
  'libcurl3-gnutls',
  'libsqlite3-0',
];

export interface Glewlwyd {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Somebody who may sign in there, and has allowed it to tell us who they are. */
  addPerson(person: GlewlwydPerson): Promise<void>;
  /** Where its own page would send the person's name and password. */
  readonly signInAt: string;
  stop(): Promise<void>;
}

export interface GlewlwydPerson {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly email_verified: 'true' | 'false';
}

export const findGlewlwyd = (): Promise<string> => fetchPackages('glewlwyd', PACKAGES);

const CLIENT = { id: 'synapse', secret: 'a secret that both share' };
const SCOPES = ['openid', 'email', 'profile'];

/** Which of a person's properties it keeps besides the usual. */
const KEPT = { email_verified: { multiple: false, read: true, write: true } };
const KEEP_VERIFIED = `update g_user_module_instance set gumi_parameters =
  '${JSON.stringify({ 'use-glewlwyd-connection': true, 'data-format': KEPT })}'`;

export async function startGlewlwyd(root: string, redirectUri: string): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-glewlwyd-'));
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api`;
  const schema = await readFile(join(root, 'usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'));
  new SQLite(join(folder, 'data')).exec(gunzipSync(schema).toString()).exec(KEEP_VERIFIED).close();
  await mkdir(join(folder, 'none'));
  await writeFile(join(folder, 'conf'), configuration(root, folder, port));
  const daemon = await supervise({
    argv: [join(root, 'usr/bin/glewlwyd'), `--config-file=${join(folder, 'conf')}`],
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraryPath(root) },
    log: join(folder, 'log'),
    cleanup: `rm -rf ${shellQuote(folder)}`,
    ready: () => fetch(`${api}/mod/type`),
  });
  // Its first administrator, as its schema makes it.
  const asAdmin = await signedIn(api, 'admin', 'password');
  await asAdmin('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'oidc', parameters: oidc(api) });
  for (const name of SCOPES.slice(1)) await asAdmin('POST', '/scope/', { name, display_name: name, scheme: {} });
  await asAdmin('POST', '/client/', {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    name: 'Synapse',
    confidential: true,
    enabled: true,
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    scope: SCOPES,
    token_endpoint_auth_method: ['client_secret_post', 'client_secret_basic'],
  });
  return {
    issuer: `${api}/oidc`,
    client: CLIENT,
    signInAt: `${api}/auth/`,
    addPerson: async (person) => {
      const { username, password } = person;
      await asAdmin('POST', '/user/', { ...person, name: username, enabled: true, scope: [...SCOPES, 'g_profile'] });
      const asPerson = await signedIn(api, username, password);
      await asPerson('PUT', `/auth/grant/${CLIENT.id}`, { scope: SCOPES.join(' ') });
    },
    stop: () => daemon.stop(),
  };
}

type Call = (method: string, path: string, body: unknown) => Promise<void>;

async function signedIn(api: string, username: string, password: string): Promise<Call> {
  const call = async (method: string, path: string, body: unknown, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(api + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`glewlwyd: ${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const opened = await call('POST', '/auth/', { username, password });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return async (method, path, body) => void (await call(method, path, body, cookie));
}

function configuration(root: string, folder: string, port: number): string {
  const modules = join(root, 'usr/lib/glewlwyd');
  return `port=${port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:${port}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="WARNING"
cookie_domain="127.0.0.1"
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
user_middleware_module_path="${folder}/none"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3" path="${folder}/data" };
`;
}

/** Settings of its OpenID Connect: authorization code with PKCE, and what it says of a person. */
function oidc(api: string): Record<string, unknown> {
  const pem = { type: 'spki', format: 'pem' } as const;
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: pem,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const claim = { mandatory: true, 'on-demand': false, scope: [] };
  const verified = { 'boolean-value-true': 'true', 'boolean-value-false': 'false' };
  return {
    iss: `${api}/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: keys.privateKey,
    cert: keys.publicKey,
    'access-token-duration': 300,
    'refresh-token-duration': 300,
    'code-duration': 60,
    'jwks-show': true,
    'refresh-token-rolling': false,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-refresh-enabled': false,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'subject-type': 'public',
    'address-claim': { type: 'no' },
    'name-claim': 'no',
    'email-claim': 'mandatory',
    'scope-claim': 'no',
    claims: [
      { name: 'email_verified', 'user-property': 'email_verified', type: 'boolean', ...verified, ...claim },
      { name: 'preferred_username', 'user-property': 'username', type: 'string', ...claim },
    ],
  };
}
