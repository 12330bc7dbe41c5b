/** The steps of a command that is about to run: the command with markers, and the text of each step as it was typed. */
import { randomBytes } from 'node:crypto';
import type { Steps } from '../../execution.ts';
import { holesOf } from '../../prepare/placeholders/placeholder.ts';
import { markSteps } from './mark-steps.ts';

/** The template with markers before its steps; as it is, and no steps, where there is but one. */
export function splitSteps(
  template: string,
  isSecret: (name: string) => boolean,
): { template: string; steps: Steps | null } {
  const nonce = randomBytes(9).toString('hex');
  const marked = markSteps(template, nonce, holesOf(isSecret));
  if (marked === null) return { template, steps: null };
  return { template: marked.script, steps: { nonce, commands: marked.commands } };
}
