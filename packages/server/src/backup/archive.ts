/**
 * The backup file: a readable head, then lines of JSON, compressed and sealed piece by piece under a passphrase.
 * Each piece is bound to its file and its place, the last one is marked: what was cut, moved or mixed does not open.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { hashRaw } from '@node-rs/argon2';
import { z } from 'zod';
import { CannotOpen, masterKey } from '../vault/cipher.ts';
import { createSealer, type Sealer } from '../vault/sealer.ts';

const MAGIC = 'SYNAPSE BACKUP 1\n';
const HEAD_MAX = 4096;
const PIECE_BYTES = 256 * 1024;
/** A piece, and what sealing adds to it. */
const FRAME_MAX = PIECE_BYTES + 1024;
const FRAME_HEAD = 5;
const MORE = 0;
const LAST = 1;
const ARGON2ID = 2;
const LINE_MAX = 256 * 1024 * 1024;

/** Bounds of what a file may ask of the computer that opens it. */
const Head = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  created_at: z.iso.datetime(),
  kdf: z.object({
    name: z.literal('argon2id'),
    memory_kib: z.int().min(8192).max(1_048_576),
    passes: z.int().min(1).max(16),
    lanes: z.int().min(1).max(16),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
  }),
});
type Head = z.infer<typeof Head>;

/** Not a backup, a damaged one, or the wrong passphrase. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

const CANNOT_OPEN = 'the backup cannot be opened: wrong passphrase, or the file was changed or cut';

export async function* sealArchive(
  passphrase: string,
  lines: AsyncIterable<string>,
  now: number,
): AsyncGenerator<Buffer> {
  const kdf = { name: 'argon2id', memory_kib: 65_536, passes: 3, lanes: 1, salt: randomBytes(16).toString('hex') };
  const head = Head.parse({ id: randomBytes(16).toString('hex'), created_at: new Date(now).toISOString(), kdf });
  const headText = `${JSON.stringify(head)}\n`;
  const sealer = await sealerFor(passphrase, head);
  yield Buffer.from(MAGIC + headText);

  const compressed = Readable.from(lines).pipe(createGzip());
  let index = 0;
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of compressed as AsyncIterable<Buffer>) {
    rest.push(chunk);
    size += chunk.length;
    while (size > PIECE_BYTES) {
      const all = Buffer.concat(rest);
      yield frame(sealer, headText, index++, MORE, all.subarray(0, PIECE_BYTES));
      rest = [all.subarray(PIECE_BYTES)];
      size -= PIECE_BYTES;
    }
  }
  yield frame(sealer, headText, index, LAST, Buffer.concat(rest));
}

function frame(sealer: Sealer, headText: string, index: number, kind: number, piece: Buffer): Buffer {
  const sealed = sealer.seal(piece, contextOf(headText, index, kind));
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUInt32BE(sealed.length);
  head[4] = kind;
  return Buffer.concat([head, sealed]);
}

export interface OpenedArchive {
  readonly createdAt: string;
  readonly lines: AsyncIterable<string>;
}

/** Throws BackupError, also in the middle of the lines: nothing of them may be kept then. */
export async function openArchive(passphrase: string, bytes: AsyncIterable<Buffer>): Promise<OpenedArchive> {
  const reader = createReader(bytes);
  if ((await reader.take(MAGIC.length))?.toString('latin1') !== MAGIC) throw new BackupError('not a Synapse backup');
  const headText = await reader.line(HEAD_MAX);
  const parsed = Head.safeParse(parseJson(headText ?? ''));
  if (headText === null || !parsed.success) throw new BackupError('the head of the backup is damaged');
  const sealer = await sealerFor(passphrase, parsed.data);
  const pieces = Readable.from(openPieces(reader, sealer, headText));
  return { createdAt: parsed.data.created_at, lines: splitLines(decompressed(pieces)) };
}

async function* openPieces(reader: Reader, sealer: Sealer, headText: string): AsyncGenerator<Buffer> {
  for (let index = 0; ; index++) {
    const head = await reader.take(FRAME_HEAD);
    const length = head?.readUInt32BE() ?? 0;
    if (head === null || length > FRAME_MAX) throw new BackupError(CANNOT_OPEN);
    const sealed = await reader.take(length);
    if (sealed === null) throw new BackupError(CANNOT_OPEN);
    const kind = head[4]!;
    try {
      yield sealer.open(sealed, contextOf(headText, index, kind));
    } catch (error) {
      if (error instanceof CannotOpen) throw new BackupError(CANNOT_OPEN);
      throw error;
    }
    if (kind !== LAST) continue;
    if ((await reader.take(1)) !== null) throw new BackupError(CANNOT_OPEN);
    return;
  }
}

async function* decompressed(pieces: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  pieces.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of pieces.pipe(gunzip)) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(CANNOT_OPEN);
  } finally {
    pieces.destroy();
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    if (rest.length > LINE_MAX) throw new BackupError('a line of the backup is too long');
    yield* lines;
  }
  if (rest !== '') throw new BackupError('the backup ends in the middle of a line');
}

async function sealerFor(passphrase: string, { kdf }: Head): Promise<Sealer> {
  const key = await hashRaw(passphrase.normalize('NFC'), {
    algorithm: ARGON2ID,
    memoryCost: kdf.memory_kib,
    timeCost: kdf.passes,
    parallelism: kdf.lanes,
    outputLen: 32,
    salt: Buffer.from(kdf.salt, 'hex'),
  });
  return createSealer(masterKey(key));
}

function contextOf(headText: string, index: number, kind: number): string[] {
  const head = createHash('sha256').update(headText).digest('hex');
  return ['backup', head, String(index), kind === LAST ? 'last' : 'more'];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Reader {
  /** Exactly so many bytes; null when there are not. */
  take(count: number): Promise<Buffer | null>;
  /** Up to and with the next line break; null when none comes in time. */
  line(max: number): Promise<string | null>;
}

function createReader(bytes: AsyncIterable<Buffer>): Reader {
  const source = bytes[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await source.next();
    if (done) return false;
    held = Buffer.concat([held, value]);
    return true;
  };
  const cut = (count: number): Buffer => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    take: async (count) => {
      while (held.length < count) if (!(await more())) return null;
      return cut(count);
    },
    line: async (max) => {
      for (;;) {
        const end = held.indexOf(10);
        if (end >= 0) return cut(end + 1).toString();
        if (held.length > max || !(await more())) return null;
      }
    },
  };
}
