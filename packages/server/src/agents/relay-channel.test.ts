/** The line between two instances: whole frames in order, and an end as soon as anything on it is altered. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newMasterKey } from '../../../../test/stores/new-master-key.ts';
import { createLocalBus, MESSAGE_BYTES } from '../bus/bus.ts';
import { createSealer } from '../vault/sealer.ts';
import { createRelayChannel, type Side } from './relay-channel.ts';

const sealer = createSealer(newMasterKey());

function line(beatMs = 60_000, id = 'line-1') {
  const bus = createLocalBus();
  const heard: Record<Side, (string | Buffer)[]> = { asker: [], holder: [] };
  const ended: Side[] = [];
  const end = (side: Side, from = sealer) =>
    createRelayChannel({
      bus,
      sealer: from,
      id,
      side,
      beatMs,
      onFrame: (frame) => heard[side].push(frame),
      onEnd: () => ended.push(side),
    });
  const overheard: Uint8Array[] = [];
  bus.receive(`agents.relay.${id}.holder`, (bytes) => overheard.push(bytes));
  return { bus, heard, ended, end, overheard };
}
/** What was sent has left at the end of this turn, and arrives in the next. */
const passed = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('carries text and bytes of any size both ways, in order, and its end', async () => {
  const { heard, ended, end } = line();
  const [asker, holder] = [end('asker'), end('holder')];
  holder.start('nonce');
  const large = randomBytes(3 * 1024 * 1024);
  // What arrives before the asker knows the nonce waits for it.
  holder.send('early');
  await passed();
  expect(heard.asker).toEqual([]);
  asker.start('nonce');
  asker.send('one');
  asker.send(large);
  asker.send('é'.repeat(1_000_000));
  holder.send(Buffer.from([0, 255]));
  await passed();
  expect(heard.asker).toEqual(['early', Buffer.from([0, 255])]);
  const [first, second, third] = heard.holder;
  expect([first, large.equals(second as Buffer), third === 'é'.repeat(1_000_000)]).toEqual(['one', true, true]);
  asker.end();
  await passed();
  expect(ended).toEqual(['holder']);
  holder.send('to nobody');
  await passed();
  expect(heard.asker).toHaveLength(2);
});

it('carries what is sent in one turn in few messages, in the order it was sent', async () => {
  const { heard, end, overheard } = line();
  const [asker, holder] = [end('asker'), end('holder')];
  for (const side of [asker, holder]) side.start('nonce');
  const sent: (string | Buffer)[] = [];
  for (let round = 0; round < 40; round++) {
    const bytes = randomBytes(round * 1_500);
    // A frame that is too large for one message, in the middle.
    const text = round === 20 ? 'x'.repeat(1_500_000) : `frame ${round}`;
    sent.push(bytes, text);
    asker.send(bytes.subarray(0, 7), bytes.subarray(7));
    asker.send(text);
  }
  asker.end();
  await passed();
  await passed();
  expect(heard.holder.map(String)).toEqual(sent.map(String));
  expect(overheard.length).toBeLessThan(10);
  for (const message of overheard) expect(message.length).toBeLessThan(MESSAGE_BYTES);
});

it.each([
  ['a frame of an unknown kind', [5, 7, 0, 0, 0, 1, 65]],
  ['a frame that is longer than the message', [5, 0, 0, 0, 0, 9, 65]],
  ['half a head', [5, 0, 0, 0, 0, 1, 65, 0, 0]],
  ['another end of a line in between', [5, 4, 0, 0, 0, 0]],
])('ends at %s', async (_, message) => {
  const { bus, heard, ended, end } = line();
  end('holder').start('nonce');
  const forged = sealer.line(['agent relay', 'line-1', 'nonce', 'asker']);
  bus.send('agents.relay.line-1.holder', forged.seal(Buffer.from(message)));
  await passed();
  expect(ended).toEqual(['holder']);
  expect(heard.holder.length).toBeLessThan(2);
});

it('is silent after it was ended from within a frame', async () => {
  const bus = createLocalBus();
  const asker = createRelayChannel({
    bus,
    sealer,
    id: 'line-2',
    side: 'asker',
    beatMs: 60_000,
    onFrame: () => {},
    onEnd: () => {},
  });
  const heard: unknown[] = [];
  const holder = createRelayChannel({
    bus,
    sealer,
    id: 'line-2',
    side: 'holder',
    beatMs: 60_000,
    onFrame: (frame) => {
      heard.push(frame);
      holder.end();
    },
    onEnd: () => heard.push('ended'),
  });
  for (const side of [asker, holder]) side.start('nonce');
  for (const frame of ['one', 'two', 'three']) asker.send(frame);
  await passed();
  expect(heard).toEqual(['one']);
});

it('shows nothing of what it carries', async () => {
  const { end, overheard } = line();
  const asker = end('asker');
  asker.start('nonce');
  asker.send('a secret of somebody');
  await passed();
  expect(overheard).toHaveLength(1);
  expect(Buffer.from(overheard[0]!).includes('secret')).toBe(false);
});

it.each([
  [
    'repeated',
    (bus: ReturnType<typeof createLocalBus>, seen: Uint8Array[]) => bus.send('agents.relay.line-1.holder', seen[0]!),
  ],
  ['forged', (bus: ReturnType<typeof createLocalBus>) => bus.send('agents.relay.line-1.holder', randomBytes(200))],
])('ends when something on it is %s', async (_, disturb) => {
  const { bus, heard, ended, end, overheard } = line();
  const [asker, holder] = [end('asker'), end('holder')];
  for (const side of [asker, holder]) side.start('nonce');
  asker.send('one');
  await passed();
  disturb(bus, overheard);
  await passed();
  expect([heard.holder, ended]).toEqual([['one'], ['holder']]);
});

it('ends when something on it is lost, and cannot be played again', async () => {
  const { bus, heard, ended, end, overheard } = line();
  const asker = end('asker');
  asker.start('nonce');
  asker.send('nobody was there yet');
  await passed();
  const late = end('holder');
  late.start('nonce');
  asker.send('two');
  await passed();
  expect([heard.holder, ended]).toEqual([[], ['holder']]);
  const again = end('holder');
  again.start('another nonce');
  bus.send('agents.relay.line-1.holder', overheard[0]!);
  await passed();
  expect([heard.holder, ended]).toEqual([[], ['holder', 'holder']]);
});

it('ends when nothing is heard any more, or the other has another key', async () => {
  const silent = line(10);
  silent.end('asker').start('nonce');
  await expect.poll(() => silent.ended).toEqual(['asker']);
  const foreign = line();
  const [asker, holder] = [foreign.end('asker', createSealer(newMasterKey())), foreign.end('holder')];
  for (const side of [asker, holder]) side.start('nonce');
  asker.send('let me in');
  await passed();
  expect([foreign.heard.holder, foreign.ended]).toEqual([[], ['holder']]);
});
