/**
 * Keep-alive HTTP load over raw sockets: as little work per request as possible, so that the server is what is
 * measured.
 */
import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Ends after so many, if that is sooner. */
  readonly calls?: number;
  /** The text of the request number `n`. */
  readonly request: (n: number) => string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Each connection sends its next request when the answer to the last has arrived. Any answer but 200 is an error. */
export async function runLoad({
  port,
  connections,
  seconds,
  calls = Number.POSITIVE_INFINITY,
  request,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let sent = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const next = (): string | null => (sent < calls && performance.now() < end ? request(sent++) : null);
  const one = (): Promise<void> => askAndAsk(port, next, (milliseconds) => times.push(milliseconds));
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

/** One connection, until there is no next request. */
function askAndAsk(port: number, next: () => string | null, onAnswer: (milliseconds: number) => void): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let begun = 0;
  let received = '';
  const ask = (): void => {
    const text = next();
    if (text === null) return void resolve();
    begun = performance.now();
    socket.write(text, 'latin1');
  };
  socket.setEncoding('latin1');
  socket.on('connect', ask);
  socket.on('data', (text: string) => {
    received = received === '' ? text : received + text;
    if (!isWhole(received)) return;
    if (!received.startsWith('HTTP/1.1 200 ')) return reject(new Error(`unexpected answer: ${received.slice(0, 500)}`));
    received = '';
    onAnswer(performance.now() - begun);
    ask();
  });
  socket.on('close', () => reject(new Error(`the connection ended: ${received.slice(0, 500)}`)));
  socket.on('error', reject);
  return promise.finally(() => socket.destroy());
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = LENGTH.exec(received);
  return length === null || length.index > head
    ? received.endsWith('0\r\n\r\n')
    : received.length >= head + 4 + Number(length[1]);
}
