/** A client of several instances: it sends a command, to another one if nobody answers, under the same key. */
import { type Client, createClient } from '../../client.ts';
import type { Account } from '../../instance.ts';
import type { Told } from './check-history.ts';

/** Where a call can be sent: an instance, or the balancer in front of all. */
export interface Place {
  readonly name: string;
  readonly client: () => Pick<Client, 'call'>;
}

export const balancerPlace = (url: string): Place => {
  const client = createClient(url);
  return { name: 'balancer', client: () => client };
};

const ANSWER_MS = 15_000;

interface Answered {
  readonly execution_id?: string;
  readonly status?: string;
  readonly exit_code?: number | null;
}

/** A refusal has a status, too: of HTTP. */
const withId = (body: Answered): Answered => (body.execution_id === undefined ? {} : body);

export async function send(place: Place, account: Account, key: string, body: object): Promise<Told> {
  const nothing = { by: place.name, code: null, executionId: null, status: null, exitCode: null };
  const call = { token: account.session, headers: { 'idempotency-key': key }, body };
  try {
    const answer = await place.client().call<Answered & { code?: string; result?: Answered }>('POST', '/synapse/exec', {
      ...call,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { code = null, result = {} } = answer.body;
    // A command that was lost in the middle is told with its result so far.
    const { execution_id = null, status = null, exit_code = null } = { ...result, ...withId(answer.body) };
    const answered = { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    return {
      ...nothing,
      code,
      executionId: execution_id,
      status: execution_id && status,
      exitCode: exit_code,
      answered,
    };
  } catch {
    return nothing;
  }
}

export async function verdictOf(client: Pick<Client, 'call'>, { session }: Account): Promise<string> {
  const { body } = await client.call<{ state?: string; code?: string }>('GET', '/synapse/audit/verify', {
    token: session,
  });
  return body.state ?? body.code ?? 'not told';
}
