import { because, Refusal } from '@synapse/contract';
import { expect, it } from 'vitest';
import { describeError } from './log.ts';

it('tells errors in English, whatever language they were made in, and nothing else of them', () => {
  const refusal = new Refusal('machine_unreachable', { reason: because('agent_paused') });
  expect(refusal.message).toContain('propriétaire');
  const told = JSON.stringify(describeError(refusal.with({ stdout: 'private' })));
  expect(told).toContain('its owner has paused it');
  expect(told).not.toContain('propriétaire');
  expect(told).not.toContain('private');
  expect(describeError(new TypeError('plain'))).toMatchObject({ name: 'TypeError', message: 'plain' });
  expect(describeError('text')).toEqual({ message: 'text' });
});
