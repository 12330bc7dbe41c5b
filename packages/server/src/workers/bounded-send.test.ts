import { expect, it } from 'vitest';
import { boundedSend } from './bounded-send.ts';

it('sends no more than fits, and goes on when the other has read', () => {
  const done: (() => void)[] = [];
  let up = true;
  const sent: object[] = [];
  const send = boundedSend(
    (message, then) => {
      sent.push(message);
      done.push(() => then(null));
    },
    () => up,
    100,
  );
  const bytes = new Uint8Array(60);
  expect([send({ bytes }), send({ bytes }), send({ topic: 'always' })]).toEqual([true, false, true]);
  done[0]!();
  expect(send({ bytes })).toBe(true);
  up = false;
  expect(send({ topic: 'nobody is there' })).toBe(false);
  expect(sent).toHaveLength(3);
});

it('a channel that closes in that moment takes up no room', () => {
  let closed = true;
  const send = boundedSend(
    () => {
      if (closed) throw new Error('closed');
    },
    () => true,
    100,
  );
  const bytes = new Uint8Array(80);
  expect(send({ bytes })).toBe(false);
  closed = false;
  expect(send({ bytes })).toBe(true);
});
