/** Stands between an agent and the service and does what networks do: cuts, freezes, slows down. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LinkProxy {
  readonly url: string;
  /** How many connections were made through it. */
  readonly connections: () => number;
  /** Ends every connection and refuses new ones, until `mend`. */
  cut(): void;
  /** From now on nothing passes through the open connections, and nobody is told. New ones pass. */
  freeze(): void;
  /** The same, and new ones say nothing either, until `mend`. */
  silence(): void;
  /** From now on nothing comes back through the open connections, nor through new ones, until `mend`. */
  deafen(): void;
  mend(): void;
  /** New connections go there from now on, as with a load balancer. */
  aim(target: string): void;
  stop(): Promise<void>;
}

export async function startLinkProxy(target: string): Promise<LinkProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let [whole, deaf, mute] = [true, false, false];
  const outward = new Set<Socket>();
  let count = 0;
  const server = createServer((incoming) => {
    if (!whole) return void incoming.destroy();
    count += 1;
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    if (mute) return void incoming.pause();
    incoming.pipe(outgoing);
    outward.add(outgoing.once('close', () => outward.delete(outgoing)));
    if (!deaf) outgoing.pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  const freeze = () => {
    for (const socket of sockets) {
      socket.unpipe();
      socket.pause();
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => count,
    cut,
    freeze,
    silence: () => {
      mute = true;
      freeze();
    },
    deafen: () => {
      deaf = true;
      for (const socket of outward) socket.unpipe().pause();
    },
    mend: () => {
      [whole, deaf, mute] = [true, false, false];
    },
    aim: (next) => {
      ({ hostname, port } = new URL(next));
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
