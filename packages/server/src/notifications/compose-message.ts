/** What is sent about a command that waits for a person: names and the redacted text, in the form that each kind of receiver reads. Pure. */
import { createHmac } from 'node:crypto';
import type { Approval, ChannelKind, Language } from '@synapse/contract';
import type { Message } from './post.ts';

/** Where it goes, as it is kept sealed. */
export interface Address {
  readonly url: string;
  /** Signs what goes to a webhook, or lets us in at ntfy. */
  readonly key: string | null;
}

type Shown =
  | ('id' | 'execution_id' | 'created_at' | 'expires_at' | 'machine' | 'container' | 'cwd' | 'command_template')
  | ('secrets' | 'effects' | 'rule' | 'reason' | 'token_label' | 'client');

export interface Notice {
  readonly approval: Pick<Approval, Shown>;
  /** Where a person reads it and decides: opening it decides nothing. */
  readonly url: string;
}

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

function webhook({ url, key }: Address, { approval, url: link }: Notice): Message {
  const { id, execution_id, created_at, expires_at, machine, container, cwd, command_template } = approval;
  const { secrets, effects, rule, reason, token_label, client } = approval;
  const body = JSON.stringify({
    ...{ type: 'approval', id, execution_id, created_at, expires_at, url: link, machine, container, cwd },
    ...{ command_template, secrets, effects, rule, reason, token_label, client },
  });
  const signature = createHmac('sha256', key ?? '')
    .update(body)
    .digest('hex');
  return {
    url,
    headers: { 'content-type': 'application/json', 'x-synapse-signature': `sha256=${signature}` },
    body,
  };
}

function ntfy({ url, key }: Address, notice: Notice, language: Language): Message {
  return {
    url,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: 'Synapse',
      priority: 'high',
      // Header values are ASCII; an address is.
      click: new URL(notice.url, 'http://localhost').href,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: text(notice, language),
  };
}

const ASKS: Readonly<Record<Language, string>> = { fr: 'Autoriser', en: 'Allow' };

function text({ approval, url }: Notice, language: Language): string {
  const place = [approval.machine, approval.container].filter((part) => part !== null).join('/');
  const colon = language === 'fr' ? ' :' : ':';
  const command = approval.command_template;
  const shown = command.length <= TEXT_CHARS ? command : `${command.slice(0, TEXT_CHARS).toWellFormed()}…`;
  return `${ASKS[language]} (${place})${colon} ${shown}\n${approval.reason}\n${url}`;
}

function escapeSlack(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
