import { expect, it } from 'vitest';
import { localeOf } from './time-words.ts';

it.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['fr-FR', 'en-US'], 'en-US'],
  ['en', ['fr-FR'], 'en'],
  ['fr', ['en-GB'], 'fr'],
  ['fr', ['fr-CA', 'fr-FR'], 'fr-CA'],
])('%s for a reader of %j is written as in %s', (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale);
});
