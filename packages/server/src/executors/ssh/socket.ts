/** The only place that opens a socket to an ssh host: its errors are listened to from the start. */
import { connect, type Socket } from 'node:net';

export function connectSocket(host: string, port: number): Socket {
  return connect({ host, port, noDelay: true }).on('error', () => {});
}
