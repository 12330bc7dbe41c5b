/**
 * Appends each line to a file. It is opened for each write, so a file that was moved away by a rotation is created
 * again.
 */
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CopyTarget } from './copy-target.ts';

export function fileTarget(url: string): CopyTarget {
  const path = fileURLToPath(url);
  return {
    name: `file://${path}`,
    send: async (line) => {
      try {
        const file = await open(path, 'a', 0o600);
        try {
          await file.appendFile(`${line}\n`);
          await file.datasync();
        } finally {
          await file.close();
        }
        return null;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? 'error';
      }
    },
    close: () => undefined,
  };
}
