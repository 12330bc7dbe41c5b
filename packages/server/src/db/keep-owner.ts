/** What root writes for a service belongs to the service: it gets the owner of the folder or file that it stands for. */
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const isRoot = (): boolean => process.geteuid?.() === 0;

/** Does nothing for other users, who own what they write. */
export function keepOwner(path: string, like: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(like);
  chownSync(path, uid, gid);
}

/** Everything of root's directly in a folder of another user. */
export function keepOwnerWithin(folder: string): void {
  const owner = isRoot() ? statSync(folder, { throwIfNoEntry: false }) : undefined;
  if (owner === undefined || owner.uid === 0 || !owner.isDirectory()) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.uid === 0 && (found.isFile() || found.isDirectory())) chownSync(path, owner.uid, owner.gid);
  }
}
