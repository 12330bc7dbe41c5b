/**
 * A small S3-compatible service on a real port. It checks every signature from the raw request, by rules that are
 * written here once more; and it can be slow, refuse, break off, or lie.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestBucket {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** What became of each request: `PUT 200`. */
  readonly seen: string[];
  mood: 'well' | 'silent' | 'refuses' | 'breaks off' | 'keeps half' | 'gone';
  stop(): Promise<void>;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export async function startBucket(keyId: string, secret: string): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const seen: string[] = [];

  const isSigned = ({ method, url, headers }: IncomingMessage, body: Buffer): boolean => {
    const [, id, scope, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    if (id !== keyId || scope === undefined || names === undefined) return false;
    if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
    const time = String(headers['x-amz-date']);
    const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (
      !(Math.abs(Date.now() - at) < 15 * 60_000) ||
      !['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name))
    )
      return false;
    const [path = '', query = ''] = url!.split('?');
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
    const request = [method, path, query, lines.join(''), names, sha256(body)].join('\n');
    const [day = '', region = '', service = '', last = ''] = scope.split('/');
    const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), last);
    return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`).toString('hex') === signature;
  };

  const answer = (
    request: IncomingMessage,
    reply: ServerResponse,
    status: number,
    body: Buffer | string = '',
  ): void => {
    seen.push(`${request.method} ${status}`);
    reply.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  };
  const handle = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
      if (bucket.mood === 'breaks off') return void request.socket.destroy();
    }
    const body = Buffer.concat(pieces);
    if (bucket.mood === 'silent') return;
    if (bucket.mood === 'breaks off') return void request.socket.destroy();
    if (bucket.mood === 'gone') return answer(request, reply, 404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (bucket.mood === 'refuses') return answer(request, reply, 503, '<Error><Code>SlowDown</Code></Error>');
    if (!isSigned(request, body)) {
      return answer(request, reply, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const name = request.url!;
    if (request.method === 'PUT') {
      objects.set(name, bucket.mood === 'keeps half' ? body.subarray(0, body.length / 2) : body);
      return answer(request, reply, 200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return answer(request, reply, 204);
    }
    const found = objects.get(name);
    return found === undefined ? answer(request, reply, 404) : answer(request, reply, 200, found);
  };

  const server = createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket: TestBucket = {
    objects,
    seen,
    mood: 'well',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucket;
}
