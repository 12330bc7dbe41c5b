/** The only connection to the outside: a WebSocket to the service, over TLS unless the service is on this computer. */
import { AGENT_LINK_PATH, LINK_LIMITS, withoutEnd } from '@synapse/contract';
import { WebSocket } from 'ws';
import type { Identity } from './home.ts';
import { tell } from './words.ts';

const CONNECT_MS = 10_000;

/** Throws with a text for the owner when the address is not acceptable. */
export function checkServer(server: string, plainHttp: boolean): string {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.username !== '') {
    throw new Error(tell('not_an_address', { server }));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plainHttp) {
    throw new Error(tell('not_encrypted', { server }));
  }
  return `${url.origin}${withoutEnd(url.pathname, '/')}`;
}

/** The only place that opens one: its errors are listened to from the start. `ca`: PEM of the only authority that is trusted for it; null: those that Node trusts. */
export function openSocket({ server, ca }: Pick<Identity, 'server' | 'ca'>): WebSocket {
  const url = new URL(server);
  const sealed = url.protocol === 'https:' || isLoopback(url.hostname);
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}${AGENT_LINK_PATH}`, {
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_MS,
    maxPayload: LINK_LIMITS.serviceFrameBytes,
    ...(ca == null ? {} : { ca }),
    // Masks keep proxies from misreading bytes as a request. Where no proxy can see them, they only cost time.
    ...(sealed ? { generateMask: (mask: Buffer) => void mask.fill(0) } : {}),
  });
  socket.on('error', () => {});
  return socket;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
