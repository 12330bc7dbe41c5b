import { expect, it } from 'vitest';
import { completePolicy } from './policy-completion.ts';

const NAMES = {
  machines: ['prod-1', 'web'],
  tags: ['eu'],
  containers: ['app'],
  programs: ['docker', 'psql'],
  secrets: ['DB_PASSWORD'],
  tokens: ['my laptop'],
};
const HELP = { careful: 'asks first', machine: 'which machine' };

/** What is offered, and what of the text it would replace. */
function offered(before: string) {
  const found = completePolicy(before, NAMES, HELP);
  return found === null ? null : { typed: before.slice(found.from), labels: found.offers.map(({ label }) => label) };
}

it('offers the words of the format that are not there yet', () => {
  expect(offered('')).toEqual({ typed: '', labels: ['version', 'default', 'machines', 'rules'] });
  expect(offered('version: 1\nde')).toEqual({ typed: 'de', labels: ['default', 'machines', 'rules'] });
  expect(offered('# a comment: de')).toBeNull();
});

it('offers presets where one belongs, with what they mean', () => {
  const presets = ['open', 'careful', 'look', 'closed'];
  expect(offered('default: ca')).toEqual({ typed: 'ca', labels: presets });
  expect(offered('machines:\n  "prod-*": ')).toEqual({ typed: '', labels: presets });
  expect(completePolicy('default: ca', NAMES, HELP)?.offers[1]).toEqual({ label: 'careful', detail: 'asks first' });
});

it('offers machines and tags as keys, and as values', () => {
  expect(offered('machines:\n  pr')).toEqual({ typed: 'pr', labels: ['prod-1', 'web', 'tag:eu'] });
  expect(completePolicy('machines:\n  ', NAMES, HELP)?.offers.map(({ apply }) => apply)).toEqual([
    'prod-1: ',
    'web: ',
    '"tag:eu": ',
  ]);
  const open = completePolicy('machines:\n  "', NAMES, HELP);
  expect(open?.offers.map(({ apply }) => apply)).toEqual(['prod-1": ', 'web": ', 'tag:eu": ']);
  const rule = 'rules:\n  - name: x\n    when: { machine: ';
  expect(offered(`${rule}tag:e`)).toEqual({ typed: 'tag:e', labels: ['prod-1', 'web', 'tag:eu'] });
});

it('knows the keys of a rule from the conditions in it, in braces and in lines', () => {
  const rule = ['name', 'when', 'then', 'ask', 'approvals', 'reveal'];
  expect(offered('rules:\n  - na')).toEqual({ typed: 'na', labels: rule });
  expect(offered('rules:\n  - name: x\n    th')).toEqual({ typed: 'th', labels: rule });
  expect(offered('rules:\n  - when: { pro')?.labels).toContain('program');
  expect(offered('rules:\n  - when: { program: rm, ef')).toMatchObject({ typed: 'ef' });
  expect(offered('rules:\n  - when: { program: rm, ef')?.labels).toContain('effect');
  expect(offered('rules:\n  - name: x\n    when:\n      ef')?.labels).toContain('effect');
  expect(offered('rules:\n  - name: x\n    when:\n      program: rm\n      ef')?.labels).toContain('effect');
  expect(offered('rules:\n  - when: { program: rm }\n    th')?.labels).toEqual(rule);
});

it('offers the values of conditions, also in lists', () => {
  const programs = ['docker', 'psql'];
  expect(offered('rules:\n  - when: { program: do')).toEqual({ typed: 'do', labels: programs });
  expect(offered('rules:\n  - when: { program: [docker, ps')).toEqual({ typed: 'ps', labels: programs });
  expect(offered('rules:\n  - when:\n      program:\n        - ps')).toEqual({ typed: 'ps', labels: programs });
  expect(offered('rules:\n  - when:\n      program:\n        - docker\n        - ps')).toEqual({
    typed: 'ps',
    labels: programs,
  });
  expect(offered('rules:\n  - when: { secret: "D')).toEqual({ typed: 'D', labels: ['DB_PASSWORD'] });
  expect(offered('rules:\n  - when: { effect: cat')?.labels).toContain('catastrophe');
  expect(offered('rules:\n  - then: a')).toEqual({ typed: 'a', labels: ['allow', 'ask', 'deny'] });
  expect(offered('rules:\n  - when: { hours: mon')?.labels).toEqual([]);
});
