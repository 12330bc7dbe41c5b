/** Every text of the page, French first: the other languages must have exactly its keys. */
import type { fr } from './fr/index.ts';

/** The same tree, with any text in place of the French one. */
type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Texts<T[K]>;
};

export type Catalogue = Texts<typeof fr>;
