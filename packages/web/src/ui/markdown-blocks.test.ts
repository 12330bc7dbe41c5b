import { expect, it } from 'vitest';
import { linksIn, parseBlocks } from './markdown-blocks.ts';

it('tells headings, lists, code and paragraphs apart', () => {
  const text = '# Plan\n\nFirst line\nsecond line\n- one\n- two\n\n1. a\n2. b\n```sh\n# not a heading\n```\nend';
  expect(parseBlocks(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Plan' },
    { kind: 'paragraph', text: 'First line\nsecond line' },
    { kind: 'list', ordered: false, items: ['one', 'two'] },
    { kind: 'list', ordered: true, items: ['a', 'b'] },
    { kind: 'code', text: '# not a heading' },
    { kind: 'paragraph', text: 'end' },
  ]);
});

it('keeps markup and links as the text they are, and always ends', () => {
  const text = '<script>alert(1)</script>\n[x](javascript:alert(1))\n```\nnever closed';
  expect(parseBlocks(text)).toEqual([
    { kind: 'paragraph', text: '<script>alert(1)</script>\n[x](javascript:alert(1))' },
    { kind: 'code', text: 'never closed' },
  ]);
  expect(parseBlocks('')).toEqual([]);
  expect(parseBlocks('-\n- \n#\n####### seven')).not.toEqual([]);
});

it('reads quotes, rules and tables, and a line with a bar as the text it is', () => {
  const text = '> said\n> twice\n---\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n| alone |\nplain | text';
  expect(parseBlocks(text)).toEqual([
    { kind: 'quote', text: 'said\ntwice' },
    { kind: 'rule' },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'paragraph', text: '| alone |\nplain | text' },
  ]);
});

it('finds links that lead to the web, and shows where', () => {
  expect(linksIn('see [the issue](https://example.org/1), or https://example.org/a?b=c#d.')).toEqual([
    'see ',
    { words: 'the issue', address: 'https://example.org/1' },
    ', or ',
    { words: null, address: 'https://example.org/a?b=c#d' },
    '.',
  ]);
  expect(linksIn('[https://example.org](https://example.org)')).toEqual([
    { words: null, address: 'https://example.org' },
  ]);
});

it.each([
  '[x](javascript:alert(1))',
  '![x](https://example.org/x.png)',
  '<a href=https://example.org>',
  'ftp://example.org',
  'https://',
  '[x](//example.org)',
])('leaves %s as it was written', (text) => {
  expect(linksIn(text)).toEqual([text]);
});
