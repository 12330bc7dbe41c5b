import { expect, it } from 'vitest';
import { noteWords } from './note-words.ts';

const id = '01m7z0q8xk2v5w9r3t6y1abcde';
const tokens = new Map([['token-1', 'Cursor']]);

it.each([
  [`freeze (${id})`, 'freeze everything'],
  [`unfreeze (${id}) machine=web-1`, 'unfreeze web-1'],
  [`unfreeze (${id}) token=token-1`, 'unfreeze Cursor'],
  [`freeze (${id}) machine=web-1 token=gone`, 'freeze web-1 · gone'],
  [`instance unfreeze (${id})`, 'instance unfreeze'],
  [`user rm ada (${id})`, 'user rm ada'],
  ['policy changed to version 3', 'policy changed to version 3'],
])('%s is %s', (template, words) => {
  expect(noteWords(template, tokens, 'everything')).toBe(words);
});
