/** How a command ends when it fails: the message on stderr, and the exit code. */

/**
 * `outOfReach`: the database cannot be reached or refuses, so nothing is known about it. `notRun`: for `exec`, when the command was never started. Otherwise the command's own exit code is used. `behind`: for
 * `upgrade --check`, when there is a newer version, so that a script can tell it from a check that failed.
 */
export const EXIT = { ok: 0, failed: 1, usage: 2, outOfReach: 3, signedOut: 4, behind: 100, notRun: 125 } as const;

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

export class CliError extends Error {
  readonly exitCode: number;
  /** The stable name of a refusal by the service. Null for an error on this side. */
  readonly code: string | null;
  /** How to fix it, on a line of its own. */
  readonly hint: string | null;
  /** The wrong fields that the service names. */
  readonly fields: readonly FieldProblem[];
  /** Names of secrets without which the service does not do it. */
  readonly secrets: readonly string[];

  constructor(
    message: string,
    options: Partial<Pick<CliError, 'exitCode' | 'code' | 'hint' | 'fields' | 'secrets'>> = {},
  ) {
    super(message);
    this.name = 'CliError';
    this.exitCode = options.exitCode ?? EXIT.failed;
    this.code = options.code ?? null;
    this.hint = options.hint ?? null;
    this.fields = options.fields ?? [];
    this.secrets = options.secrets ?? [];
  }
}

export const usageError = (message: string, hint: string | null = null): CliError =>
  new CliError(message, { exitCode: EXIT.usage, hint });
