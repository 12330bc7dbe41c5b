/**
 * Takes the body of an answer from one buffer that every read fills again, past Node's streams. A stream would have a new
 * buffer for each 64 KiB, and freeing those takes longer than receiving them.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';

const BYTES = 256 * 1024;

export interface BodyTap {
  /** An option of the call's connection, plain or TLS. */
  readonly onread: OnReadOpts;
  /** Before the call is sent. */
  watch(call: ClientRequest): void;
  /**
   * Hands over all of a body whose length is known. What `take` gets is its own only until it returns. Rejects if the
   * line is cut, and with whatever `take` throws.
   */
  drain(response: IncomingMessage, length: number, take: (bytes: Uint8Array) => void): Promise<void>;
}

export function tapBody(): BodyTap {
  let socket: Socket | undefined;
  let begun = false;
  let receive: ((bytes: Uint8Array) => void) | null = null;
  return {
    onread: {
      buffer: Buffer.allocUnsafeSlow(BYTES),
      callback: (size, buffer) => {
        const bytes = buffer.subarray(0, size);
        if (receive !== null) receive(bytes);
        // The head of the answer, for Node to read. It keeps what it is given.
        else socket!.emit('data', Buffer.from(bytes));
        // Once the body has begun, reads happen only on demand.
        return receive !== null || !begun;
      },
    },
    watch: (call) => {
      call.once('socket', (opened) => {
        socket = opened;
      });
      call.once('response', (response) => {
        begun = lengthOf(response) !== null;
      });
    },
    drain: (response, length, take) =>
      new Promise((resolve, reject) => {
        let left = length;
        const over = (error?: unknown) => {
          receive = () => undefined;
          if (error === undefined) resolve();
          else reject(error);
          // It serves this one call.
          socket!.destroy();
        };
        receive = (bytes) => {
          const part = bytes.length > left ? bytes.subarray(0, left) : bytes;
          left -= part.length;
          try {
            take(part);
          } catch (error) {
            over(error);
            return;
          }
          if (left === 0) over();
        };
        let reason = new Error('ECONNRESET');
        response.on('error', (error) => {
          reason = error;
        });
        socket!.once('close', () => over(reason));
        if (socket!.destroyed) return over(reason);
        // What came together with the head has gone through the stream.
        const first = (response.read() as Buffer | null) ?? Buffer.alloc(0);
        receive(first);
        if (left > 0) socket!.resume();
      }),
  };
}

/** How long a body will be, or null where that is not known beforehand, or where it is not the file itself. */
export function lengthOf({ statusCode = 0, headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  const plain = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined;
  return length !== undefined && plain && (statusCode === 200 || statusCode === 206) ? Number(length) : null;
}
