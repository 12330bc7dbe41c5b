/** The SHA-256 of a file of the archive, read in pieces. */
import { createHash } from 'node:crypto';
import { type Archive, ArchiveError } from './archive.ts';

/** Null: there is no such file. */
export async function digestOf(archive: Archive, name: string): Promise<Buffer | null> {
  const stream = await archive.read(name);
  if (stream === null) return null;
  const digest = createHash('sha256');
  try {
    for await (const piece of stream) digest.update(piece as Buffer);
  } catch (error) {
    throw new ArchiveError(`${name} could not be read to its end: ${(error as Error).message}`, { cause: error });
  }
  return digest.digest();
}
