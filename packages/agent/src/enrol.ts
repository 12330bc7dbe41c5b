/** Enrols this computer: makes its own key here and trades a one-time code for its acceptance. */
import { hostname } from 'node:os';
import { AGENT_PROTOCOL, LINK_CLOSED, parseFrame, proofText, ServiceFrame } from '@synapse/contract';
import { about } from './about.ts';
import { connectionText } from './connection-text.ts';
import type { Home, Identity } from './home.ts';
import { newKey, readKey } from './key.ts';
import { openSocket } from './open-socket.ts';
import { refusalText } from './refusal-text.ts';

/** The service's address, and the certificate (PEM) of the only authority trusted for it, if not the usual ones. */
export interface Service {
  readonly server: string;
  readonly ca: string | null;
}

export async function enrol(home: Home, { server, ca }: Service, code: string): Promise<Identity> {
  const pending = home.pendingKey();
  const key = pending === null ? newKey() : readKey(pending);
  home.savePendingKey(key.privateKey);
  const socket = openSocket({ server, ca });
  const { promise, resolve, reject } = Promise.withResolvers<Identity>();
  socket.on('message', (data) => {
    const frame = parseFrame(ServiceFrame, data.toString());
    if (frame?.type === 'hello') {
      if (frame.protocol !== AGENT_PROTOCOL) return reject(new Error(refusalText('protocol')));
      const signature = key.sign(proofText('enrol', frame.nonce, code));
      socket.send(JSON.stringify({ type: 'enrol', ...about(hostname()), code, public_key: key.publicKey, signature }));
    } else if (frame?.type === 'enrolled') {
      const { machine_id, slug } = frame;
      resolve({ server, machine_id, slug, ca, private_key: key.privateKey });
    }
  });
  socket.on('error', (error) => reject(new Error(connectionText(server, error))));
  socket.on('close', (closeCode, reason) => {
    const said = closeCode === LINK_CLOSED.protocol ? 'protocol' : reason.toString();
    reject(new Error(refusalText(said)));
  });
  try {
    const identity = await promise;
    home.saveIdentity(identity);
    return identity;
  } finally {
    socket.terminate();
  }
}
