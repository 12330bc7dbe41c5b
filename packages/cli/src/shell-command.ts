/** Turns the words of a command line into one command for a shell. */

/** One word is taken for a whole command, as with `sh -c`. Several words stay separate, quoted where necessary. */
export function shellCommand(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : words.map(quote).join(' ');
}

/** Braces are not quoted, so that `{{NAME}}` is still recognised. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./{}-]+$/;

function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
