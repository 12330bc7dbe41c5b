/** A service with a machine on which every command is asked about, and what tests do with questions. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { removeAtEnd } from '../left-behind.ts';
import type { ToolAnswer } from '../service.ts';

/** Whatever a judge says of a command: on this machine a person is asked. */
export const ASKING_POLICY = `version: 1
default: open
rules:
  - name: ask me
    when: { machine: asked }
    then: ask
`;

export interface Owner {
  readonly id: string;
  readonly username: string;
  readonly session: string;
  readonly token: string;
  readonly tokenId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
export type Shown = any;

let users = 0;

/** A user on plan pro with the machine `asked` (and `open`), a token, and the policy. */
export async function newOwner(client: Client, policy = ASKING_POLICY): Promise<Owner> {
  const username = `asked-${++users}-${process.pid}`;
  const password = `password of ${username}`;
  const account = { username, password, plan: 'pro', role: 'member' };
  const { id } = await client.created<{ id: string }>('/admin/users', await client.login(), account);
  const session = await client.login(username, password);
  for (const slug of ['asked', 'free']) await client.created('/synapse/machines', session, { slug, kind: 'local' });
  const made = await client.created<{ id: string; token: string }>('/tda/ai/tokens', session, { label: 'helper' });
  const put = await client.call('PUT', '/synapse/policy', { token: session, body: { text: policy } });
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  return { id, username, session, token: made.token, tokenId: made.id };
}

/** A command that leaves a line each time it runs. */
export function leavesMark(): { command: string; runs(): number } {
  const file = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-asked-'))), 'mark');
  return {
    command: `echo ran >> ${file}`,
    runs: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0),
  };
}

export const ask = (client: Client, owner: Owner, command: string, more: object = {}): Promise<ToolAnswer> =>
  client.tool(owner.token, 'synapse_exec', { machine: 'asked', command, wait_seconds: 0, ...more });

export const decide = (client: Client, owner: Owner, id: string, body: object) =>
  client.call<Shown>('POST', `/synapse/approvals/${id}`, { token: owner.session, body });

export const approve = (client: Client, owner: Owner, id: string, more: object = {}) =>
  decide(client, owner, id, { decision: 'approve', ...more });

export const look = async (client: Client, owner: Owner, id: string, wait = 10): Promise<Shown> =>
  (await client.tool(owner.token, 'synapse_get_execution', { execution_id: id, wait_seconds: wait })).result;

export const listed = async (client: Client, owner: Owner, status = 'pending'): Promise<Shown[]> =>
  (await client.call<Shown>('GET', `/synapse/approvals?status=${status}`, { token: owner.session })).body.approvals;

export const entryOf = async (client: Client, owner: Owner, id: string): Promise<Shown> =>
  (await client.call<Shown>('GET', `/synapse/executions/${id}/entry`, { token: owner.session })).body;

export async function intact(client: Client, owner: Owner): Promise<void> {
  const { body } = await client.call<Shown>('GET', '/synapse/audit/verify', { token: owner.session });
  expect(body).toMatchObject({ intact: true, findings: [] });
}
