import { expect, it } from 'vitest';
import { foldWords, queryWords } from './fold-words.ts';

it('folds case, accents, ligatures and punctuation away', () => {
  expect(foldWords('Été, ÇA va-t-il ? ﬁn x² naïve_Ünïcode')).toEqual([
    'ete',
    'ca',
    'va',
    't',
    'il',
    'fin',
    'x2',
    'naive',
    'unicode',
  ]);
  expect(foldWords('E\u0301te\u0301')).toEqual(foldWords('été'));
  expect(foldWords('日本語 Привет')).toEqual(['日本語', 'привет']);
  expect(foldWords('  -- "" ')).toEqual([]);
});

it('bounds words and queries', () => {
  expect(foldWords('a'.repeat(1000))).toEqual(['a'.repeat(60)]);
  expect(queryWords('b B b c')).toEqual(['b', 'c']);
  expect(queryWords(Array.from({ length: 50 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12);
});
