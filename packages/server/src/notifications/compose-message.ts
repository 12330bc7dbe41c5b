/** What is sent about a command that waits for a person, or a job that has ended: names and the redacted text, in the form that each kind of receiver reads. Pure. */
import { createHmac } from 'node:crypto';
import {
  type AccessRequest,
  type Approval,
  type ApprovalFile,
  because,
  type ChannelKind,
  type Job,
  type Language,
  visibleText,
} from '@synapse/contract';
import type { Message } from '../outbound/post.ts';

/** Where it goes, as it is kept sealed. */
export interface Address {
  readonly url: string;
  /** Signs what goes to a webhook, or lets us in at ntfy. */
  readonly key: string | null;
}

type Shown =
  | ('id' | 'execution_id' | 'created_at' | 'expires_at' | 'machine' | 'container' | 'cwd' | 'command_template')
  | ('secrets' | 'effects' | 'rule' | 'reason' | 'token_label' | 'client')
  | ('file' | 'timeout_seconds' | 'detach' | 'machines')
  | ('crew' | 'actor' | 'break_glass');

export type Notice =
  /** `comment`: of a break-glass. */
  (
    | { readonly approval: Pick<Approval, Shown> & Partial<Pick<Approval, 'comment'>> }
    /** A job that has ended. */
    | { readonly end: Omit<Job, 'deadline'> }
    /** A member of a crew asks for a role. */
    | { readonly request: ShownRequest }
  ) & {
    /** Where a person reads more about it, and decides: opening it decides nothing. */
    readonly url: string;
  };

type ShownRequest = Pick<
  AccessRequest,
  'id' | 'username' | 'role' | 'hours' | 'reason' | 'created_at' | 'expires_at'
> & {
  readonly crew: string;
};

/** A phone shows so much of it. */
const TEXT_CHARS = 1_000;

export function composeMessage(kind: ChannelKind, to: Address, given: Notice, language: Language): Message {
  const notice = visible(given);
  switch (kind) {
    case 'webhook':
      return webhook(to, notice);
    case 'slack': {
      const body = JSON.stringify({ text: escapeSlack(text(notice, language)) });
      return { url: to.url, headers: { 'content-type': 'application/json' }, body };
    }
    case 'ntfy':
      return ntfy(to, notice, language);
  }
}

/** What others typed, with nothing in it that a chat or a phone would not draw. */
function visible(notice: Notice): Notice {
  const { url } = notice;
  if ('end' in notice) {
    const command_template = visibleText(notice.end.command_template);
    return { url, end: { ...notice.end, command_template } };
  }
  if ('request' in notice) return { url, request: { ...notice.request, reason: visibleText(notice.request.reason) } };
  const { approval } = notice;
  const { command_template, cwd, reason, file, token_label, client, comment = null } = approval;
  const orNull = (text: string | null) => (text === null ? null : visibleText(text));
  return {
    url,
    approval: {
      ...approval,
      command_template: visibleText(command_template),
      cwd: orNull(cwd),
      reason: visibleText(reason),
      token_label: orNull(token_label),
      client: orNull(client),
      comment: orNull(comment),
      file: file === null ? null : { ...file, diff: visibleText(file.diff), place: orNull(file.place) },
    },
  };
}

function webhook({ url, key }: Address, notice: Notice): Message {
  const body = JSON.stringify(bodyOf(notice));
  const signature = createHmac('sha256', key ?? '')
    .update(body)
    .digest('hex');
  return {
    url,
    headers: { 'content-type': 'application/json', 'x-synapse-signature': `sha256=${signature}` },
    body,
  };
}

function bodyOf(notice: Notice): object {
  if ('end' in notice) return { type: 'end', ...notice.end, url: notice.url };
  if ('approval' in notice) return asked(notice);
  const { id, crew, username, role, hours, reason, created_at, expires_at } = notice.request;
  return { type: 'request', id, crew, username, role, hours, reason, created_at, expires_at, url: notice.url };
}

function asked({ approval, url }: Extract<Notice, { approval: unknown }>) {
  const { id, execution_id, created_at, expires_at, machine, container, cwd, command_template } = approval;
  const { secrets, effects, rule, reason, token_label, client, file, timeout_seconds, detach, machines } = approval;
  const { crew, actor, break_glass, comment } = approval;
  return {
    type: break_glass ? 'break_glass' : 'approval',
    id,
    execution_id,
    created_at,
    expires_at,
    url,
    machine,
    container,
    cwd,
    command_template,
    secrets,
    effects,
    rule,
    reason,
    token_label,
    client,
    file,
    timeout_seconds,
    detach,
    machines,
    ...(crew !== undefined && { crew, actor }),
    ...(break_glass && { comment }),
  };
}

function ntfy({ url, key }: Address, notice: Notice, language: Language): Message {
  return {
    url,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: 'Synapse',
      priority: 'end' in notice ? 'default' : 'high',
      // Header values are ASCII; an address is.
      click: new URL(notice.url, 'http://localhost').href,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: text(notice, language),
  };
}

const ASKS: Readonly<Record<Language, string>> = { fr: 'Autoriser', en: 'Allow' };

function headOf(notice: Exclude<Notice, { request: unknown }>, language: Language): string {
  if ('end' in notice) return because('job_over')[language];
  const { break_glass, actor = '' } = notice.approval;
  return break_glass ? because('break_glass_by', { actor })[language] : ASKS[language];
}

function text(notice: Notice, language: Language): string {
  if ('request' in notice) {
    const { username, crew, role, hours, reason } = notice.request;
    const head = because('role_asked_for', { username, crew, role, hours })[language];
    return [head, cut(reason, language), notice.url].join('\n');
  }
  const about = 'end' in notice ? notice.end : notice.approval;
  const crew = 'crew' in about ? about.crew : undefined;
  const place = [crew, about.machine, about.container].filter((part) => part != null).join('/');
  const colon = language === 'fr' ? ' :' : ':';
  const shown = cut(about.command_template, language);
  const head = `${headOf(notice, language)} (${place})${colon} ${shown}`;
  if ('end' in notice) return `${head}\n${howItEnded(notice.end)}\n${notice.url}`;
  const { file, machines, reason, break_glass, comment } = notice.approval;
  if (break_glass) return [head, cut(comment ?? '', language), notice.url].join('\n');
  return [
    head,
    ...(file === null || file.place === null ? [] : [because('approval_place', { place: file.place })[language]]),
    ...(file === null ? [] : [because('approval_file', { size: file.size, sha256: file.sha256 })[language]]),
    ...(file === null ? [] : [cut(changesOf(file), language)]),
    ...(machines === null ? [] : [because('approval_machines', { names: machines.join(', ') })[language]]),
    reason,
    notice.url,
  ].join('\n');
}

/** Without the two lines that only name the file. */
const changesOf = ({ diff }: ApprovalFile): string => diff.split('\n').slice(2).join('\n');

/** The beginning, and how much of it is missing. */
function cut(text: string, language: Language): string {
  if (text.length <= TEXT_CHARS) return text;
  const count = text.length - TEXT_CHARS;
  return `${text.slice(0, TEXT_CHARS).toWellFormed()}… (${because('approval_more_chars', { count })[language]})`;
}

function howItEnded({ status, exit_code, duration_ms }: Extract<Notice, { end: unknown }>['end']): string {
  const code = exit_code === null ? '' : ` (${exit_code})`;
  return `${status}${code}, ${Math.round((duration_ms ?? 0) / 1000)} s`;
}

function escapeSlack(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
