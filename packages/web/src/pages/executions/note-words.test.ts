import { expect, it } from 'vitest';
import { en } from '../../i18n/en/index.ts';
import { noteWords } from './note-words.ts';

const id = '01m7z0q8xk2v5w9r3t6y1abcde';
const names = { tokens: new Map([['token-1', 'Cursor']]), commands: new Map([[id, 'sleep 600']]) };

it.each([
  [`freeze (${id})`, 'freeze everything'],
  [`unfreeze (${id}) machine=web-1`, 'unfreeze web-1'],
  [`unfreeze (${id}) token=token-1`, 'unfreeze Cursor'],
  [`freeze (${id}) machine=web-1 token=gone`, 'freeze web-1 · gone'],
  [`instance unfreeze (${id})`, 'instance unfreeze'],
  [`user rm ada (${id})`, 'user rm ada'],
  ['policy changed to version 3', 'policy changed to version 3'],
])('%s is %s', (command_template, words) => {
  expect(noteWords({ command_template, reconciles: null }, names, en.executions)).toBe(words);
});

it('says of which command the end became known later, without its id', () => {
  const said = (of: string) =>
    noteWords({ command_template: `reconciled ${of}`, reconciles: of }, names, en.executions);
  expect(said(id)).toBe('outcome learned later: sleep 600');
  expect(said('01m7z0q8xk2v5w9r3t6y1zzzzz')).toBe('outcome learned later');
});
