/** How all instances are doing together, as administrators and `synapse status` see them. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { InstanceHealth } from './administration.ts';
import { Identifier } from './identifier.ts';

/**
 * What keeps commands on the service's own host away from it: a view of the file system without its files (`mounts`),
 * another user (`user`), nothing because that was asked for (`off`), or nothing because the system allows neither.
 */
export const LocalIsolationState = z.enum(['mounts', 'user', 'off', 'none']);
export type LocalIsolationState = z.infer<typeof LocalIsolationState>;
/** A receiver: how many lines have still to go there, and why the last one did not arrive. */
const Sending = z.object({ to: Identifier, waiting: z.int(), problem: z.string().nullable() });

/** What an instance says of itself. */
export const InstanceReport = z.object({
  status: InstanceHealth.shape.status,
  reason: InstanceHealth.shape.reason,
  version: Identifier,
  started_at: Timestamp,
  /** Commands that wait for their turn. */
  waiting_commands: z.int(),
  /** Agents whose link it holds. */
  linked_agents: z.int(),
  memory_bytes: z.int(),
  /** How far its computer's clock is ahead of the database's. */
  clock_skew_ms: z.int(),
  /** How long whatever was ready had to wait for its event loop just now. */
  loop_delay_ms: z.number(),
  /** Room that is left where its data directory is; null: unknown. */
  disk_free_bytes: z.int().nullable().default(null),
  /** Users whose audit log is damaged, as far as it has noticed. */
  audit_damaged: z.int().default(0),
  /** Where it sends the checkpoints of the audit log, how many have still to go, and why the last one did not arrive. */
  checkpoint_copies: z.array(Sending).default([]),
  /** Where it forwards the entries of the audit log. */
  audit_forward: z.array(Sending).default([]),
});
export type InstanceReport = z.infer<typeof InstanceReport>;

export const InstanceState = z.object({
  id: Identifier,
  /** The one that answers this call. */
  asked: z.boolean(),
  lease: z.object({
    epoch: z.int(),
    /** By the database's clock. Not above 0: it has run out, and the instance runs nothing. */
    expires_in_ms: z.int(),
    /** Since it was renewed. */
    renewed_ms_ago: z.int(),
  }),
  /** Commands that the log says it runs. */
  running_commands: z.int(),
  oldest_running_seconds: z.int().nullable(),
  /** How long it took to answer over the bus. Null: it was not asked over it, or did not answer. */
  bus_ms: z.number().nullable(),
  /** Null: it did not answer. */
  report: InstanceReport.nullable(),
});
export type InstanceState = z.infer<typeof InstanceState>;

export const ServiceStatus = z.object({
  database: z.object({
    kind: InstanceHealth.shape.database,
    /** How long it took to answer. */
    ms: z.number(),
    connections: z.object({ open: z.int(), idle: z.int(), waiting: z.int() }),
  }),
  instances: z.array(InstanceState),
  agents: z.object({ enrolled: z.int(), linked: z.int() }),
  pending_approvals: z.int(),
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;
