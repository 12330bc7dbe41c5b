/** One execution, as one value that grows: checked, then open in the audit log, then running. */
import { type Refusal, secondsOf, type Words } from '@synapse/contract';
import type { JobSigns, ResolvedCommand, Sandbox } from '@synapse/runner';
import type { ApprovalRequest } from '../approvals/kept-order.ts';
import type { AuditSubject, OpenEntry } from '../audit/audit.ts';
import type { FilePreview } from '../files/index.ts';
import type { Frozen } from '../freezes/freezes.ts';
import type { Hit } from '../limits/index.ts';
import type { MachineRecord } from '../machines/machines.ts';
import type { PolicyDecision } from '../policy/index.ts';
import type { VaultSnapshot } from '../vault/vault-snapshot.ts';
import type { RedactedResult } from './answer/redacted-result.ts';
import type { Order } from './order.ts';
import { sha256 } from './prepare/with-stdin.ts';
import type { Output } from './record/output.ts';
import type { FileJob } from './run/file-job.ts';
import type { Stopper, StopReason } from './run/stopper.ts';
import type { OpenSession } from './session/sessions.ts';

export interface Steps {
  readonly nonce: string;
  readonly commands: readonly string[];
}

/** Passed every check: who asked for what (as the audit log will show it), what runs, and where. */
export interface CheckedExecution extends AuditSubject {
  readonly order: Order;
  readonly target: MachineRecord;
  /** The alias expanded, placeholders unresolved, and nothing taken out: never logged. */
  readonly command: string;
  readonly resolved: Omit<ResolvedCommand, 'tag'>;
  /** The file operation to do instead of running a command. */
  readonly fileJob?: FileJob;
  /** Its steps, where their outputs are separated: the text of each, and the nonce of the markers between them. */
  readonly steps?: Steps | null;
  /** What a person is shown of the file that would be written. */
  readonly preview?: FilePreview | null;
  readonly secretsUsed: readonly string[];
  readonly vault: VaultSnapshot;
  /** The sandbox that confines it to reading; null: none. */
  readonly confinement: Sandbox | null;
  /** What the policy says of it; null where none is in force. */
  readonly policyDecision: PolicyDecision | null;
  /** How it is found on its machine, if it is a job. */
  readonly job: JobSigns | null;
  /** The session whose state its shell starts with and updates; null: none. */
  readonly session?: OpenSession | null;
  /** Who approved it, where it needed an approval. */
  readonly decidedBy?: string | null;
}

/** What an approval is bound to. */
export function askedOf({
  command,
  target,
  resolved,
  order,
  secretsUsed,
  preview,
  session,
}: CheckedExecution): ApprovalRequest {
  const { container, cwd, shell = null } = resolved;
  return {
    command,
    machineId: target.id,
    container,
    cwd,
    shell,
    session: session ? sha256(JSON.stringify([session.name, session.state])) : null,
    stdin: order.request.stdin === undefined ? null : sha256(order.request.stdin),
    timeoutSeconds: secondsOf(order.request),
    detach: order.request.detach ?? false,
    secrets: secretsUsed,
    actorId: order.actor?.id ?? null,
    content: preview ? `${preview.shown.sha256} ${preview.shown.size} ${preview.expect ?? '?'} ${preview.place}` : null,
  };
}

/** The attributes that a freeze matches. */
export function belongsTo({ workspaceId, machine, order }: CheckedExecution): Frozen {
  return { workspaceId, actorId: order.actor?.id, machine, tokenId: order.tokenId };
}

/** Its audit entry is committed. Nothing may run before. */
export interface OpenExecution extends CheckedExecution {
  readonly id: string;
  readonly entry: OpenEntry;
  /** What it counts for in the rate limit. */
  readonly rateHit: Hit;
  /** Of the lease under which it was opened: it may start only while that lease is held. */
  readonly epoch: number;
  /** The machines of the user's commands that come before it in the queue; null: not known from opening it. */
  readonly ahead: readonly string[] | null;
  /** A moment of `performance.now()`. */
  readonly startedAt: number;
  /** A job that already runs, resumed by this instance. */
  readonly resumed?: boolean;
  readonly output: Output;
  readonly stopper: Stopper;
}

/** A running execution, as other calls see it. */
export interface Execution extends OpenExecution {
  /** Settles when everything about it is written. Rejects with a refusal if the command never started or was lost. */
  readonly finished: Promise<RedactedResult>;
  /** Of a job: resolves when it has begun. */
  readonly begun?: Promise<void>;
}

export type FinalStatus = 'done' | StopReason;

/** How it ended. */
export interface Ended {
  readonly status: FinalStatus;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Why the target vanished in the middle, if it did. */
  readonly lost?: Words;
  /** Why it was stopped by another than its caller; or the error of a file operation. */
  readonly why?: Refusal | null;
}
