import { expect, it } from 'vitest';
import { addressIn, CREW, callIn, crewOf } from './workspace.ts';

it('the address says which crew', () => {
  expect(crewOf('/crews/ops')).toBe('ops');
  expect(crewOf('/crews/ops/machines?open=web1')).toBe('ops');
  for (const own of [
    '/',
    '/machines',
    '/crews',
    '/crews/',
    '/crews/join?code=x',
    '/crews/new',
    '/crews/Ops',
    '/x/crews/ops',
  ]) {
    expect([own, crewOf(own)]).toEqual([own, null]);
  }
  expect(CREW).toBeNull();
});

it('leads to the pages of a workspace', () => {
  expect([null, 'ops'].map((crew) => addressIn(crew, '/'))).toEqual(['/', '/crews/ops']);
  expect([null, 'ops'].map((crew) => addressIn(crew, '/machines'))).toEqual(['/machines', '/crews/ops/machines']);
});

it('in a crew, calls about what is owned go there, and those about the person do not', () => {
  const moved = (path: string) => callIn('ops', path);
  for (const path of [
    '/synapse/machines',
    '/synapse/executions/1/stream',
    '/synapse/freeze',
    '/tda/projects',
    '/tda/journal?q=a',
  ])
    expect(moved(path)).toBe(`/crews/ops${path}`);
  for (const path of [
    '/auth/me',
    '/admin/users',
    '/crews/ops/members',
    '/crews/ops/synapse/machines',
    '/synapse/events?changes',
    '/tda/ai/tokens',
    '/tda/settings',
  ])
    expect(moved(path)).toBe(path);
  expect(callIn(null, '/synapse/machines')).toBe('/synapse/machines');
});
