/** The page's dialogs and lists are made from the shared parts of `ui/`, so that all of them look and behave alike. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = 'packages/web/src';
const using = (part: RegExp): string[] =>
  globSync(`${ROOT}/**/*.tsx`)
    .filter((file) => part.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(ROOT.length + 1))
    .sort();

it('a dialog is a Dialog; only the palette has its own', () => {
  expect(using(/<Modal\b/)).toEqual(['layout/palette.tsx', 'ui/dialog.tsx']);
});

it('a form in a dialog is a FormDialog', () => {
  const both = using(/<Form\b/).filter((file) => using(/<Dialog\b/).includes(file));
  expect(both).toEqual(['ui/form-dialog.tsx']);
});

it('a form is a Form, which says what is wrong in the page’s own words', () => {
  expect(using(/<form\b/)).toEqual(['ui/form.tsx']);
  expect(using(/reportValidity/)).toEqual([]);
});

it('a page about a list is a ListPage', () => {
  const pages = using(/<Loaded\b[\s\S]*\.length === 0 \?/).filter((file) => using(/<PageHeader\b/).includes(file));
  expect(pages).toEqual([]);
  expect(using(/<ListPage\b/).length).toBeGreaterThanOrEqual(6);
});

it('numbers and dates have one format a language: from i18n/amounts.ts and ui/time-words.ts alone', () => {
  const formats = globSync(`${ROOT}/**/*.{ts,tsx}`)
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /toLocale\w*String\(|Intl\.(?:NumberFormat|RelativeTimeFormat)|new Intl\.DateTimeFormat/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .map((file) => file.slice(ROOT.length + 1))
    .sort();
  expect(formats).toEqual(['i18n/amounts.ts', 'ui/time-words.ts']);
});
