/** Writes one setting into the file from which the service reads them, and leaves the other lines as they are. */
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { keepOwner } from '../db/keep-owner.ts';
import { newId } from '../ids.ts';

export function writeSetting(file: string, name: string, value: string): void {
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(`${name}=`));
  const draft = `${file}.${newId()}`;
  try {
    writeFileSync(draft, `${[...others, `${name}=${value}`].join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    keepOwner(draft, file);
    chmodSync(draft, statSync(file).mode & 0o777);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
