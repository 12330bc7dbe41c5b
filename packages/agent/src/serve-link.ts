/** One link from its opening to its end: proves the key, then does what the service asks. */
import { hostname } from 'node:os';
import { AGENT_PROTOCOL, LINK_CLOSED, parseFrame, proofText, ServiceFrame } from '@synapse/contract';
import { about } from './about.ts';
import type { Commands } from './commands.ts';
import { connectionText } from './connection-text.ts';
import type { Identity } from './home.ts';
import type { AgentKey } from './key.ts';
import { openSocket } from './open-socket.ts';
import { tell } from './words.ts';

export interface LinkOptions {
  readonly identity: Identity;
  readonly key: AgentKey;
  readonly boot: string;
  /** The number of this link since the agent started. */
  readonly attempt: number;
  readonly commands: Commands;
  readonly onWelcome: () => void;
  readonly signal: AbortSignal;
}

export type LinkEnd =
  /** Connecting again would end the same way. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another agent with this identity has taken over. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * After this many silent heartbeats the other side is gone. Beats are counted, not time, because a computer may have
 * slept.
 */
const SILENT_BEATS = 3;
const FIRST_WORD_MS = 10_000;

export function serveLink(options: LinkOptions): Promise<LinkEnd> {
  const { identity, key, boot, attempt, commands, signal } = options;
  return new Promise((resolve) => {
    const socket = openSocket(identity);
    let failure = '';
    let silentBeats = 0;
    let beat: NodeJS.Timeout | undefined = setTimeout(() => socket.terminate(), 2 * FIRST_WORD_MS);
    const sign = () => {
      silentBeats = 0;
    };
    // The service hears of a command's end before the link closes.
    const stop = () => void commands.stop().finally(() => socket.close(1000, 'the agent is stopping'));
    signal.addEventListener('abort', stop, { once: true });

    const greet = (nonce: string, heartbeatMs: number): void => {
      clearTimeout(beat);
      beat = setInterval(() => {
        silentBeats += 1;
        if (silentBeats > SILENT_BEATS) socket.terminate();
        else socket.ping();
      }, heartbeatMs);
      const proof = {
        ...about(hostname()),
        machine_id: identity.machine_id,
        public_key: key.publicKey,
        signature: key.sign(proofText('link', nonce, identity.machine_id)),
        boot,
        attempt,
        commands: commands.ids(),
      };
      socket.send(JSON.stringify({ type: 'prove', ...proof }));
    };

    socket.on('message', (data, isBinary) => {
      sign();
      const frame = isBinary ? null : parseFrame(ServiceFrame, data.toString());
      if (frame === null) return socket.close(LINK_CLOSED.malformed, 'malformed frame');
      if (frame.type === 'hello') {
        if (frame.protocol !== AGENT_PROTOCOL) return socket.close(LINK_CLOSED.protocol, 'protocol');
        greet(frame.nonce, frame.heartbeat_ms);
      } else if (frame.type === 'welcome') {
        commands.welcome(socket, frame);
        options.onWelcome();
      } else commands.take(frame);
    });
    socket.on('ping', sign);
    socket.on('pong', sign);
    socket.on('error', (error) => {
      failure = connectionText(identity.server, error);
    });
    socket.on('close', (code, reason) => {
      clearInterval(beat);
      signal.removeEventListener('abort', stop);
      commands.unlink();
      resolve(linkEnd(code, reason.toString(), failure));
    });
  });
}

function linkEnd(code: number, reason: string, failure: string): LinkEnd {
  if (code === LINK_CLOSED.refused) return { kind: 'refused', reason };
  if (code === LINK_CLOSED.revoked) return { kind: 'refused', reason: 'revoked' };
  if (code === LINK_CLOSED.protocol) return { kind: 'refused', reason: 'protocol' };
  if (code === LINK_CLOSED.replaced) return { kind: 'replaced' };
  return { kind: 'lost', reason: failure || reason || tell('closed_with', { code }) };
}
