/** The line between two instances: whole frames in order, and an end as soon as anything on it is altered. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newMasterKey } from '../../../../test/stores/new-master-key.ts';
import { createLocalBus } from '../bus/bus.ts';
import { createSealer } from '../vault/sealer.ts';
import { createRelayChannel, type Side } from './relay-channel.ts';

const sealer = createSealer(newMasterKey());

function line(beatMs = 60_000, id = 'line-1') {
  const bus = createLocalBus();
  const heard: Record<Side, (string | Buffer)[]> = { asker: [], holder: [] };
  const ended: Side[] = [];
  const end = (side: Side, from = sealer) =>
    createRelayChannel({
      ...{ bus, sealer: from, id, side, beatMs },
      onFrame: (frame) => heard[side].push(frame),
      onEnd: () => ended.push(side),
    });
  const overheard: Uint8Array[] = [];
  bus.receive(`agents.relay.${id}.holder`, (bytes) => overheard.push(bytes));
  return { bus, heard, ended, end, overheard };
}
const passed = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

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
