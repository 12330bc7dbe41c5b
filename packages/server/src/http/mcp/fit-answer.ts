/** An answer without a requested length: as much of it as a model is handed, with the way to the rest. */
import { EXECUTION_LIMITS } from '@synapse/contract';

/** What there may be too much of in an answer. */
export interface Part<Answer> {
  /** Of rows, lines or characters. */
  readonly length: number;
  /** The answer with only the first of them, at least one. It says how to get the others. */
  readonly first: (length: number) => Answer;
}

const { returnTokens, charsPerToken } = EXECUTION_LIMITS;
const MOST_CHARS = returnTokens.default * charsPerToken;

export function fitAnswer<Answer>(
  answer: Answer,
  part: Part<Answer> | null,
  write: (answer: Answer) => string,
): string {
  const whole = write(answer);
  if (part === null || whole.length <= MOST_CHARS) return whole;
  const fits = (shown: Answer): boolean => write(shown).length <= MOST_CHARS;
  const first = part.first(most(part.length, (length) => fits(part.first(length))));
  // One row alone is longer.
  return write(
    fits(first)
      ? first
      : withTexts(
          first,
          most(MOST_CHARS, (chars) => fits(withTexts(first, chars))),
        ),
  );
}

/** The largest number below this one for which it holds; at least 1. */
function most(below: number, holds: (count: number) => boolean): number {
  let [yes, no] = [1, below];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** With at most so many characters of each text. */
function withTexts<T>(value: T, chars: number): T {
  if (typeof value === 'string') return (value.length <= chars ? value : cut(value, chars)) as T;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, chars)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, chars)])) as T;
}

const cut = (text: string, chars: number): string =>
  `${text.slice(0, chars).toWellFormed()} … [${text.length - chars} characters left out]`;
