/** The room that is left where the data directory is. */
import { statfs } from 'node:fs/promises';

/** In bytes, for a process without special rights. Null where the system does not say. */
export async function freeSpace(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
