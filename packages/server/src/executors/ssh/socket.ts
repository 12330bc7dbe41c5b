/** The only place that opens a socket to an ssh host. Its errors have a listener from the start. */
import { connect, type Socket } from 'node:net';
import { inOneBuffer } from './read-in-place.ts';

export function connectSocket(host: string, port: number): Socket {
  const socket: Socket = connect({ host, port, noDelay: true, ...inOneBuffer(() => socket) });
  return socket.on('error', () => {});
}
