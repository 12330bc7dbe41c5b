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
  decisions: [],
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
  rights: [
    { actor: 'ada', from: 0, to: 100 },
    { actor: 'bob', from: 0, to: 100 },
    { actor: 'eve', from: 0, to: 14 },
  ],
  frozen: [],
  ended: [{ key: 'k0', why: 'frozen', told: 'cancelled', afterMs: 90 }],
  endsWithinMs: 100,
  log: [entry],
  intact: [true, true, true],
};

const both = [
  { by: 'bob', from: 12, to: 15 },
  { by: 'eve', from: 11, to: 16 },
];
/** Approved by two. */
const two = { orders: [order({ approvals: 2, decisions: both })], log: [{ ...entry, decided_by: 'bob, eve' }] };

it('says nothing of what is right', () => {
  expect(checkCrewHistory(fine)).toEqual([]);
  expect(checkCrewHistory({ ...fine, orders: [order({ told: 'role_required' })], witnessed: [] })).toEqual([]);
  expect(checkCrewHistory({ ...fine, ...two })).toEqual([]);
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
  [
    'was approved by somebody who had lost the right',
    {
      ...two,
      orders: [
        order({
          approvals: 2,
          decisions: [
            { by: 'eve', from: 11, to: 12 },
            { by: 'bob', from: 15, to: 16 },
          ],
        }),
      ],
    },
    'approved by eve, who could not any more',
  ],
  [
    'was approved by somebody whose approval was refused',
    { ...two, orders: [order({ approvals: 2, decisions: both.slice(1) })] },
    'approved by bob, whose approval was not taken',
  ],
  [
    'lived on',
    { ended: [{ key: 'k0', why: 'removed', told: 'cancelled', afterMs: 101 }] },
    'removed, and it lived on for 101 ms',
  ],
  [
    'was not cancelled',
    { ended: [{ key: 'k0', why: 'removed', told: 'timeout', afterMs: 1 }] },
    'removed, and it was told as timeout',
  ],
  ['was changed', { intact: [true, false] }, 'not intact'],
])('finds what %s', (_what, wrong, said) => {
  expect(checkCrewHistory({ ...fine, ...wrong }).join('\n')).toContain(said);
});
