/** Runs one command: parses, acts, and turns what went wrong into a message and an exit code. */
import { CommanderError } from 'commander';
import { CliError, EXIT } from './cli-error.ts';
import { createProgram } from './program.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed);
});

const parts = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env };

try {
  await createProgram(parts, (code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return usageCode(error);
  if (!(error instanceof CliError)) throw error;
  const { message, hint, code, exitCode } = error;
  if (process.argv.includes('--json')) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
  } else {
    process.stderr.write(`synapse: ${message}\n${hint === null ? '' : `  ${hint}\n`}`);
  }
  return exitCode;
}

/** Commander has said what there is to say. Help that was asked for is no mistake; help instead of a command is. */
function usageCode({ code }: CommanderError): number {
  return ['commander.helpDisplayed', 'commander.version'].includes(code) ? EXIT.ok : EXIT.usage;
}
