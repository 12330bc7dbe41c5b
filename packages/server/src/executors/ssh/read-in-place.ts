/**
 * What ssh hosts send is read into one buffer that all connections share, and decrypted from there. Otherwise Node would
 * take a new buffer of 64 KiB for each read, and hand over no more than that at once.
 */
import type { OnReadOpts, Socket } from 'node:net';
import type { Client } from 'ssh2';

/** Private fields of ssh2. If they are not as described here, it gets a copy of each read, as it would from Node. */
interface Session {
  readonly _protocol?: { readonly _decipher?: object };
}

/** Those that keep nothing of what they are given to decrypt. The others may keep a part until the next read. */
const LETS_GO = 'AESGCMDecipherNative';

const BYTES = 256 * 1024;
let shared: Buffer | undefined;
const clients = new WeakMap<Socket, Client>();

/** How a socket is opened that `readInPlace` may be called for. `socket`: that one. */
export function inOneBuffer(socket: () => Socket): { readonly onread?: OnReadOpts } {
  shared ??= Buffer.allocUnsafeSlow(BYTES);
  const callback = (size: number, buffer: Uint8Array): boolean => {
    const [reads, bytes] = [socket(), buffer.subarray(0, size) as Buffer];
    reads.emit('data', letsGo(clients.get(reads)) ? bytes : Buffer.from(bytes));
    return true;
  };
  return { onread: { buffer: shared, callback } };
}

/** Until it has logged in, a client keeps some of what it reads. */
export function readInPlace(client: Client, socket: Socket): void {
  clients.set(socket, client);
}

/** Asked at each read: new keys may come with another cipher. */
function letsGo(client: Client | undefined): boolean {
  const { _protocol: protocol } = (client ?? {}) as Session;
  return protocol?._decipher?.constructor.name === LETS_GO;
}
