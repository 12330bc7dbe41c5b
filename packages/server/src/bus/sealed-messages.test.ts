import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { masterKey } from '../vault/cipher.ts';
import { createSealer } from '../vault/sealer.ts';
import { createSealedMessages } from './sealed-messages.ts';

const time = { now: Date.UTC(2030, 0, 1) };
const key = randomBytes(32);
const instance = (of = key) => createSealedMessages(createSealer(masterKey(of)), () => time.now);

it('is read by another instance of the installation, once, on its own topic, while it is fresh', () => {
  const [a, b] = [instance(), instance()];
  const { id, bytes } = a.seal('executions.stop', { userId: 'somebody' });
  expect(Buffer.from(bytes).includes('somebody')).toBe(false);
  expect(b.open('mcp.cancel', bytes)).toBeNull();
  expect(b.open('executions.stop', bytes)).toEqual({ id, message: { userId: 'somebody' } });
  expect(b.open('executions.stop', bytes)).toBeNull();
  // Whoever starts later has not seen it, and still does not believe it.
  time.now += 61_000;
  expect(instance().open('executions.stop', bytes)).toBeNull();
  expect(b.open('executions.stop', a.seal('executions.stop', null).bytes)).toMatchObject({ message: null });
});

it('is not believed when it is forged, changed, or of another installation', () => {
  const b = instance();
  const { bytes } = instance(randomBytes(32)).seal('topic', {});
  expect(b.open('topic', bytes)).toBeNull();
  for (const forged of ['', '{}', JSON.stringify({ id: 'x', at: time.now, message: {} })]) {
    expect(b.open('topic', Buffer.from(forged))).toBeNull();
  }
  const changed = Buffer.from(instance().seal('topic', {}).bytes);
  changed[changed.length - 1]! ^= 1;
  expect(b.open('topic', changed)).toBeNull();
});

it('answers one message and no other', () => {
  const [a, b] = [instance(), instance()];
  const asked = a.seal('topic', 'question');
  const answer = b.sealAnswer('topic', b.open('topic', asked.bytes)!.id, { twice: 8 });
  expect(a.openAnswer('topic', asked.id, answer)).toEqual({ twice: 8 });
  expect(a.openAnswer('topic', a.seal('topic', 'question').id, answer)).toBeNull();
});
