/** A path was judged as it is written; where a link leads elsewhere, that place is judged as well. */
import { because, Refusal } from '@synapse/contract';
import type { JudgedFile } from '@synapse/judge';
import type { Clock } from '../../clock.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { InForce, Judge, PolicyDecision } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import { redactRefusal } from '../answer/redact-refusal.ts';
import type { Order } from '../order.ts';
import { assertAllowed } from './assert-allowed.ts';
import { judgedOrder } from './policy-request.ts';

export interface JudgePlaceServices {
  readonly inForce: (order: Pick<Order, 'workspaceId' | 'actor'>) => Promise<InForce>;
  readonly judge: Judge['judge'];
  readonly clock: Clock;
}

export interface PlaceOrder {
  readonly order: Order;
  readonly target: MachineRecord;
  readonly container: string | null;
  /** As it is written. */
  readonly about: JudgedFile;
  /** Of the path as it is written. */
  readonly policyDecision: PolicyDecision | null;
  readonly redactor: Redactor;
}

/** Throws policy_denied where the place is held back, or a person would have to be asked who was not. */
export async function judgePlace(
  { inForce, judge, clock }: JudgePlaceServices,
  { order, target, container, about, policyDecision, redactor }: PlaceOrder,
  place: string,
): Promise<void> {
  const there = await judge({
    ...judgedOrder(order, target, container, clock()),
    secrets: about.secrets,
    inForce: await inForce(order),
    judgement: async () => (await import('@synapse/judge')).judgeFile({ ...about, path: place }),
  });
  if (there === null) return;
  assertAllowed(there, redactor);
  if (there.verdict !== 'ask' || policyDecision?.verdict === 'ask') return;
  const reason = because('file_leads_elsewhere', { path: about.path, place });
  throw redactRefusal(new Refusal('policy_denied', { reason }), redactor);
}
