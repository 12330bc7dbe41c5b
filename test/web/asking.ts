/** A person whose policy asks about changes on the machine `local`, with an assistant that gives orders. */
import { expect } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { ADMIN } from './instance.ts';

/** The machine asks about what changes something; `echo` with a redirection does. */
const POLICY = 'version: 1\ndefault: careful\n';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Shown = any;

export interface Asking {
  /** An order of the assistant, which does not wait for its end; gives the id of the execution. */
  readonly order: (command: string) => Promise<string>;
  /** The assistant writes a file, and waits for the answer. */
  readonly write: (path: string, text: string) => Promise<Shown>;
  readonly status: (executionId: string) => Promise<Shown>;
  /** The question about an order. */
  readonly question: (executionId: string) => Promise<Shown>;
  readonly decide: (approvalId: string, decision: 'approve' | 'deny', comment?: string) => Promise<void>;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Shown>;
}

export async function furnishAsking(url: string, policy = POLICY): Promise<Asking> {
  const client: Client = createClient(url);
  const session = await client.login(ADMIN.username, ADMIN.password);
  const call = async (method: string, path: string, body?: unknown): Promise<Shown> => {
    const answer = await client.call<Shown>(method, path, { token: session, body });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  await call('PUT', '/synapse/policy', { text: policy });
  await call('PUT', '/synapse/secrets/DB_PASSWORD', { value: 'not-a-real-password' });
  const token = await client.newToken(session, { label: 'shop assistant' });
  return {
    call,
    order: async (command) => {
      const args = { machine: 'local', command, wait_seconds: 0, timeout_seconds: 60 };
      return (await client.tool(token, 'synapse_exec', args)).result.execution_id;
    },
    write: async (path, text) => client.tool(token, 'synapse_write_file', { machine: 'local', path, text }),
    status: (id) => call('GET', `/synapse/executions/${id}?wait_seconds=5`),
    question: async (id) => {
      const { approvals } = await call('GET', '/synapse/approvals');
      return approvals.find((each: Shown) => each.execution_id === id);
    },
    decide: (id, decision, comment) => call('POST', `/synapse/approvals/${id}`, { decision, comment }),
  };
}
