/** Resumes erasures that a crash interrupted. Once, at the start. */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Archive } from './archive/archive.ts';
import { resumeErasures } from './erase-commands.ts';

export function startResuming(
  database: Database,
  options: { readonly archive: Archive; readonly sealKey: Buffer },
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const working = resumeErasures(database, options, stopping.signal).then(
    (erased) => {
      for (const [workspaceId, entries] of Object.entries(erased)) {
        log.info({ workspace_id: workspaceId, entries }, 'interrupted erasure resumed');
      }
    },
    (error: unknown) => log.error({ err: error }, 'failed to resume interrupted erasure'),
  );
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
