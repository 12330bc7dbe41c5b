import { expect, it } from 'vitest';
import { mayDecide } from './who-decides.ts';

const ROLES = ['watcher', 'operator', 'keeper', 'owner'] as const;
const who = (asked: Parameters<typeof mayDecide>[0], username: string) =>
  ROLES.filter((role) => mayDecide(asked, username, role));

it('one’s own workspace asks the person alone', () => {
  expect(mayDecide({}, 'ada', undefined)).toBe(true);
});

it('in a crew the rule says who decides', () => {
  const by = (ask: 'self' | 'other' | 'keeper') => ({ crew: 'ops', actor: 'ada', ask });
  expect(who(by('self'), 'ada')).toEqual(['operator', 'keeper', 'owner']);
  expect(who(by('self'), 'bob')).toEqual(['keeper', 'owner']);
  expect(who(by('other'), 'ada')).toEqual([]);
  expect(who(by('other'), 'bob')).toEqual(['operator', 'keeper', 'owner']);
  expect(who(by('keeper'), 'ada')).toEqual([]);
  expect(who(by('keeper'), 'bob')).toEqual(['keeper', 'owner']);
});

it('nobody decides twice, nor in a crew that they do not belong to', () => {
  const asked = { crew: 'ops', actor: 'ada', ask: 'other', approved_by: ['bob'] } as const;
  expect(mayDecide({ ...asked, approved_by: ['bob'] }, 'bob', 'owner')).toBe(false);
  expect(mayDecide({ ...asked, approved_by: ['bob'] }, 'eve', undefined)).toBe(false);
  expect(mayDecide({ ...asked, approved_by: ['bob'] }, 'cyd', 'operator')).toBe(true);
});
