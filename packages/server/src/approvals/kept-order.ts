/** The order of a pending approval: sealed as it was typed, with a fingerprint of everything it depends on. */
import { createHash } from 'node:crypto';
import type { Approval, ExecRequest, Role, Source } from '@synapse/contract';
import type { FileOrder } from '../files/index.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Sealer } from '../vault/sealer.ts';
import type { Versions } from './approval-store.ts';

/** Who gave an order for the machine of a crew. */
export interface OrderActor {
  readonly id: string;
  readonly username: string;
  /** On the instance. */
  readonly role: Role;
  /** The slug of the crew. */
  readonly crew: string;
}

/** The part of an order that is stored with its approval. */
export interface WrittenOrder {
  readonly request: ExecRequest;
  /** A file is read or written instead of running the command, which only names that. */
  readonly file?: FileOrder;
  readonly source: Source;
  /** The AI token or connection that was used. Null for a session. */
  readonly tokenId: string | null;
  readonly tokenHint: string | null;
  readonly tokenLabel: string | null;
  /** What the client calls itself, where it says. */
  readonly client: string | null;
  readonly ip: string | null;
  /** The request's id, which the log uses for the call. */
  readonly requestId: string;
  /** It may only look, also once it was approved: it runs in a sandbox, without secrets. */
  readonly look?: boolean;
  /** Nothing where the machine is one's own. */
  readonly actor?: OrderActor | undefined;
}

export type KeptOrder = WrittenOrder & { readonly look: boolean };

/** Leaves out what belongs to the call alone. */
export function keptOrder(order: WrittenOrder): KeptOrder {
  const { request, file, source, tokenId, tokenHint, tokenLabel, client, ip, requestId, look = false, actor } = order;
  const kept = { request, source, tokenId, tokenHint, tokenLabel, client, ip, requestId, look };
  return { ...kept, ...(file !== undefined && { file }), ...(actor !== undefined && { actor }) };
}

/** What would run, and where. */
export interface ApprovalRequest {
  /** The alias expanded, placeholders unresolved, nothing taken out. */
  readonly command: string;
  readonly machineId: string;
  readonly container: string | null;
  readonly cwd: string | null;
  readonly shell: string | null;
  /** A hash over the session that it runs in, with all that its shell would begin with. */
  readonly session: string | null;
  /** The hash of its standard input. */
  readonly stdin: string | null;
  readonly timeoutSeconds: number;
  readonly detach: boolean;
  readonly secrets: readonly string[];
  /** A file would be written: a hash over what it would hold and what is there now. */
  readonly content: string | null;
  /** In a crew: who gave the order. */
  readonly actorId: string | null;
}

/** Changes with whatever a person would have decided on differently. */
export function fingerprintOf(asked: ApprovalRequest, { machine, secrets }: Versions): string {
  const { command, machineId, container, cwd, shell, session, stdin, timeoutSeconds, detach, content } = asked;
  const { actorId } = asked;
  const names = asked.secrets.toSorted();
  const whole = [
    command,
    machineId,
    container,
    cwd,
    shell,
    session,
    stdin,
    timeoutSeconds,
    detach,
    content,
    names,
    machine,
    secrets,
    actorId,
  ];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

/** Of the machine alone, whatever runs on it. */
export function machineFingerprint({ machineId }: Pick<ApprovalRequest, 'machineId'>, { machine }: Versions): string {
  return createHash('sha256')
    .update(JSON.stringify([machineId, machine]))
    .digest('hex');
}

/** What a person is shown besides the command, redacted. Stored as long as the approval. */
export type ShownDetails = Pick<Approval, 'file' | 'timeout_seconds' | 'detach' | 'machines'>;

const shownContext = (workspaceId: WorkspaceId, approvalId: string): string[] => [
  'approval-shown',
  workspaceId,
  approvalId,
];

export function sealShown(sealer: Sealer, workspaceId: WorkspaceId, approvalId: string, shown: ShownDetails): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(shown)), shownContext(workspaceId, approvalId));
}

/** Throws CannotOpen. */
export function openShown(sealer: Sealer, workspaceId: WorkspaceId, approvalId: string, sealed: Buffer): ShownDetails {
  return JSON.parse(sealer.open(sealed, shownContext(workspaceId, approvalId)).toString()) as ShownDetails;
}

interface Sealed {
  readonly order: KeptOrder;
  readonly fingerprint: string;
}

/** Bound to the request: the order of another one does not fit in its place. */
const context = (workspaceId: WorkspaceId, approvalId: string): string[] => ['approval', workspaceId, approvalId];

export function sealOrder(sealer: Sealer, workspaceId: WorkspaceId, approvalId: string, kept: Sealed): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(kept)), context(workspaceId, approvalId));
}

/** Throws CannotOpen. */
export function openOrder(sealer: Sealer, workspaceId: WorkspaceId, approvalId: string, sealed: Buffer): Sealed {
  return JSON.parse(sealer.open(sealed, context(workspaceId, approvalId)).toString()) as Sealed;
}
