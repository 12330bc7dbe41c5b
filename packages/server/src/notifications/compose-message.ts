/** What is sent about a command that waits for a person, or a job that has ended: names and the redacted text, in the form that each kind of receiver reads. Pure. */
import { createHmac } from 'node:crypto';
import { type Approval, because, type ChannelKind, type Job, type Language } from '@synapse/contract';
import type { Message } from '../outbound/post.ts';

/** Where it goes, as it is kept sealed. */
export interface Address {
  readonly url: string;
  /** Signs what goes to a webhook, or lets us in at ntfy. */
  readonly key: string | null;
}

type Shown =
  | ('id' | 'execution_id' | 'created_at' | 'expires_at' | 'machine' | 'container' | 'cwd' | 'command_template')
  | ('secrets' | 'effects' | 'rule' | 'reason' | 'token_label' | 'client');

export type Notice = (
  | { readonly approval: Pick<Approval, Shown> }
  /** A job that has ended. */
  | { readonly end: Omit<Job, 'deadline'> }
) & {
  /** Where a person reads more about it, and decides: opening it decides nothing. */
  readonly url: string;
};

/** A phone shows so much of it. */
const TEXT_CHARS = 1_000;

export function composeMessage(kind: ChannelKind, to: Address, notice: Notice, language: Language): Message {
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

function webhook({ url, key }: Address, notice: Notice): Message {
  const body = JSON.stringify('end' in notice ? { type: 'end', ...notice.end, url: notice.url } : asked(notice));
  const signature = createHmac('sha256', key ?? '')
    .update(body)
    .digest('hex');
  return {
    url,
    headers: { 'content-type': 'application/json', 'x-synapse-signature': `sha256=${signature}` },
    body,
  };
}

function asked({ approval, url }: Extract<Notice, { approval: unknown }>) {
  const { id, execution_id, created_at, expires_at, machine, container, cwd, command_template } = approval;
  const { secrets, effects, rule, reason, token_label, client } = approval;
  return {
    ...{ type: 'approval', id, execution_id, created_at, expires_at, url, machine, container, cwd },
    ...{ command_template, secrets, effects, rule, reason, token_label, client },
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

function text(notice: Notice, language: Language): string {
  const about = 'end' in notice ? notice.end : notice.approval;
  const place = [about.machine, about.container].filter((part) => part !== null).join('/');
  const colon = language === 'fr' ? ' :' : ':';
  const command = about.command_template;
  const shown = command.length <= TEXT_CHARS ? command : `${command.slice(0, TEXT_CHARS).toWellFormed()}…`;
  const head = `${'end' in notice ? because('job_over')[language] : ASKS[language]} (${place})${colon} ${shown}`;
  const more = 'end' in notice ? howItEnded(notice.end) : notice.approval.reason;
  return `${head}\n${more}\n${notice.url}`;
}

function howItEnded({ status, exit_code, duration_ms }: Extract<Notice, { end: unknown }>['end']): string {
  const code = exit_code === null ? '' : ` (${exit_code})`;
  return `${status}${code}, ${Math.round((duration_ms ?? 0) / 1000)} s`;
}

function escapeSlack(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
