/** The socket under an ssh connection: ssh2 writes each packet in three pieces, which here leave together. */
import { connect, type Socket } from 'node:net';

/** All that is written in one turn of the event loop goes out in one write, at the end of that turn. */
export function connectSocket(host: string, port: number): Socket {
  const socket = connect({ host, port, noDelay: true });
  const write = socket.write.bind(socket) as (bytes: Uint8Array | string) => boolean;
  let gathering = false;
  const release = () => {
    gathering = false;
    socket.uncork();
  };
  const gather = (bytes: Uint8Array | string): boolean => {
    if (!gathering) {
      gathering = true;
      socket.cork();
      process.nextTick(release);
    }
    return write(bytes);
  };
  socket.write = gather;
  return socket;
}
