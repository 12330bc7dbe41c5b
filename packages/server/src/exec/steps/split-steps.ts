/** The steps of a command that is about to run: its script with markers, and the text of each step as it was typed. */
import { randomBytes } from 'node:crypto';
import type { MachineRecord } from '../../machines/machines.ts';
import type { Steps } from '../execution.ts';
import type { Order } from '../order.ts';
import { markSteps } from './mark-steps.ts';

/** An agent may judge the script by a list of its own, which does not know the markers. */
export const tellsSteps = ({ request }: Pick<Order, 'request'>, { kind }: Pick<MachineRecord, 'kind'>): boolean =>
  !request.raw && kind !== 'agent';

/** `script`: with its placeholders resolved. `template`: as it was typed. Null for a command of one step. */
export function splitSteps(script: string, template: string): { script: string; steps: Steps } | null {
  const nonce = randomBytes(9).toString('hex');
  const marked = markSteps(script, nonce);
  if (marked === null) return null;
  const typed = script === template ? marked : markSteps(template, nonce);
  const same = typed !== null && typed.commands.length === marked.commands.length;
  return { script: marked.script, steps: { nonce, commands: (same ? typed : marked).commands } };
}
