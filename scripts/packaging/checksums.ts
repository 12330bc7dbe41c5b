/** SHA256SUMS, as `sha256sum --check` reads it. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function writeChecksums(files: readonly string[]): string {
  const lines = files
    .map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
    .sort((one, other) => (one.slice(64) < other.slice(64) ? -1 : 1));
  const sums = join(dirname(files[0]!), 'SHA256SUMS');
  writeFileSync(sums, lines.join(''));
  return sums;
}
