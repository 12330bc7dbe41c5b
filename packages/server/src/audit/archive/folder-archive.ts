/** An archive in a folder. */
import { createReadStream, rmSync } from 'node:fs';
import { copyFile, link, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../db/make-folder.ts';
import { newId } from '../../ids.ts';
import { type Archive, ArchiveError } from './archive.ts';

/** In the folder: which archive it is. Beside the database: which ones this instance has written to. */
const ID = 'archive.id';
const KNOWN = 'audit-archive.id';

export function createFolderArchive(folder: string, dataDir: string): Archive {
  const ids = (file: string): Promise<string[]> =>
    readFile(file, 'utf8').then(
      (text) => text.split('\n').filter((id) => id !== ''),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw new ArchiveError(`${file} cannot be read (${error.code})`, { cause: error });
      },
    );

  return {
    workshop: dataDir,

    place: async () => {
      makeFolder(folder);
      let [id] = await ids(join(folder, ID));
      if (id === undefined) {
        await writeOnce(join(folder, ID), `${newId()}\n`);
        [id] = await ids(join(folder, ID));
      }
      const known = await ids(join(dataDir, KNOWN));
      if (!known.includes(id!)) await writeWhole(join(dataDir, KNOWN), [...known, id!, ''].join('\n'));
      return id!;
    },

    isHere: async (place) =>
      (await ids(join(folder, ID))).includes(place) || (await ids(join(dataDir, KNOWN))).includes(place),

    keep: async (name, draft) => {
      const file = join(folder, name);
      makeFolder(dirname(file));
      // The folder may be on another disk. Under its own name it appears when it is complete.
      const partial = `${file}.partial`;
      try {
        await copyFile(draft, partial);
        await synced(partial);
        // A link, unlike a rename, never replaces a file.
        await link(partial, file);
      } finally {
        await rm(partial, { force: true });
      }
      await synced(dirname(file));
    },

    read: async (name) => {
      const file = join(folder, name);
      const there = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw new ArchiveError(`${file} cannot be read (${error.code})`, { cause: error });
      });
      return there === null ? null : createReadStream(file);
    },

    discard: async (name) => rmSync(join(folder, name), { force: true }),
  };
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another instance may share the folder, and write its id at the same moment: one of them counts. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${newId()}`;
  try {
    await writeWhole(draft, text);
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
