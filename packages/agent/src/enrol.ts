/** Brings this computer in: a key of its own, made here, for a code that is good once. */
import { hostname } from 'node:os';
import { AGENT_PROTOCOL, LINK_CLOSED, parseFrame, proofText, ServiceFrame } from '@synapse/contract';
import { about } from './about.ts';
import type { Home, Identity } from './home.ts';
import { newKey, readKey } from './key.ts';
import { openSocket } from './open-socket.ts';
import { refusalText } from './refusal-text.ts';

export async function enrol(home: Home, server: string, code: string): Promise<Identity> {
  const pending = home.pendingKey();
  const key = pending === null ? newKey() : readKey(pending);
  home.savePendingKey(key.privateKey);
  const socket = openSocket(server);
  const { promise, resolve, reject } = Promise.withResolvers<Identity>();
  socket.on('message', (data) => {
    const frame = parseFrame(ServiceFrame, data.toString());
    if (frame?.type === 'hello') {
      if (frame.protocol !== AGENT_PROTOCOL) return reject(new Error(refusalText('protocol')));
      const signature = key.sign(proofText('enrol', frame.nonce, code));
      socket.send(JSON.stringify({ type: 'enrol', ...about(hostname()), code, public_key: key.publicKey, signature }));
    } else if (frame?.type === 'enrolled') {
      const { machine_id, slug } = frame;
      resolve({ server, machine_id, slug, private_key: key.privateKey });
    }
  });
  socket.on('error', (error) => reject(new Error(`${server} cannot be reached: ${error.message}`)));
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
