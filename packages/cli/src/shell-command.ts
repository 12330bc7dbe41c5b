/** The words of a command line as one command for a shell. */

/** One word is taken for a whole command, as with `sh -c`; several are what they were here, quoted where they must be. */
export function shellCommand(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : words.map(quote).join(' ');
}

/** Braces stay, so that `{{NAME}}` is seen for what it is. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./{}-]+$/;

function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
