/** Asks a person, or reads what a program pipes in. Without a terminal it never waits for a person. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CliError, EXIT, usageError } from './cli-error.ts';
import type { Terminal } from './terminal.ts';
import { tell } from './words/tell.ts';

/** `usual` is the answer when only Enter is pressed. */
export async function askText(terminal: Terminal, message: string, instead: string, usual?: string): Promise<string> {
  if (!terminal.interactive) throw usageError(tell('no_terminal', { instead }));
  const { text: prompt, isCancel } = await import('@clack/prompts');
  const given = usual === undefined ? {} : { placeholder: usual, defaultValue: usual };
  const answer = await prompt({ message, ...given, output: process.stderr });
  if (isCancel(answer) || typeof answer !== 'string') throw cancelled();
  return answer;
}

/** Nothing of it is shown while it is typed. */
export async function askHidden(terminal: Terminal, message: string, instead: string): Promise<string> {
  if (!terminal.interactive) throw usageError(tell('no_terminal', { instead }));
  const { password: prompt, isCancel } = await import('@clack/prompts');
  const answer = await prompt({ message, mask: '', output: process.stderr });
  if (isCancel(answer) || typeof answer !== 'string') throw cancelled();
  return answer;
}

/** `option`: what says yes where there is no terminal. */
export async function confirm(terminal: Terminal, message: string, yes: boolean, option = '--yes'): Promise<void> {
  if (yes) return;
  if (!terminal.interactive)
    throw usageError(tell('no_terminal', { instead: tell('pass_option', { option }) }), message);
  const { confirm: prompt, isCancel } = await import('@clack/prompts');
  // Pressing only Enter means no.
  const answer = await prompt({ message, initialValue: false, output: process.stderr });
  if (isCancel(answer) || !answer) throw cancelled();
}

function cancelled(): CliError {
  return new CliError(tell('cancelled'), { exitCode: EXIT.usage });
}

/** All of stdin, without its last line break. */
export async function readStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** A passphrase from the named file (`-`: stdin), otherwise from a person, who is asked twice for a new one. */
export async function passphraseFor(
  terminal: Terminal,
  file: string | undefined,
  { twice }: { twice: boolean },
): Promise<string> {
  if (file === '-') return readStdin();
  if (file !== undefined) return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  const instead = tell('pass_option', { option: '--passphrase-file' });
  const passphrase = await askHidden(terminal, tell('ask_passphrase'), instead);
  if (twice && (await askHidden(terminal, tell('ask_again'), instead)) !== passphrase) {
    throw usageError(tell('passphrases_differ'));
  }
  return passphrase;
}
