/** The audit log, instances and what they run, jobs, kept outputs, own filters, and freezes. */
import type { Generated } from 'kysely';
import type { WorkspaceId } from '../../ids.ts';

export interface AuditHeadsTable {
  workspace_id: WorkspaceId;
  seq: number;
  hash: Buffer;
  /** The time of the last entry: time never runs backwards within a chain. */
  created_at: number;
  /** Whose chain it is. Names never change, and the log outlives its user. */
  username: string | null;
  /**
   * A seal over all of it, by a key that is not in the database. Null: from before there were seals. Empty: it follows
   * an end that was broken.
   */
  seal: Buffer | null;
}

/** How far a file of checkpoints goes. */
export interface AuditCheckpointFilesTable {
  file_id: string;
  lines: number;
  /** Of its last line. */
  hash: Buffer;
  seal: Buffer;
}

/** Entries of one user's chain that are in an archive now. Those after them follow `hash`. */
/** Up to this entry the seals of a chain were made under a master key that is lost. The mark itself is sealed. */
export interface AuditLostKeysTable {
  workspace_id: WorkspaceId;
  seq: number;
  hash: Buffer;
  seal: Buffer;
}

export interface AuditCutsTable {
  workspace_id: WorkspaceId;
  first: number;
  seq: number;
  /** What the first of them follows. */
  prev_hash: Buffer;
  hash: Buffer;
  created_at: number;
  /** Which archive: the id of a folder, or the address of a bucket. */
  place: string;
  /** The name of its file there, and the SHA-256 of its bytes. */
  archive: string;
  digest: Buffer;
  /** A seal over all of it, by a key that is not in the database. */
  seal: Buffer;
}

/**
 * `hash` seals these from the start. The columns after it are filled once, under `seal`, when the command has ended.
 */
export interface AuditEntriesTable {
  workspace_id: WorkspaceId;
  seq: number;
  id: string;
  execution_id: string;
  created_at: number;
  source: string;
  machine: string;
  container: string | null;
  cwd: string | null;
  command_template: string;
  alias: string | null;
  /** How many characters the caller wrote for it; 0: it was ordered together with another. */
  typed_chars: number;
  token_hint: string | null;
  ip: string | null;
  prev_hash: Buffer;
  hash: Buffer;
  instance_id: string;
  status: string;
  exit_code: number | null;
  refusal: string | null;
  duration_ms: number | null;
  stdout_bytes: number | null;
  returned_bytes: number | null;
  filter: string | null;
  saved_tokens: number | null;
  seal: Buffer | null;
  /** What the policy said of it; null without one. Sealed by `hash` with the rest that is known before it starts. */
  verdict: string | null;
  /** The rule that said so; null where a preset did. */
  rule: string | null;
  approval_id: string | null;
  sandbox: string | null;
  /** Who answered for it; under `seal`. */
  decided_by: string | null;
  /** The execution whose end this entry tells, where that became known only after its own entry was closed. */
  reconciles: string | null;
  /** In the log of a crew: JSON of who did it (audit/entry.ts). Null in that of a person, whose it is. */
  actor: string | null;
  /** This entry tells that the commands of the entries up to this number were erased. */
  erases: number | null;
  /** A seal over what is left of an entry whose command was erased. Null: nothing was. */
  erased: Buffer | null;
}

/** The entries that run or wait. The database keeps it. */
export interface OpenEntriesTable {
  execution_id: string;
  workspace_id: WorkspaceId;
  seq: number;
  instance_id: string;
  status: string;
}

/** How the entries that are closed ended. The database keeps it, on PostgreSQL. */
export interface AuditOutcomesTable {
  workspace_id: WorkspaceId;
  seq: number;
  created_at: number;
  /** `/+/` for a command that succeeded, `/-/` for any other. */
  outcome: string;
  alias: string | null;
  machine: string;
  /** Empty for an entry of a person, `/crew/` for one of a crew. */
  whose: string;
}

