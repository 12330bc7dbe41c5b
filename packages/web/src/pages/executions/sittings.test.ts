import { expect, it } from 'vitest';
import type { ListedEntry } from '../../api/executions.ts';
import { sittingsOf } from './sittings.ts';

const at = (minute: number, token: string | null, exit = 0): ListedEntry =>
  ({
    id: `e${minute}`,
    created_at: new Date(minute * 60_000).toISOString(),
    token_hint: token,
    source: token === null ? 'app' : 'mcp',
    status: 'done',
    exit_code: exit,
  }) as ListedEntry;

it('tells a story per client and sitting, each in the order in which it happened', () => {
  const newestFirst = [at(100, 'a'), at(99, null), at(80, 'a', 3), at(40, 'a'), at(39, 'b')];
  const told = sittingsOf(newestFirst).map(({ entries, failed }) => [entries.map(({ id }) => id).join(' '), failed]);
  expect(told).toEqual([
    ['e80 e100', 1],
    ['e99', 0],
    ['e40', 0],
    ['e39', 0],
  ]);
  expect(sittingsOf([])).toEqual([]);
});
