/** Keep-alive HTTP load over raw sockets: as little work per request as possible, so that the server is what is measured. */
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The text of the request number `n`. */
  readonly request: (n: number) => string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Each connection sends its next request when the answer to the last has arrived. Any answer but 200 is an error. */
export async function runLoad({ port, connections, seconds, request }: Load): Promise<LoadResult> {
  const times: number[] = [];
  let sent = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    try {
      while (performance.now() < end) {
        const begun = performance.now();
        const answer = nextAnswer(socket);
        socket.write(request(sent++));
        await answer;
        times.push(performance.now() - begun);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

function nextAnswer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      finish();
      if (received.startsWith('HTTP/1.1 200 ')) resolve();
      else reject(new Error(`unexpected answer: ${received.slice(0, 500)}`));
    };
    const onEnd = (): void => {
      finish();
      reject(new Error(`the connection ended: ${received.slice(0, 500)}`));
    };
    const finish = (): void => void socket.off('data', onData).off('close', onEnd).off('error', onEnd);
    socket.on('data', onData).on('close', onEnd).on('error', onEnd);
  });
}

function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head));
  return length === null ? received.endsWith('0\r\n\r\n') : received.length >= head + 4 + Number(length[1]);
}
