/**
 * Ends of commands that the database could not take, on the disk of this instance until it has: one sealed file each.
 * So an end that was reported survives the process, and the next one with the same data directory writes it.
 */
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Ending } from '../../audit/audit.ts';
import { makeFolder } from '../../db/make-folder.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { Sealer } from '../../vault/sealer.ts';

export interface UnwrittenEnd {
  readonly workspaceId: WorkspaceId;
  readonly executionId: string;
  readonly ending: Ending;
  /** It is a job: what it left on its machine has to be removed. */
  readonly job: boolean;
}

export interface UnwrittenEnds {
  /** Resolves when it is on the disk. Rejects where the disk does not take it. */
  keep(end: UnwrittenEnd): Promise<void>;
  /** The database has it. Never rejects: what stays is written a second time, which changes nothing. */
  drop(executionId: string): Promise<void>;
  /** Those that an earlier process left. */
  list(): Promise<UnwrittenEnd[]>;
}

const FOLDER = 'unwritten-ends';
const DRAFT = '.partial';
const NAME = /^[0-9a-z]{1,64}$/;
const context = (executionId: string): string[] => ['unwritten end', executionId];

export function createUnwrittenEnds(dataDir: string, sealer: Sealer, log: Logger): UnwrittenEnds {
  const folder = join(dataDir, FOLDER);

  const read = async (executionId: string): Promise<UnwrittenEnd | null> => {
    try {
      const sealed = await readFile(join(folder, executionId));
      return JSON.parse(sealer.open(sealed, context(executionId)).toString()) as UnwrittenEnd;
    } catch (error) {
      log.error({ err: error, execution_id: executionId }, 'failed to read unwritten end');
      return null;
    }
  };

  return {
    keep: async (end) => {
      makeFolder(folder);
      const file = join(folder, end.executionId);
      const draft = `${file}${DRAFT}`;
      try {
        await writeSynced(draft, sealer.seal(Buffer.from(JSON.stringify(end)), context(end.executionId)));
        await rename(draft, file);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },

    drop: async (executionId) => {
      await rm(join(folder, executionId), { force: true }).catch((error: unknown) =>
        log.warn({ err: error, execution_id: executionId }, 'failed to remove written end'),
      );
    },

    list: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const ends: UnwrittenEnd[] = [];
      for (const name of names.filter((one) => NAME.test(one))) {
        const end = await read(name);
        if (end !== null) ends.push(end);
      }
      return ends;
    },
  };
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name is safe from a power cut once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
