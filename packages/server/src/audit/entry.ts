/** An audit entry between its forms: as it is noted, as it is closed, as it is shown. Pure. */
import type { AuditEntry, AuditSource, AuditStatus, Verdict } from '@synapse/contract';
import { isoTime } from '../clock.ts';
import type { WorkspaceId } from '../ids.ts';
import type { AuditRow } from './audit-store.ts';
import type { Closing } from './chain.ts';
import { NO_MACHINE } from './no-machine.ts';

/** Who did something in a crew, by the names that they had then. */
export interface AuditActor {
  readonly user_id: string;
  readonly username: string;
  readonly token_label: string | null;
  readonly client: string | null;
  /** The slug of the crew. */
  readonly crew: string;
}

/** Who asked for what. */
export interface AuditSubject {
  /** The workspace whose log it is in: that of a person, or of a crew. */
  readonly workspaceId: WorkspaceId;
  /** Nothing in the log of a person: it is theirs. */
  readonly actor?: AuditActor | null;
  readonly source: AuditSource;
  readonly machine: string;
  readonly container: string | null;
  readonly cwd: string | null;
  readonly commandTemplate: string;
  readonly alias: string | null;
  /** How many characters the caller wrote for it; 0: it was ordered together with another. */
  readonly typedChars: number;
  readonly tokenHint: string | null;
  readonly ip: string | null;
  /** What the policy said of it; nothing without one. */
  readonly verdict?: Verdict | null;
  /** The rule that said so; null where a preset did. */
  readonly rule?: string | null;
  readonly approvalId?: string | null;
  readonly sandbox?: string | null;
  /** The execution that this reconciles, whose end became known later. */
  readonly reconciles?: string | null;
  /** Tells that the commands of all entries before it were erased. */
  readonly erasesAllBefore?: boolean;
}

/**
 * Appended to the name of a user who decided their own approval alone, under the seal of the entry. No username ends
 * like this.
 */
export const BREAK_GLASS = ' (break-glass)';

/** A change that the log tells of beside the commands. */
export interface Note {
  readonly workspaceId: WorkspaceId;
  readonly actor?: AuditActor | null;
  readonly source: AuditSource;
  readonly ip: string | null;
  /** Stands where an entry has its command. */
  readonly what: string;
}

export interface Ending {
  readonly status: Exclude<AuditStatus, 'running' | 'pending'>;
  readonly exitCode: number | null;
  readonly refusal?: string | null;
  readonly durationMs: number | null;
  readonly stdoutBytes?: number | null;
  readonly returnedBytes?: number | null;
  readonly filter?: string | null;
  readonly savedTokens?: number | null;
  /** For the statistics alone: compaction's safety net put something back. */
  readonly mended?: boolean;
  /** Who decided about it, where it needed an approval. */
  readonly decidedBy?: string | null;
}

export function noteSubject({ workspaceId, actor, source, ip, what }: Note): AuditSubject {
  return {
    workspaceId,
    actor: actor ?? null,
    source,
    machine: NO_MACHINE,
    container: null,
    cwd: null,
    commandTemplate: what,
    alias: null,
    typedChars: 0,
    tokenHint: null,
    ip,
  };
}

/**
 * What became known of a command after its entry was closed. It stands beside the commands, because the command itself
 * has its entry.
 */
export function reconciledSubject(row: AuditRow): AuditSubject {
  const { workspace_id: workspaceId, execution_id, ip } = row;
  const [actor, source] = [actorOf(row), row.source as AuditSource];
  const note = noteSubject({ workspaceId, actor, source, ip, what: `reconciled ${execution_id}` });
  return { ...note, reconciles: execution_id };
}

export function closingOf(ending: Omit<Ending, 'status'> & { status: AuditStatus }): Closing {
  return {
    status: ending.status,
    exit_code: ending.exitCode,
    refusal: ending.refusal ?? null,
    duration_ms: ending.durationMs,
    stdout_bytes: ending.stdoutBytes ?? null,
    returned_bytes: ending.returnedBytes ?? null,
    filter: ending.filter ?? null,
    saved_tokens: ending.savedTokens ?? null,
    decided_by: ending.decidedBy ?? null,
  };
}

/** As an entry keeps it, under its hash. */
export function actorText(actor: AuditActor | null | undefined): string | null {
  if (actor == null) return null;
  const { user_id, username, token_label, client, crew } = actor;
  return JSON.stringify({ user_id, username, token_label, client, crew });
}

export const actorOf = ({ actor }: Pick<AuditRow, 'actor'>): AuditActor | null =>
  actor === null ? null : (JSON.parse(actor) as AuditActor);

/** Who asked for what, as the log says. */
export function subjectOfRow(row: AuditRow): AuditSubject {
  const { workspace_id: workspaceId, machine, container, cwd, command_template: commandTemplate, alias, ip } = row;
  return {
    workspaceId,
    actor: actorOf(row),
    source: row.source as AuditSource,
    machine,
    container,
    cwd,
    commandTemplate,
    alias,
    ip,
    typedChars: row.typed_chars,
    tokenHint: row.token_hint,
    verdict: row.verdict as Verdict | null,
    rule: row.rule,
    approvalId: row.approval_id,
    sandbox: row.sandbox,
  };
}

export function auditEntry(row: AuditRow): AuditEntry {
  const actor = actorOf(row);
  const isBreakGlass = row.decided_by?.endsWith(BREAK_GLASS) === true;
  return {
    id: row.id,
    execution_id: row.execution_id,
    created_at: isoTime(row.created_at),
    source: row.source as AuditSource,
    machine: row.machine,
    container: row.container,
    cwd: row.cwd,
    command_template: row.command_template,
    alias: row.alias,
    status: row.status as AuditStatus,
    success: row.status === 'running' || row.status === 'pending' ? null : row.status === 'done' && row.exit_code === 0,
    exit_code: row.exit_code,
    refusal: row.refusal,
    duration_ms: row.duration_ms,
    stdout_bytes: row.stdout_bytes,
    returned_bytes: row.returned_bytes,
    filter: row.filter,
    saved_tokens: row.saved_tokens,
    token_hint: row.token_hint,
    ip: row.ip,
    verdict: row.verdict as Verdict | null,
    rule: row.rule,
    approval_id: row.approval_id,
    decided_by: isBreakGlass ? row.decided_by!.slice(0, -BREAK_GLASS.length) : row.decided_by,
    sandbox: row.sandbox,
    reconciles: row.reconciles,
    prev_hash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    ...(actor !== null && { actor: shownActor(actor), crew: actor.crew }),
    ...(isBreakGlass && { break_glass: true }),
  };
}

const shownActor = ({ username, token_label, client }: AuditActor) => ({ username, token_label, client });
