/** The key that seals everything: from the configuration, or generated once into the data directory. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function loadMasterKey({ masterKey, dataDir }: { masterKey: Buffer | null; dataDir: string }): Buffer {
  if (masterKey !== null) return masterKey;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'master.key');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch {
    // It is there already: that one counts.
  }
  rmSync(draft);
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
}
