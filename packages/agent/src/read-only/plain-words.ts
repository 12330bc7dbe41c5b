/** Reads the simplest of shell texts: plain words, quoted or not, joined by pipes at most. */

export interface PlainWord {
  /** What the program gets; file names yet to be found where it is a pattern. */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  readonly isPattern: boolean;
}

const PLAIN = /^[A-Za-z0-9_./:=@%+,~^-]$/;
const GLOB = /^[*?]$/;

/** The words of each command of a pipeline; null for anything that is more than that. */
export function readPipeline(script: string): PlainWord[][] | null {
  const commands: PlainWord[][] = [[]];
  let word: { text: string; from: number; isPattern: boolean } | null = null;
  const source = script.trim();
  const endWord = (at: number): void => {
    if (word !== null) {
      commands.at(-1)!.push({ text: word.text, raw: source.slice(word.from, at), isPattern: word.isPattern });
    }
    word = null;
  };
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    if (sign === ' ' || sign === '\t') endWord(at);
    else if (sign === '|') {
      endWord(at);
      if (commands.at(-1)!.length === 0) return null;
      commands.push([]);
    } else {
      const open: { text: string; from: number; isPattern: boolean } = word ?? { text: '', from: at, isPattern: false };
      if (sign === "'" || sign === '"') {
        const end = source.indexOf(sign, at + 1);
        const quoted = source.slice(at + 1, end);
        if (end < 0 || (sign === '"' && /[$`\\]/.test(quoted))) return null;
        open.text += quoted;
        at = end;
      } else if (PLAIN.test(sign)) open.text += sign;
      // A file's name must not come to be read as an option: a pattern begins with what every name then begins with.
      else if (GLOB.test(sign) && open.text !== '' && !open.text.startsWith('-')) {
        open.text += sign;
        open.isPattern = true;
      } else return null;
      word = open;
    }
  }
  endWord(source.length);
  return commands.every((command) => command.length > 0) ? commands : null;
}
