/** The steps of a command that has ended, for an answer about it later. */
import type { KeptStep } from '../../../outputs/outputs.ts';
import { cutRedacted, type RedactedText } from '../../../redaction/index.ts';
import type { Steps } from '../../execution.ts';
import type { Collected, StepText } from '../../record/output.ts';

/** Those that printed something. What was typed is redacted as the output is. */
export function keptSteps(steps: Steps | null | undefined, { stdout, redactor }: Collected): KeptStep[] {
  if (!steps || stdout.steps === undefined) return [];
  return stdout.steps
    .filter(({ text }) => text !== '')
    .map(({ step, status, text }) => ({
      command: redactor.redactText(steps.commands[step] ?? ''),
      status,
      chars: text.length,
    }));
}

/** The same again, for a text that is still as it was printed; null for any other. */
export function stepsOf(kept: readonly KeptStep[], text: RedactedText): { steps: Steps; texts: StepText[] } | null {
  const chars = kept.reduce((sum, step) => sum + step.chars, 0);
  if (kept.length === 0 || chars !== text.length) return null;
  let at = 0;
  const texts = kept.map(({ status, chars: length }, step) => {
    const from = at;
    at += length;
    return { step, status, text: cutRedacted(text, from, at) };
  });
  return { steps: { nonce: '', commands: kept.map(({ command }) => command) }, texts };
}
