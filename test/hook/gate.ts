/** A gate in front of the service that a test can shut or leave hanging: a network that really fails. */
import net, { type AddressInfo } from 'node:net';

export type GateMode = 'open' | 'dead' | 'hanging';

export interface Gate {
  readonly url: string;
  set(mode: GateMode): Promise<void>;
  /** How many clients wait at the hanging gate now. */
  waiting(): number;
  close(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  const { port: targetPort, hostname } = new URL(target);
  const sockets = new Set<net.Socket>();
  let mode: GateMode = 'open';
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // Read, so that a client that gives up is noticed, but never answered.
    if (mode === 'hanging') return void socket.resume();
    const upstream = net.connect(Number(targetPort), hostname);
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    waiting: () => (mode === 'hanging' ? sockets.size : 0),
    set: async (next) => {
      if (mode === next) return;
      if (mode !== 'dead') await stop();
      mode = next;
      if (next !== 'dead') await listen(port);
    },
    close: async () => {
      if (mode !== 'dead') await stop();
    },
  };
}
