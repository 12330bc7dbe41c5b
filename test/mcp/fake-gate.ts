/** An admission whose tokens and limits a test sets by hand, in place of the database. */
import { Refusal, type Scope } from '@synapse/contract';
import type { Admission, AdmissionRequest } from '../../packages/server/src/admission/admit.ts';
import type { Caller } from '../../packages/server/src/auth/caller.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';

export interface FakeGate extends Admission {
  /** Every request that came through, oldest first. */
  readonly seen: AdmissionRequest[];
  /** Messages that the address may still send, and calls that the user's day still allows. */
  left: { messages: number; calls: number };
  /** Thrown instead of an answer, as if the database could not be reached. */
  broken: Error | null;
}

export function createFakeGate(tokens: Readonly<Record<string, readonly Scope[]>>): FakeGate {
  const seen: AdmissionRequest[] = [];
  const gate: FakeGate = {
    seen,
    left: { messages: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY },
    broken: null,
    async admit(request) {
      seen.push(request);
      if (gate.broken !== null) throw gate.broken;
      const limited = request.messages.map(() =>
        gate.left.messages-- > 0 ? null : new Refusal('ip_rate_limited', { retry_after: 7 }),
      );
      if (limited.every((refusal) => refusal !== null)) throw limited[0];
      if (request.token === undefined) throw new Refusal('token_missing');
      const scopes = Object.hasOwn(tokens, request.token) ? tokens[request.token] : undefined;
      if (scopes === undefined) throw new Refusal('token_invalid');
      const refusals = request.messages.map((cost, at) => {
        if (limited[at] || cost === 'other') return limited[at] ?? null;
        return gate.left.calls-- > 0 ? null : new Refusal('quota_exceeded', { retry_after: 3600 });
      });
      return { caller: callerOf(request.token, scopes), refusals, day: 0, vaultVersion: 0 };
    },
    async screen(request) {
      await gate.admit({ ...request, messages: ['other'] });
      gate.left.messages++;
    },
    async release() {
      gate.left.calls++;
    },
  };
  return gate;
}

function callerOf(token: string, scopes: readonly Scope[]): Caller {
  return {
    userId: 'u1',
    workspaceId: personalWorkspaceId('u1'),
    username: 'ada',
    role: 'member',
    plan: 'pro',
    language: null,
    scopes,
    tokenId: `id of ${token}`,
    tokenHint: '…',
    tokenLabel: null,
  };
}
