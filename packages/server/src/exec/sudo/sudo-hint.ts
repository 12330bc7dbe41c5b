/** Tells what to set when `sudo` wanted a password and nobody could give one. */
import type { OpenExecution } from '../execution.ts';
import { hintAt, noHint, type OutputHint } from '../output-hint.ts';
import { saysSudo } from './sudo-secret.ts';

export function hintAtSudo({ target, template, output }: OpenExecution): OutputHint {
  if (target.sudoSecret !== null || !saysSudo(template)) return noHint(output);
  const complaint = {
    // In whatever language: a line that begins with its name.
    pattern: /(?:^|\n)sudo ?: /,
    longest: 'sudo : '.length + 1,
    hint:
      `synapse: nobody can type a password for sudo here; give the machine ${target.slug} a sudo_secret ` +
      '(synapse machine set --sudo-secret, or on the page) or allow the command without a password in sudoers\n',
    onlyAfterFailure: true,
  };
  return hintAt(complaint, output);
}
