/** The rules of jobs: how many a user may have, who follows one, and what is stored to resume it. */
import { because, JOB_LIMITS, Refusal } from '@synapse/contract';
import type { JobSigns } from '@synapse/runner';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Sealer } from '../vault/sealer.ts';
import {
  claimJob,
  countRunning,
  dropTidy,
  endedJobs,
  endJob,
  findJob,
  hasOpenJob,
  insertJob,
  type JobRow,
  jobsOf,
  releaseJob,
  releaseJobs,
  runningOf,
  tidyJob,
  unfollowed,
} from './job-store.ts';

// For other modules.
export type { JobRow } from './job-store.ts';

/** The stored part of a job. `O`: the order, as it was given. */
export interface KeptJob<O> {
  readonly signs: JobSigns;
  readonly order: O;
  /** The alias expanded, placeholders unresolved, nothing taken out. */
  readonly command: string;
  readonly cwd: string | null;
  readonly container: string | null;
  readonly placedAt: number;
  /** Its steps, where markers tell their outputs apart: the nonce of the markers, and the text of each. */
  readonly steps: { readonly nonce: string; readonly commands: readonly string[] } | null;
  /** The values that were handed to it, by name: they are to be found in its output whatever becomes of the vault. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface NewJob<O> extends KeptJob<O> {
  readonly executionId: string;
  readonly workspaceId: WorkspaceId;
  /** Who started it: how many a person may have counts for them. */
  readonly actorId: string;
  readonly machineId: string;
  readonly deadline: number;
}

export interface Jobs<O> {
  /** In the transaction that opens its entry. A refusal where the user has as many as allowed. */
  put(tx: Queries, job: NewJob<O>): Promise<Refusal | null>;
  /** In the transaction that closes its entry; null: it was closed before. */
  end(tx: Queries | null, executionId: string): Promise<void>;
  /** Those of this instance whose entry is closed, and whose folder may still be there. */
  ended(): Promise<JobRow[]>;
  /** Nothing is left of it on its machine. */
  tidied(executionId: string): Promise<void>;
  /** Throws CannotOpen. */
  open(row: JobRow): KeptJob<O>;
  /** Those without a follower, each claimed for this instance. `alone`: all others are known to be dead. */
  adopt(alone: boolean): Promise<JobRow[]>;
  /** Those that run, and are this instance's to follow; not those that were given to it a moment ago. */
  own(): Promise<JobRow[]>;
  /** This instance follows it no more. */
  release(executionId: string): Promise<void>;
  releaseAll(): Promise<void>;
  /** Which instance follows it; null: it is no job, or has no follower. */
  ownerOf(executionId: string): Promise<string | null>;
  /** Whether some job of this workspace runs, or has left something on its machine. */
  anyOpen(workspaceId: WorkspaceId): Promise<boolean>;
  list(
    workspaceId: WorkspaceId,
    wanted: { readonly running: boolean | undefined; readonly limit: number },
  ): Promise<JobRow[]>;
  expire(): Promise<void>;
}

export interface JobsOptions {
  readonly instanceId: string;
  /** An instance not seen for this long is dead. */
  readonly deadAfterMs: number;
}

const KEPT_DAYS = 30;
/** Longer than it takes from its entry to its follower. */
const JUST_NOW_MS = 10_000;
const context = (workspaceId: WorkspaceId, executionId: string): string[] => ['job', workspaceId, executionId];

export function createJobs<O>(
  { queries }: Database,
  clock: Clock,
  sealer: Sealer,
  { instanceId, deadAfterMs }: JobsOptions,
): Jobs<O> {
  return {
    put: async (tx, { executionId, workspaceId, actorId, machineId, deadline, ...kept }) => {
      const { perUser: max } = JOB_LIMITS;
      if ((await countRunning(tx, actorId)) >= max) return new Refusal('limit_reached', { max, what: because('jobs') });
      await insertJob(tx, {
        execution_id: executionId,
        workspace_id: workspaceId,
        actor_id: actorId,
        machine_id: machineId,
        state: 'running',
        owner: instanceId,
        created_at: clock(),
        deadline,
        ended_at: null,
        sealed: sealer.seal(Buffer.from(JSON.stringify(kept)), context(workspaceId, executionId)),
      });
      return null;
    },

    end: (tx, executionId) => endJob(tx ?? queries, executionId, clock()),
    ended: () => endedJobs(queries, instanceId),
    tidied: (executionId) => tidyJob(queries, executionId),

    open: ({ workspace_id, execution_id, sealed }) =>
      JSON.parse(sealer.open(sealed ?? Buffer.alloc(0), context(workspace_id, execution_id)).toString()) as KeptJob<O>,

    adopt: async (alone) => {
      // Two that follow one job do no harm: both only read, and of two that close its entry the first counts.
      const seenSince = alone ? Number.MAX_SAFE_INTEGER : clock() - deadAfterMs;
      const adopted: JobRow[] = [];
      for (const row of await unfollowed(queries, instanceId, seenSince)) {
        if (await claimJob(queries, row, instanceId)) adopted.push({ ...row, owner: instanceId });
      }
      return adopted;
    },

    own: () => runningOf(queries, instanceId, clock() - JUST_NOW_MS),
    release: (executionId) => releaseJob(queries, executionId, instanceId),
    releaseAll: () => releaseJobs(queries, instanceId),
    ownerOf: async (executionId) => (await findJob(queries, executionId))?.owner ?? null,
    list: (workspaceId, wanted) => jobsOf(queries, workspaceId, wanted),
    anyOpen: (workspaceId) => hasOpenJob(queries, workspaceId),
    expire: () => dropTidy(queries, clock() - KEPT_DAYS * DAY_MS),
  };
}
