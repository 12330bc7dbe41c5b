/**
 * Replaces a file of checkpoints by one whose first line stands for all lines so far. Without this the file would grow
 * for ever, and so would the time to verify. The file before is kept beside it, for a backup that began with it.
 */
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export const previousOf = (file: string): string => file.replace(/\.jsonl$/, '.previous.jsonl');

/** Either the old file is there, or the new one. */
export async function rotateFile(file: string, firstLine: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${firstLine}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rm(previousOf(file), { force: true });
  await link(file, previousOf(file));
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
