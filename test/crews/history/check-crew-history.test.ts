/** The checker finds what is wrong, and nothing else. */
import { expect, it } from 'vitest';
import { type CrewHistory, checkCrewHistory, type Order } from './check-crew-history.ts';

const order = (more: Partial<Order> = {}): Order => ({
  key: 'k1',
  actor: 'ada',
  approvals: 0,
  executionId: 'e1',
  told: 'done',
  from: 10,
  to: 20,
  ...more,
});
const entry = {
  execution_id: 'e1',
  source: 'mcp',
  status: 'done',
  command_template: 'true',
  actor: 'ada',
  crew: 'ops',
  decided_by: null,
};
const fine: CrewHistory = {
  crew: 'ops',
  orders: [order()],
  witnessed: ['k1'],
  rights: [{ actor: 'ada', from: 0, to: 100 }],
  frozen: [],
  log: [entry],
  intact: [true, true, true],
};

it('says nothing of what is right', () => {
  expect(checkCrewHistory(fine)).toEqual([]);
  expect(checkCrewHistory({ ...fine, orders: [order({ told: 'role_required' })], witnessed: [] })).toEqual([]);
  const two = { ...fine, orders: [order({ approvals: 2 })], log: [{ ...entry, decided_by: 'bob, eve' }] };
  expect(checkCrewHistory(two)).toEqual([]);
  // It may have begun before.
  expect(checkCrewHistory({ ...fine, frozen: [{ from: 15, to: 30 }] })).toEqual([]);
});

it.each<[string, Partial<CrewHistory>, string]>([
  ['ran twice', { witnessed: ['k1', 'k1'] }, 'ran 2 times'],
  ['never ran', { witnessed: [] }, 'never ran'],
  ['was ordered by nobody', { witnessed: ['k1', 'k2'] }, 'nobody ordered it'],
  ['had no right', { rights: [{ actor: 'ada', from: 30, to: 100 }] }, 'who could not'],
  ['was frozen', { frozen: [{ from: 5, to: 30 }] }, 'was frozen'],
  ['is not in the log', { log: [] }, 'does not have it'],
  ['is in the name of another', { log: [{ ...entry, actor: 'bob' }] }, 'the log names bob'],
  ['has no actor', { log: [{ ...entry, actor: null }] }, 'no actor'],
  ['is of another crew', { log: [{ ...entry, crew: 'other' }] }, 'the crew other'],
  [
    'has one approval',
    { orders: [order({ approvals: 2 })], log: [{ ...entry, decided_by: 'bob' }] },
    'approved by bob',
  ],
  [
    'was approved by who ordered it',
    { orders: [order({ approvals: 2 })], log: [{ ...entry, decided_by: 'ada, bob' }] },
    'approved by ada',
  ],
  ['was changed', { intact: [true, false] }, 'not intact'],
])('finds what %s', (_what, wrong, said) => {
  expect(checkCrewHistory({ ...fine, ...wrong }).join('\n')).toContain(said);
});
