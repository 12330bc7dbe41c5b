/** Every REST route of the service, on one screen. `/tda/mcp` has a room of its own: `mcp/`. */
import type { Endpoint } from './endpoint.ts';
import * as auth from './rest/auth.ts';
import * as tokens from './rest/tokens.ts';
import * as users from './rest/users.ts';

export type Services = auth.AuthServices & tokens.TokenServices & users.UserServices;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly endpoint: Endpoint;
}

const get = (path: string, endpoint: Endpoint): Route => ({ method: 'GET', path, endpoint });
const post = (path: string, endpoint: Endpoint): Route => ({ method: 'POST', path, endpoint });
const patch = (path: string, endpoint: Endpoint): Route => ({ method: 'PATCH', path, endpoint });
const del = (path: string, endpoint: Endpoint): Route => ({ method: 'DELETE', path, endpoint });

export const routes = (services: Services): Route[] => [
  post('/auth/login', auth.login(services)),
  post('/auth/session', auth.openPage(services)),
  get('/auth/me', auth.me(services)),
  post('/auth/logout', auth.logout(services)),
  post('/auth/password', auth.changePassword(services)),

  post('/admin/users', users.createUser(services)),
  get('/admin/users', users.listUsers(services)),
  patch('/admin/users/:id', users.changeUser(services)),
  del('/admin/users/:id', users.deleteUser(services)),

  post('/tda/ai/tokens', tokens.createToken(services)),
  get('/tda/ai/tokens', tokens.listTokens(services)),
  del('/tda/ai/tokens/:id', tokens.revokeToken(services)),
  post('/tda/ai/tokens/emergency-revoke', tokens.emergencyRevoke(services)),
];
