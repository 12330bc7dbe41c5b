// Splits a shell command line into pipelines of plain words: enough to know who writes the output, never to run anything.

/** One program call; `quiet` when its output goes to a file instead of the caller. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly quiet: boolean;
}

/** Commands joined by `|`. */
export type Pipeline = readonly SimpleCommand[];

const LONGEST_COMMAND = 20_000;
const KEYWORDS = new Set(['for', 'while', 'until', 'if', 'case', 'select', 'function', '{', '((', '[[', '!', 'coproc']);

interface Draft {
  words: string[];
  quiet: boolean;
}

/** The pipelines of a command line in order, or null when it is more than a list of them (loops, here-documents, subshells). */
export function parsePipelines(line: string): Pipeline[] | null {
  if (line.length > LONGEST_COMMAND) return null;
  const pipelines: Draft[][] = [];
  let pipeline: Draft[] = [];
  let command: Draft = { words: [], quiet: false };
  let word = '';
  let inWord = false;
  let redirect: '' | 'out' | 'other' = '';

  const endWord = () => {
    if (!inWord) return;
    if (redirect === 'out') command.quiet = !/^\/dev\/(stdout|stderr|tty|fd\/[12])$/.test(word);
    else if (redirect === '') command.words.push(word);
    redirect = '';
    word = '';
    inWord = false;
  };
  const endCommand = () => {
    endWord();
    if (command.words.length > 0 || command.quiet) pipeline.push(command);
    command = { words: [], quiet: false };
  };
  const endPipeline = () => {
    endCommand();
    if (pipeline.length > 0) pipelines.push(pipeline);
    pipeline = [];
  };

  let i = 0;
  while (i < line.length) {
    const c = line[i] as string;
    if (c === "'") {
      const close = line.indexOf("'", i + 1);
      if (close < 0) return null;
      word += line.slice(i + 1, close);
      inWord = true;
      i = close + 1;
    } else if (c === '"') {
      inWord = true;
      i++;
      while (i < line.length && line[i] !== '"') {
        if (line[i] === '\\' && i + 1 < line.length) i++;
        word += line[i];
        i++;
      }
      if (i >= line.length) return null;
      i++;
    } else if (c === '\\') {
      if (line[i + 1] === '\n') i += 2;
      else {
        word += line[i + 1] ?? '';
        inWord = true;
        i += 2;
      }
    } else if (c === '$' && line[i + 1] === '(') {
      const close = closingParenthesis(line, i + 1);
      if (close < 0) return null;
      word += line.slice(i, close + 1);
      inWord = true;
      i = close + 1;
    } else if (c === '`') {
      const close = line.indexOf('`', i + 1);
      if (close < 0) return null;
      word += line.slice(i, close + 1);
      inWord = true;
      i = close + 1;
    } else if (c === '(' || c === ')') {
      return null;
    } else if (c === '#' && !inWord) {
      const end = line.indexOf('\n', i);
      i = end < 0 ? line.length : end;
    } else if (c === ' ' || c === '\t') {
      endWord();
      i++;
    } else if (c === '\n' || c === ';') {
      endPipeline();
      i++;
    } else if (c === '&' && line[i + 1] === '>') {
      endWord();
      redirect = 'out';
      i += line[i + 2] === '>' ? 3 : 2;
    } else if (c === '&') {
      endPipeline();
      i += line[i + 1] === '&' ? 2 : 1;
    } else if (c === '|') {
      if (line[i + 1] === '|') {
        endPipeline();
        i += 2;
      } else {
        endCommand();
        i += line[i + 1] === '&' ? 2 : 1;
      }
    } else if (c === '>' || c === '<') {
      if (line.startsWith('<<', i)) return null;
      const descriptor = inWord && /^\d$/.test(word) ? word : '';
      if (descriptor) {
        word = '';
        inWord = false;
      }
      endWord();
      i++;
      if (line[i] === '>' || line[i] === '|') i++;
      if (line[i] === '&') {
        // 2>&1, >&2: the text still reaches the caller
        i++;
        redirect = 'other';
      } else {
        redirect = c === '>' && (descriptor === '' || descriptor === '1') ? 'out' : 'other';
      }
    } else {
      word += c;
      inWord = true;
      i++;
    }
  }
  endPipeline();
  const loops = pipelines.some((commands) => commands.some(({ words }) => KEYWORDS.has(words[0] ?? '')));
  return loops ? null : pipelines;
}

function closingParenthesis(line: string, open: number): number {
  let depth = 0;
  for (let i = open; i < line.length; i++) {
    if (line[i] === '(') depth++;
    else if (line[i] === ')' && --depth === 0) return i;
  }
  return -1;
}
