/** An entry that runs on under another instance: whoever it belongs to closes it, and nobody else. */
import { createSecretKey } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import type { OpenEntry } from './audit.ts';
import { closingSeal } from './chain.ts';
import { closingOf } from './entry.ts';
import { handRow } from './hand-entry-store.ts';

/** In a transaction of the caller's. False: it was closed meanwhile, and stays as it is. */
export type HandEntry = (tx: Queries, entry: OpenEntry, decidedBy: string | null, heir: string) => Promise<boolean>;

/** `instanceId`: of this instance, whose entries it hands on. */
export function createHandEntry(instanceId: string, key: Buffer): HandEntry {
  const sealKey = createSecretKey(key);
  return (tx, { executionId, hash, instanceId: owner = instanceId }, decidedBy, heir) => {
    const running = closingOf({ status: 'running', exitCode: null, durationMs: null, decidedBy });
    return handRow(tx, executionId, owner, { instance_id: heir, seal: closingSeal(sealKey, hash, running, heir) });
  };
}
