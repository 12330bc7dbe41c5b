/** A hint what to change when `sudo` asked for a password and there was none. */
import type { OpenExecution } from '../../execution.ts';
import { type Complaint, hintAt, noHint, type OutputHint } from '../output-hint.ts';
import { namesPath, saysSudo } from './sudo-secret.ts';

/** Longer than any line of sudo. */
const LONGEST_LINE = 1_000;

export function hintAtSudo({ target, command, output }: OpenExecution): OutputHint {
  if (!saysSudo(command)) return noHint(output);
  const { slug, sudoSecret, connection } = target;
  const whose = connection !== null && 'user' in connection ? `Defaults:${connection.user}` : 'Defaults';
  const complaints: Complaint[] = [
    {
      // In whatever language: a line that begins with its name, and says `tty`.
      pattern: /(?:^|\n)sudo ?: [^\n]*\btty\b/,
      longest: LONGEST_LINE,
      hint: `synapse: sudo on ${slug} wants a terminal, which no command has; its sudoers can do without: ${whose} !requiretty\n`,
      onlyAfterFailure: true,
    },
  ];
  if (sudoSecret === null) {
    complaints.push({
      pattern: /(?:^|\n)sudo ?: /,
      longest: 'sudo : '.length + 1,
      hint:
        `synapse: sudo cannot ask for a password here; give the machine ${slug} a sudo_secret ` +
        '(synapse machine set --sudo-secret, or on the page) or allow the command without a password in sudoers\n',
      onlyAfterFailure: true,
    });
  } else if (namesPath(command)) {
    complaints.push({
      // A password that is wanted and may not be asked for, in the languages of the service.
      pattern: /(?:^|\n)sudo ?: [^\n]*(?:password|mot de passe)/,
      longest: LONGEST_LINE,
      hint: 'synapse: sudo that is called by its path and may not ask gets no answer; call it sudo, without a path\n',
      onlyAfterFailure: true,
    });
  }
  return hintAt(complaints, output);
}
