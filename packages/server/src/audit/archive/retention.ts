/** Moves what is older than `SYNAPSE_AUDIT_DAYS` to the archive, one user after the other, a piece at a time. */
import { createSecretKey } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Polling, poll } from '../../background/poll.ts';
import { DAY_MS } from '../../clock.ts';
import type { WorkspaceId } from '../../ids.ts';
import { heads } from '../audit-store.ts';
import { type Checkpoint, signingKeys } from '../checkpoint-line.ts';
import type { CheckpointKeys } from '../checkpoints.ts';
import { type CutServices, cutChain, DamagedLog, removeCut } from './cut.ts';
import { firstEntry } from './cut-store.ts';

export interface RetentionOptions extends Omit<CutServices, 'sealKey' | 'signing'> {
  readonly keys: CheckpointKeys;
  readonly log: Logger;
  /** Younger entries stay. */
  readonly days: number;
  /** What a checkpoint says that is no longer so: a cut would cover it up. */
  readonly brokenMark: (workspaceId: WorkspaceId) => Promise<Checkpoint | null>;
  /** Called before entries of a workspace are removed, for counters that read them. */
  readonly beforeCut: (workspaceId: WorkspaceId) => Promise<unknown>;
}

export interface Retention {
  /** Once through all workspaces. Returns how many entries went. */
  run(): Promise<number>;
}

/** A cut is made when a tenth more than `days` is there: a file every few days, not one an hour. */
const SLACK = 0.1;

const FIRST_MS = 60_000;
const EVERY_MS = 3600_000;

export function createRetention({ log, days, brokenMark, beforeCut, keys, ...given }: RetentionOptions): Retention {
  const { database, clock, archive } = given;
  const signing = signingKeys(keys.auditCheckpoints);
  const services: CutServices = { ...given, sealKey: createSecretKey(keys.auditSeals), signing };

  const cutUser = async (workspaceId: WorkspaceId): Promise<number> => {
    await removeCut(services, workspaceId);
    const first = await firstEntry(database.queries, workspaceId);
    if (first === undefined || first.created_at >= clock() - days * (1 + SLACK) * DAY_MS) return 0;
    const broken = await brokenMark(workspaceId);
    if (broken !== null) throw new DamagedLog(workspaceId, broken.seq);
    await beforeCut(workspaceId);
    let gone = 0;
    for (;;) {
      const entries = await cutChain(services, workspaceId, clock() - days * DAY_MS);
      if (entries === 0) return gone;
      gone += entries;
      await removeCut(services, workspaceId);
      log.info({ workspace_id: workspaceId, entries }, 'audit entries archived');
    }
  };

  return {
    run: async () => {
      let gone = 0;
      await sweepDrafts(archive.workshop);
      for (const { workspace_id: workspaceId } of await heads(database.queries)) {
        try {
          gone += await cutUser(workspaceId);
        } catch (error) {
          // The log of one user stops no other; an archive that does not answer stops all, until the next time.
          if (!(error instanceof DamagedLog)) throw error;
          log.error({ err: error }, 'audit retention stopped');
        }
      }
      return gone;
    },
  };
}

/** Soon after the start, then every hour, while nothing else of it runs. */
export function startRetention(retention: Retention, log: Logger): Polling {
  return poll({
    everyMs: EVERY_MS,
    firstMs: FIRST_MS * (1 + Math.random()),
    work: retention.run,
    log,
    failure: 'audit retention failed: nothing was removed that is not in the archive',
  });
}

/** Drafts that a crash left behind. */
async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!/^audit-archive\.\w+\.partial$/.test(name)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}
