import { expect, it } from 'vitest';
import { en } from '../i18n/en/index.ts';
import { fr } from '../i18n/fr/index.ts';
import { fieldProblem } from './field-problem.ts';

const field = (validity: Partial<ValidityState>, more = {}) => ({
  validity,
  validationMessage: 'the browser',
  ...more,
});

it('says what is wrong in the language of the page, never in the browser’s', () => {
  const missing = field({ valueMissing: true });
  expect(fieldProblem(missing, fr.ui.validity)).toBe('Ce champ est requis.');
  expect(fieldProblem(missing, en.ui.validity)).toBe('This field is required.');
  expect(fieldProblem(field({ tooShort: true }, { minLength: 8 }), fr.ui.validity)).toBe('Au moins 8 caractères.');
  expect(fieldProblem(field({ rangeOverflow: true }, { max: '300' }), en.ui.validity)).toBe('At most 300.');
  expect(fieldProblem(field({ patternMismatch: true }), en.ui.validity)).not.toContain('browser');
  expect(fieldProblem(field({ patternMismatch: true }, { title: 'A whole path' }), en.ui.validity)).toBe(
    'A whole path',
  );
});

it('lets a part of the page say its own', () => {
  expect(fieldProblem(field({ customError: true }), fr.ui.validity)).toBe('the browser');
});
