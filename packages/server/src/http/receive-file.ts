/** Writes the body of a call into a file of a machine, as it comes: never faster than the machine takes it. */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FILE_LIMITS, Refusal, type WriteFileAnswer } from '@synapse/contract';
import {
  changed,
  expectedOf,
  type FileWork,
  type Piece,
  refusalOf,
  unpackScript,
  writeScript,
} from '../files/index.ts';
import { whenStalled } from './when-stalled.ts';

export interface Sent {
  readonly path: string;
  readonly body: IncomingMessage;
  /** How long the body is. */
  readonly bytes: number;
  readonly expect: string | undefined;
  readonly mode: string | null;
  /** Set if it comes in pieces. */
  readonly piece: Piece | null;
  /** It is an archive, to be unpacked there. */
  readonly folder: boolean;
}

/** What came of it. `received`: so much is there, and the rest has still to come. */
export interface Received {
  answer: (WriteFileAnswer & { readonly created: boolean }) | null;
  received: number | null;
}

/** `onStalled`: the sender gives nothing any more, or the machine takes nothing. */
export function receiveFile(sent: Sent, result: Received, onStalled: () => void): FileWork {
  const { path, bytes, expect, mode, piece, folder } = sent;
  return async (run) => {
    const whole = !folder && (piece === null || piece.from === 0);
    const hash = whole && bytes <= FILE_LIMITS.hashUpTo ? createHash('sha256') : null;
    const stalled = whenStalled(FILE_LIMITS.stalledMs, onStalled);
    async function* input(): AsyncGenerator<Buffer> {
      let left = bytes;
      if (left === 0) return;
      for await (const chunk of sent.body as AsyncIterable<Buffer>) {
        stalled.moved();
        hash?.update(chunk);
        left -= chunk.length;
        yield chunk;
        stalled.moved();
        if (left <= 0) return;
      }
      if (left > 0) throw new Error('the sender is gone');
    }
    try {
      const token = randomBytes(8).toString('hex');
      const expected = expectedOf(expect);
      const script = folder ? unpackScript(path, bytes) : writeScript({ path, bytes, token, expected, mode, piece });
      const end = await run(script, { input: input() });
      const [verdict, word, detail] = end.words;
      if (verdict === 'ok' && word === 'part') result.received = Number(detail);
      else if (word === 'at') {
        result.received = Number(detail);
        throw new Refusal('upload_elsewhere', { received: result.received }).with({ received: result.received });
      } else if (word === 'changed') throw changed(path, detail || '?');
      else if (verdict !== 'ok') throw refusalOf(path, end);
      else {
        const size = piece?.total ?? bytes;
        const sha256 = hash === null ? {} : { sha256: hash.digest('hex') };
        result.answer = { path, ...sha256, size, created: word === 'created' };
      }
      return result.answer;
    } finally {
      stalled.stop();
    }
  };
}
