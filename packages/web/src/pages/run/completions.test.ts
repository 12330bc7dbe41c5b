import { expect, it } from 'vitest';
import { completions, withCompletion } from './completions.ts';

const SECRETS = ['DB_PASSWORD', 'DB_USER', 'API_TOKEN'];
const ALIASES = [{ code: 'gst', command: 'git status' }];
const labels = (command: string) => completions(command, SECRETS, ALIASES).map(({ label }) => label);

it('offers secrets after two braces', () => {
  expect(labels('psql "{{')).toHaveLength(3);
  expect(labels('psql "{{db_')).toEqual(['{{DB_PASSWORD}}', '{{DB_USER}}']);
  expect(labels('docker ps --format {{.Na')).toEqual([]);
  expect(labels('echo {{DB_USER}} done')).toEqual([]);
});

it('offers aliases at the beginning only', () => {
  expect(labels('@g')).toEqual(['@gst → git status']);
  expect(labels('gs')).toEqual(['@gst → git status']);
  expect(labels('')).toEqual([]);
  expect(labels('ls @g')).toEqual([]);
});

it('puts the completion where it was begun', () => {
  const [first] = completions('psql "{{db_p', SECRETS, []);
  expect(withCompletion('psql "{{db_p', first!)).toBe('psql "{{DB_PASSWORD}}');
});
