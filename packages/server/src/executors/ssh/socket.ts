/**
 * The only place that opens a socket to an ssh host: its errors are listened to from the start. ssh2 writes each packet
 * in three pieces, which here leave together.
 */
import { connect, type Socket } from 'node:net';

/**
 * All that is written in one turn of the event loop goes out in one piece, at the end of that turn: a write costs as
 * much as everything else that is done for a packet.
 */
export function connectSocket(host: string, port: number): Socket {
  const socket = connect({ host, port, noDelay: true });
  socket.on('error', () => {});
  const write = socket.write.bind(socket) as (bytes: Uint8Array) => boolean;
  const end = socket.end.bind(socket) as () => Socket;
  let pieces: Uint8Array[] = [];
  let size = 0;
  const release = () => {
    if (size === 0) return;
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, size);
    pieces = [];
    size = 0;
    if (socket.writable) write(all);
  };
  /** False, as of any stream, when what has not left yet is enough: what is released is then too, and `drain` follows. */
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
