/** An archive in a bucket of an S3-compatible service. */

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { withoutEnd } from '@synapse/contract';
import type { Clock } from '../../clock.ts';
import { type Archive, ArchiveError } from './archive.ts';
import { type BucketKeys, EMPTY_HASH, signRequest, type UnsignedRequest } from './sign-request.ts';

export interface Bucket extends BucketKeys {
  /** Of the service, without the bucket. */
  readonly endpoint: string;
  /** `s3://bucket/prefix`. */
  readonly address: string;
}

/** For a request with all its bytes. A file has 20,000 entries at most. */
const REQUEST_MS = 120_000;

export function createBucketArchive(bucket: Bucket, dataDir: string, clock: Clock, requestMs = REQUEST_MS): Archive {
  const { host, pathname } = new URL(bucket.address);
  const base = `${bucket.endpoint}/${host}${withoutEnd(pathname, '/')}`;

  const send = async (method: UnsignedRequest['method'], name: string, body: Blob | null, bodyHash = EMPTY_HASH) => {
    const url = new URL(`${base}/${name}`);
    try {
      return await fetch(url, {
        method,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(requestMs),
        // By this computer's clock: the bucket's service compares the time of the signature with its own.
        headers: signRequest(bucket, { method, url, bodyHash, now: clock() }),
      });
    } catch (error) {
      const why = (error as Error).cause instanceof Error ? (error as { cause: Error }).cause : (error as Error);
      throw new ArchiveError(`${bucket.address} is out of reach: ${why.message}`, { cause: error });
    }
  };
  const refused = async (answer: Response): Promise<ArchiveError> => {
    const text = await answer.text().catch(() => '');
    const code = /<Code>(\w{1,60})<\/Code>/.exec(text.slice(0, 10_000))?.[1] ?? '';
    return new ArchiveError(`${bucket.address} answered ${answer.status} ${code}`.trimEnd());
  };

  return {
    workshop: dataDir,
    place: async () => bucket.address,
    isHere: async (place) => place === bucket.address,

    keep: async (name, draft) => {
      const blob = await openAsBlob(draft);
      const digest = createHash('sha256');
      for await (const piece of blob.stream()) digest.update(piece);
      const answer = await send('PUT', name, blob, digest.digest('hex'));
      if (answer.status !== 200) throw await refused(answer);
      await answer.body?.cancel();
    },

    read: async (name) => {
      const answer = await send('GET', name, null);
      if (answer.status === 404) return null;
      if (answer.status !== 200 || answer.body === null) throw await refused(answer);
      return Readable.fromWeb(answer.body as ReadableStream);
    },

    discard: async (name) => void (await (await send('DELETE', name, null)).body?.cancel()),
  };
}
