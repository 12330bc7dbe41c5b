/** Text as one word of a POSIX shell. */

/** Single quotes; newlines stay as they are. NUL cannot be a part of any shell word. */
export function shellQuote(text: string): string {
  if (text.includes('\0')) throw new RangeError('a shell word cannot hold NUL');
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same without a newline in it: `$__synapse_n` stands for each, and must hold one where the word is read. */
export function quoteOnOneLine(text: string): string {
  return shellQuote(text).replaceAll('\n', `'"$__synapse_n"'`);
}