/** A process that serves, under a lease. */
export interface InstancesTable {
  id: string;
  seen_at: number;
  /** Incremented whenever the lease is acquired again: commands of an earlier epoch are no longer its own. */
  epoch: Generated<number>;
  /** By the database's clock. Null: an instance of a version without leases. */
  expires_at: number | null;
}

/** A command that runs or waits to run, in turn. Only where several instances share the database. */
export interface LaneEntriesTable {
  turn: Generated<number>;
  execution_id: string;
  workspace_id: WorkspaceId;
  machine: string;
}

/** The execution that a caller's own key stands for. */
export interface IdempotencyKeysTable {
  user_id: string;
  name: string;
  /** Of the order that it came with, under a key of the instance. */
  digest: Buffer;
  execution_id: string;
  /** Of the execution. The keys of a crew go with it. */
  workspace_id: WorkspaceId;
  expires_at: number;
}

/** What a session of shell commands has kept for the next one. */
export interface ShellSessionsTable {
  user_id: string;
  /** A hash over its machine, container, token and name. */
  id: string;
  sealed: Buffer;
  expires_at: number;
}

/** A command that outlives the call. */
export interface JobsTable {
  execution_id: string;
  workspace_id: WorkspaceId;
  /** Who started it: in a crew, one of its members. */
  actor_id: string;
  machine_id: string;
  /** `running`; `ended`: its entry is closed, its folder may still be there; `tidy`: nothing is left of it. */
  state: string;
  /** The instance that follows it. Null: none. */
  owner: string | null;
  created_at: number;
  deadline: number;
  ended_at: number | null;
  /** What it needs to be followed: sealed, and gone with its folder. */
  sealed: Buffer | null;
}

/** Commands to stop, on whichever instance they run. */
export interface StopRequestsTable {
  /** The id of an execution, of a token or connection, or of a user. */
  subject: string;
  /** 1: what begins after `created_at` is not meant. */
  earlier_only: number;
  created_at: number;
}

/** The redacted output of a command, in sealed parts, kept for a while. */
export interface KeptOutputsTable {
  execution_id: string;
  stream: string;
  part: number;
  workspace_id: WorkspaceId;
  chars: number;
  sealed: Buffer;
  expires_at: number;
}

/** The details of a late refusal: JSON, redacted, kept for a while. */
/** How far a token has read the output of an execution, in characters. */
export interface ReadPositionsTable {
  token_id: string;
  execution_id: string;
  stdout: number;
  stderr: number;
  /** Characters of all answers so far. */
  answered: number;
  expires_at: number;
}

export interface KeptRefusalsTable {
  execution_id: string;
  workspace_id: WorkspaceId;
  details: string;
  expires_at: number;
}

/** A user's own compaction filter. The definition is JSON as it crossed the wire. */
export interface OwnFiltersTable {
  workspace_id: WorkspaceId;
  name: string;
  definition: string;
  /** Grows with every change, so that what was compiled from an older revision is not used again. */
  revision: number;
  created_at: number;
  updated_at: number;
}

/** Holds back commands until a person lifts it. A column that is null covers everything. */
export interface FreezesTable {
  id: string;
  /** Null: everybody. */
  workspace_id: WorkspaceId | null;
  /** A slug: a machine that is made again under its name is covered again. */
  machine: string | null;
  token_id: string | null;
  reason: string | null;
  created_at: number;
  /** A username. */
  created_by: string;
}

/** How many rows the long part of a migration has changed. */
export interface MigrationBatchesTable {
  name: string;
  done: number;
  /** Null: there may be more. */
  ended_at: number | null;
}

/** A receiver of the audit log, by the digest of its address, and the instance that forwards to it. */
export interface AuditForwardsTable {
  target: string;
  instance_id: string;
  claimed_until: number;
}

/** Up to which entry of a chain a receiver has the log. */
export interface AuditForwardChainsTable {
  target: string;
  workspace_id: WorkspaceId;
  seq: number;
}

/** An entry that a receiver got while it was open: its end has still to be forwarded. */
export interface AuditForwardOpenTable {
  target: string;
  execution_id: string;
}
