/**
 * The backup file: lines of JSON, compressed, then encrypted with a passphrase in the age format
 * (age-encryption.org/v1), which the `age` program opens too. A file that was changed, cut or rearranged does not open.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

const LINE_MAX = 256 * 1024 * 1024;

/** Not a backup, a damaged one, or the wrong passphrase. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

const CANNOT_OPEN = 'the backup cannot be opened: wrong passphrase, or the file is no backup, or was changed or cut';

/** The bytes of the file. Memory is bounded, however many lines there are. */
export async function* sealArchive(passphrase: string, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize('NFC'));
  const plain = Readable.from(lines);
  const compressed = createGzip();
  // A pipe passes no errors on: without this, a failing line would leave the reader waiting.
  plain.on('error', (error) => compressed.destroy(error));
  yield* await encrypter.encrypt(asWeb(plain.pipe(compressed)));
}

/** The lines of the file. May throw BackupError in the middle; then none of the lines may be kept. */
export async function* openArchive(passphrase: string, bytes: Readable): AsyncGenerator<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize('NFC'));
  try {
    const compressed = Readable.fromWeb(asNode(await decrypter.decrypt(asWeb(bytes))));
    const plain = createGunzip();
    compressed.on('error', (error) => plain.destroy(error));
    yield* splitLines(compressed.pipe(plain));
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(CANNOT_OPEN);
  } finally {
    bytes.destroy();
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

/** Node and the library use different types for the same streams. */
type WebStream = Parameters<Decrypter['decrypt']>[0] & globalThis.ReadableStream<Uint8Array>;
const asWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as WebStream;
const asNode = (stream: globalThis.ReadableStream<Uint8Array>) => stream as unknown as ReadableStream;
