/** Runs one command: parses it, runs it, and turns an error into a message and an exit code. */
import { getSystemErrorMap } from 'node:util';
import { CommanderError } from 'commander';
import { calledAs } from './called-as.ts';
import { COMMANDS } from './catalogue.ts';
import { CliError, EXIT, usageError } from './cli-error.ts';
import { separateCommand } from './command-words.ts';
import { harmless } from './harmless-text.ts';
import { leaveCancelled } from './leave-cancelled.ts';
import { createProgram } from './program.ts';
import { asTyped, nameCommands, speakAs, tell } from './words/tell.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed);
});

// After `--` come the words of the command to be run.
const words = separateCommand(process.argv.slice(2), COMMANDS);
const json = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--json');

// Output for programs is in one language.
if (!json) {
  speakAs(words, process.env);
  const firstWords = new Set(COMMANDS.map(({ path }) => path.split(' ')[0]!));
  nameCommands([...firstWords], () => calledAs(process.env));
}

// Nothing was ordered yet: the exit code says that it was cancelled. This takes over from the program that loaded it:
// before that lets go, because a signal without a listener is lost.
const loaders = process.listeners('SIGINT');
if (words.some((word) => word === 'exec' || word === 'look')) process.on('SIGINT', leaveCancelled);
for (const loader of loaders) process.off('SIGINT', loader);

const parts = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env };

try {
  const onEnd = (code: number): void => {
    process.exitCode = code;
  };
  await createProgram(parts, { onEnd, quiet: json }).parseAsync(words, { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError && (error.exitCode === 0 || !json)) return usageCode(error);
  const { message, hint, code, exitCode, fields } = toCliError(error);
  if (json) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
  } else {
    // Where the message itself does not name them.
    const problems = code === 'arguments_invalid' ? [] : fields.map(({ problem }) => problem);
    const lines = [
      `synapse: ${message}`,
      ...[...problems, ...(hint === null ? [] : [asTyped(hint)])].map((line) => `  ${line}`),
    ];
    const text = `${lines.join('\n')}\n`;
    process.stderr.write(process.stderr.isTTY ? harmless(text) : text);
  }
  return exitCode;
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof CommanderError)) return fileProblem(error);
  const message = error.code === 'commander.help' ? tell('which_command') : error.message.replace(/^error: /, '');
  return usageError(message, 'synapse --help');
}

/** A person can fix a file that is missing or not accessible. Anything else is a defect, and shows its stack. */
function fileProblem(error: unknown): CliError {
  const { code, path, errno } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || path === undefined) throw error;
  const [, text = code] = getSystemErrorMap().get(errno ?? 0) ?? [];
  return new CliError(`${path}: ${text}`);
}

/** Commander has already printed its message. Help that was asked for is no mistake; help instead of a command is. */
function usageCode({ exitCode }: CommanderError): number {
  return exitCode === 0 ? EXIT.ok : EXIT.usage;
}
