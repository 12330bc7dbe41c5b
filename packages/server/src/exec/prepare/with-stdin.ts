/** A command that is handed a text on its standard input: as a pipe in front of it, and as a comment in the log. */
import { createHash } from 'node:crypto';
import { because, Refusal } from '@synapse/contract';
import { shellQuote } from '@synapse/runner';

/** So much of it the log tells word for word; of a longer one the beginning, and always the hash of all. */
const LOGGED_CHARS = 65_536;
const HEADING = '\n# stdin: ';
const NOTES = /\n# (?=session [\w.-]+:|stdin: )/g;

/** A comment that only looks like one of ours has one sign more. */
const asTyped = (text: string): string => text.replace(NOTES, '\n## ');

/**
 * The template that is resolved and run. The pipe is the shell's own: the text is in no argument list and in no file.
 * Placeholders in it are resolved, or refused, as in any text that is piped into these commands.
 */
export function withStdin(template: string, stdin: string | undefined): string {
  if (stdin === undefined) return template;
  return `${printed(stdin)} | {\n${template}\n}`;
}

/** A word of more lines than that takes bash too long to put together: they travel as one, and `tr` parts them again. */
const MANY_LINES = 2_000;
/** One that is not in the text stands for the newline. */
const SIGNS = [28, 29, 30, 31, 2, 3, 4, 5, 6, 14, 15, 16];
const PLACEHOLDER = /(\{\{[^{}\n]*\}\})/;

function printed(text: string): string {
  const print = (word: string) => `printf %s ${shellQuote(word)}`;
  const sign = SIGNS.find((code) => !text.includes(String.fromCharCode(code)));
  if (sign === undefined || text.split('\n', MANY_LINES).length < MANY_LINES) return `${print(text)} 2>/dev/null`;
  const parted = `tr '\\${sign.toString(8).padStart(3, '0')}' '\\n'`;
  const pieces = text.split(PLACEHOLDER).map((piece, at) => {
    if (at % 2 === 1) return print(piece);
    return `${print(piece.replaceAll('\n', String.fromCharCode(sign)))} | ${parted}`;
  });
  return `{ ${pieces.join('; ')}; } 2>/dev/null`;
}

/**
 * What the log, and a person who is asked, see of both; `note`: what there is to say of the command's session. It is
 * still the text of the command to a shell.
 */
export function loggedWith(command: string, stdin: string | undefined, note = ''): string {
  const text = `${asTyped(command)}${note}`;
  return stdin === undefined ? text : `${text}${inputNote(stdin)}`;
}

function inputNote(stdin: string): string {
  const text = stdin.slice(0, LOGGED_CHARS).toWellFormed();
  const lines = text.split('\n').map((line) => `\n# ${line}`);
  const rest = text.length < stdin.length ? '\n# …' : '';
  return `${HEADING}${Buffer.byteLength(stdin)} bytes, SHA-256 ${sha256(stdin)}${asTyped(lines.join(''))}${rest}`;
}

/** What an answer repeats. */
export function withoutStdin(logged: string): string {
  const at = logged.search(NOTES);
  return at < 0 ? logged : logged.slice(0, at);
}

/** A person agrees to what is shown, and that is all of it or nothing. */
export function refuseUnshown(stdin: string | undefined): void {
  if (stdin === undefined || stdin.length <= LOGGED_CHARS) return;
  throw new Refusal('policy_denied', { reason: because('stdin_asks', { max: LOGGED_CHARS }) });
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
