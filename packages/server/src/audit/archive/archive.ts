/** Where files of the audit log go that are too old for the database: a folder, or a bucket. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface Archive {
  /** A folder for files that are still being written. */
  readonly workshop: string;
  /** Which archive this is: as it is written into the records of what went there. */
  place(): Promise<string>;
  /** Whether what went to that place must be here. Otherwise another instance has it, or an earlier configuration. */
  isHere(place: string): Promise<boolean>;
  /** The whole file or nothing, and safe from a power cut. The draft may be gone afterwards. */
  keep(name: string, draft: string): Promise<void>;
  /** Null: there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** For a file that nothing refers to. */
  discard(name: string): Promise<void>;
}

/** An archive that does not answer, or refuses. The message is for the operator. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}

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
