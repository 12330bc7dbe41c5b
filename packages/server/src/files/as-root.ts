/** A script about a file, done as root. */
import { shellQuote } from '@synapse/runner';
import { take } from './take-bytes.ts';

/** One that the script does not have stands for the ends of its lines. */
const SEPARATORS = ['\x1e', '\x1d', '\x1c', '\x1f', '\x02', '\x03'];

/**
 * The text of the script comes in one line of the standard input, in front of the bytes that it reads: what root's shell
 * is started with says nothing of the file. Null for a path that has every one of the separators.
 */
export function asRoot(script: string, inputBytes = 0): string | null {
  const separator = SEPARATORS.find((each) => !script.includes(each));
  if (separator === undefined) return null;
  const octal = `\\0${separator.charCodeAt(0).toString(8).padStart(2, '0')}`;
  const reader = `IFS= read -r script; eval "$(printf %s "$script" | tr '${octal}' '\\n')"`;
  const line = `printf '%s\\n' ${shellQuote(script.replaceAll('\n', separator))}`;
  return `{ ${line}\n${take(inputBytes)}\n} | sudo -- sh -c ${shellQuote(reader)} synapse-file\n`;
}
