/** What is wrong with the text of a policy, each with its place, and the word that was probably meant. */
import { because, type Language, Refusal, type Wording } from '@synapse/contract';
import { nearest } from '../nearest.ts';

/** Counted from 1, as editors do. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

interface Problem extends SourcePosition {
  readonly problem: Wording;
}

export class Problems {
  readonly #found: Problem[] = [];

  note(place: SourcePosition, problem: Wording): void {
    if (this.#found.length < PROBLEMS_MAX) this.#found.push({ ...place, problem });
  }

  /** An unknown word, with the nearest known one. */
  unknown(place: SourcePosition, word: string, known: readonly string[]): void {
    const meant = nearest(word.slice(0, WORD_MAX), known);
    this.note(
      place,
      because('policy_unknown_word', { word: shortened(word), meant: meant ?? '', known: known.join(', ') }),
    );
  }

  /** Throws policy_invalid with the first in its message and all of them by their places. */
  throwAny(): void {
    const found = this.#found.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const [first] = found;
    if (first === undefined) return;
    const fields = found.map(({ line, column, problem }) => ({ field: `${line}:${column}`, problem }));
    throw new Refusal('policy_invalid', { ...first }, fields);
  }
}

const PROBLEMS_MAX = 20;
/** No known word is longer; the distance to a longer one costs its length. */
const WORD_MAX = 40;

export const shortened = (text: string): string => (text.length > WORD_MAX ? `${text.slice(0, WORD_MAX)}…` : text);

/** The same words in both languages, for what a library says of the text. */
export const sameWords = (text: string): Wording => ({ fr: text, en: text }) satisfies Record<Language, string>;
