/** What is wrong with a field, in the words of the page: the browser has words of its own, in its own language. */
import type { Catalogue } from '../i18n/catalogue.ts';

export interface Checked {
  readonly validity: Partial<ValidityState>;
  /** What a part of the page says itself. */
  readonly validationMessage: string;
  /** What a form says of itself where it asks for a certain one. */
  readonly title?: string;
  readonly minLength?: number;
  readonly min?: string;
  readonly max?: string;
}

export function fieldProblem(field: Checked, words: Catalogue['ui']['validity']): string {
  const { validity, validationMessage, title = '', minLength = 0, min = '', max = '' } = field;
  if (validity.customError === true) return validationMessage;
  if (validity.valueMissing === true) return words.missing;
  if (validity.tooShort === true) return words.short(minLength);
  if (validity.rangeUnderflow === true) return words.least(min);
  if (validity.rangeOverflow === true) return words.most(max);
  if (validity.typeMismatch === true) return words.url;
  if (validity.badInput === true || validity.stepMismatch === true) return words.number;
  return title === '' ? words.form : title;
}
