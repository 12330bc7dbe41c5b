/**
 * The only place that opens a socket to an ssh host. Its errors have a listener from the start. ssh2 writes each packet
 * in three pieces; here they are sent together.
 */
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inOneBuffer } from './read-in-place.ts';

/** Below this, copying pieces into one is cheaper than handing the system a list of them. */
const COPIED_UP_TO = 16 * 1024;

/**
 * Everything written in one turn of the event loop is sent in one go at the end of that turn, because a write costs as
 * much as everything else that is done for a packet.
 */
export function connectSocket(host: string, port: number): Socket {
  const socket: Socket = connect({ host, port, noDelay: true, ...inOneBuffer(() => socket) });
  socket.on('error', () => {});
  return gathering(socket, COPIED_UP_TO);
}

/** The way through a jump host: each piece would become a packet of its own there, on every host of the way. */
export const gatheringTunnel = <T extends Duplex>(tunnel: T): T => gathering(tunnel, Number.POSITIVE_INFINITY);

function gathering<T extends Duplex>(socket: T, copiedUpTo: number): T {
  const write = socket.write.bind(socket) as (bytes: Uint8Array) => boolean;
  const end = socket.end.bind(socket) as () => T;
  let pieces: Uint8Array[] = [];
  let size = 0;
  const release = () => {
    if (size === 0) return;
    const all = pieces.length > 1 && size <= copiedUpTo ? [Buffer.concat(pieces, size)] : pieces;
    pieces = [];
    size = 0;
    if (!socket.writable) return;
    socket.cork();
    for (const piece of all) write(piece);
    socket.uncork();
  };
  /**
   * False, as with any stream, when enough is waiting to be sent. The real write then returns false too, so `drain`
   * follows.
   */
  const gather = (bytes: Uint8Array | string): boolean => {
    const piece = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    if (size === 0) process.nextTick(release);
    pieces.push(piece);
    size += piece.length;
    return socket.writableLength + size < socket.writableHighWaterMark;
  };
  socket.write = gather;
  socket.end = () => {
    release();
    return end();
  };
  return socket;
}
