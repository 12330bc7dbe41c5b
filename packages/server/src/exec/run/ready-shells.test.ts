import { Refusal } from '@synapse/contract';
import { expect, it } from 'vitest';
import { createReadyShells } from './ready-shells.ts';

it('takes a shell that is late for load if another one of the same place got ready meanwhile, and for broken if none did', () => {
  const time = { now: 1_000 };
  const shells = createReadyShells(() => time.now);
  const stuck = new Refusal('machine_shell_stuck', { seconds: 10 });
  const codeOf = (container: string | null, since: number, refusal = stuck) =>
    shells.explain(refusal, 'machine', container, since).code;
  expect(codeOf(null, 500)).toBe('machine_shell_stuck');
  shells.ready('machine', null);
  // One that got ready before this one was asked for says nothing: the file may have been broken since.
  expect(codeOf(null, 1_001)).toBe('machine_shell_stuck');
  expect(codeOf(null, 900)).toBe('capacity_exceeded');
  expect(codeOf('web', 900)).toBe('machine_shell_stuck');
  expect(codeOf(null, 900, new Refusal('machine_unreachable', { reason: 'x' }))).toBe('machine_unreachable');
  // What is remembered has an end.
  for (let at = 0; at < 1_000; at++) shells.ready(`machine ${at}`, null);
  expect(codeOf(null, 900)).toBe('machine_shell_stuck');
});
