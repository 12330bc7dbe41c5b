/** What bash makes of `{a,b}` and `{1..3}`. Other shells take them as they stand: both readings count. */
import { ANY } from '../pattern.ts';

const MOST_WORDS = 64;
const MOST_CHARS = 16_384;

/** The word as it stands, and each that its braces may stand for; anything at all where those are too many. */
export function expandBraces(word: string): string[] {
  if (!word.includes('{')) return [word];
  const done: string[] = [];
  const open = [word];
  let chars = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    chars += one.length;
    const group = innermost(one);
    if (group === null) {
      done.push(one);
      continue;
    }
    const [before, after] = [one.slice(0, group.start), one.slice(group.end + 1)];
    if (done.length + open.length + group.choices.length > MOST_WORDS || chars > MOST_CHARS)
      return [word, `${word.slice(0, word.indexOf('{')) || '/'}${ANY}`];
    for (const choice of group.choices) open.push(before + choice + after);
  }
  return [...new Set([word, ...done])];
}

/** The first pair of braces without another inside that holds a choice. */
function innermost(word: string): { start: number; end: number; choices: string[] } | null {
  let start = -1;
  for (let at = 0; at < word.length; at += 1) {
    if (word[at] === '{') start = at;
    if (word[at] !== '}' || start < 0) continue;
    const inside = word.slice(start + 1, at);
    if (inside.includes(',')) return { start, end: at, choices: inside.split(',') };
    if (inside.includes('..')) return { start, end: at, choices: [ANY] };
    start = -1;
  }
  return null;
}
