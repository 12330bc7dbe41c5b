/** A PATH on which nothing depends on what this computer happens to have installed. */
import { chmodSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { removeAtEnd } from './left-behind.ts';

/**
 * A new folder with links to all of this computer's programs but those named: to be the whole PATH. Below `/var/tmp`,
 * because sandboxes have a `/tmp` of their own.
 */
export function programsWithout(...names: readonly string[]): string {
  const folder = removeAtEnd(mkdtempSync('/var/tmp/synapse-programs-'));
  chmodSync(folder, 0o755);
  const linked = new Set(names);
  for (const place of ['/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    for (const name of readdirSync(place)) {
      if (linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(place, name), join(folder, name));
    }
  }
  return folder;
}
