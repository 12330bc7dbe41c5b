import { expect, it } from 'vitest';
import type { UsedSecret } from '../../api/secrets.ts';
import { readSecretSearch } from './secret-address.ts';
import { filterSecrets } from './secret-filter.ts';

const secret = (name: string, more: Partial<UsedSecret> = {}): UsedSecret => ({
  name,
  updated_at: '2026-01-01T00:00:00Z',
  value_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  made_by: 'person',
  description: null,
  folder: null,
  expires_at: null,
  rotate_days: null,
  reminder: null,
  machines: null,
  programs: null,
  removed_machines: [],
  used_by: { machines: [], aliases: [], executions: [] },
  ...more,
});

const ALL = [
  secret('DB_PASSWORD', { folder: 'production/db', used_by: { machines: ['web-1'], aliases: [], executions: [] } }),
  secret('STRIPE_KEY', { description: 'Billing', reminder: 'expired', programs: ['curl'] }),
  secret('OLD_ONE'),
];
const names = (search: Parameters<typeof filterSecrets>[1]) => filterSecrets(ALL, search).map(({ name }) => name);

it('finds by any word of the name, the folder, the description, or what uses it', () => {
  expect(names({})).toHaveLength(3);
  expect(names({ q: 'db prod' })).toEqual(['DB_PASSWORD']);
  expect(names({ q: 'WEB-1' })).toEqual(['DB_PASSWORD']);
  expect(names({ q: 'billing' })).toEqual(['STRIPE_KEY']);
  expect(names({ q: 'nothing' })).toEqual([]);
});

it('narrows to those that ask for attention, that are bound, that nothing uses', () => {
  expect(names({ kind: 'due' })).toEqual(['STRIPE_KEY']);
  expect(names({ kind: 'bound' })).toEqual(['STRIPE_KEY']);
  expect(names({ kind: 'unused' })).toEqual(['STRIPE_KEY', 'OLD_ONE']);
});

it('keeps of an address only what is valid', () => {
  expect(readSecretSearch({ q: 5, kind: 'due', open: 'A_1', more: 'x' })).toEqual({ q: '5', kind: 'due', open: 'A_1' });
  expect(readSecretSearch({ q: ' ', kind: 'all', open: 'a/b' })).toEqual({});
});
