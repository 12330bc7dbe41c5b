import { statSync } from 'node:fs';

/** The option of `cp` for a folder of libraries: linked where both folders are on one disk. */
export const linkedOrCopied = (from: string, to: string): '-al' | '-a' =>
  statSync(from).dev === statSync(to).dev ? '-al' : '-a';
