/** How the server of a benchmark tells the process that loads it where it listens, and when it ends. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Prints where the server listens, and ends it when the parent closes its input. */
export function announce(server: Server, tokens: readonly string[], stop: () => Promise<void>): void {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, tokens })}\n`);
  process.stdin.resume().on('end', () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
