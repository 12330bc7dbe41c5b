/** Who asked for what, as the audit log will show it. */
import type { AuditSubject } from '../audit/audit.ts';
import type { Redactor } from '../redaction/index.ts';
import { addressOf, type Order } from './order.ts';
import { loggedWith } from './prepare/with-stdin.ts';

/** It is filled in as more becomes known: a refusal is logged with what is known by then. */
export type SubjectDraft = { -readonly [Key in keyof AuditSubject]: AuditSubject[Key] };

/** What is known before anything was looked up. */
export function subjectOf(order: Order): SubjectDraft {
  const { workspaceId, source, tokenHint, ip, request, together } = order;
  const typed = request.command ?? `@${request.alias?.replace('@', '')}`;
  // For many machines at once it was typed for the first.
  const isFirst = together === undefined || together[0] === addressOf(order, request.machine);
  return {
    workspaceId,
    actor: actorOf(order),
    source,
    machine: request.machine,
    container: request.container ?? null,
    // It may hold characters that no database stores. The refusal of such a directory is logged all the same.
    cwd: request.cwd?.slice(0, 4096).replaceAll('\0', '\ufffd') ?? null,
    commandTemplate: loggedWith(typed, request.stdin),
    alias: null,
    typedChars: isFirst ? typed.length : 0,
    tokenHint,
    ip,
  };
}

/** Who did it, in the log of a crew. */
function actorOf({ actor, tokenLabel, client }: Order): AuditSubject['actor'] {
  if (actor === undefined) return null;
  const { id, username, crew } = actor;
  return { user_id: id, username, token_label: tokenLabel, client, crew };
}

/** What the caller typed is logged too, so a secret value that slipped in is removed. */
export function redactSubject(subject: AuditSubject, { redactText }: Redactor): AuditSubject {
  const cwd = subject.cwd === null ? null : redactText(subject.cwd);
  return { ...subject, cwd, commandTemplate: redactText(subject.commandTemplate) };
}

/** The same for a refused order, whose machine and container may be any text that was typed. */
export function redactRefused(subject: AuditSubject, redactor: Redactor): AuditSubject {
  const container = subject.container === null ? null : redactor.redactText(subject.container);
  return { ...redactSubject(subject, redactor), container, machine: redactor.redactText(subject.machine) };
}
