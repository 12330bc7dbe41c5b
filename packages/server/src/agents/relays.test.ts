/** A line between two instances. */
import { decodeOutput, encodeOutput, type ServiceFrame } from '@synapse/contract';
import { expect, it, vi } from 'vitest';
import { newMasterKey } from '../../../../test/stores/new-master-key.ts';
import { createLocalBus } from '../bus/bus.ts';
import { createSealer } from '../vault/sealer.ts';
import { createRelays } from './relays.ts';
import { createSharedConnection } from './shared-connection.ts';

const SOON = { timeout: 30_000, interval: 10 };

it('every frame of a line arrives, in order, many in one message', async () => {
  const local = createLocalBus();
  let overheard = 0;
  const send = (topic: string, bytes: Uint8Array) => {
    overheard += 1;
    local.send(topic, bytes);
  };
  const bus = { ...local, send };
  const sealer = createSealer(newMasterKey());
  const instance = (instanceId: string) => createRelays({ bus, sealer, instanceId, beatMs: 60_000, traces: null });
  const sent: ServiceFrame[] = [];
  const link = {
    send: (frame: ServiceFrame) => void sent.push(frame),
    close: () => {},
    ping: async () => true,
    listen: () => {},
    release: () => {},
  };
  const shared = createSharedConnection({ link, commands: [], claimMs: 60_000, heard: () => true, passed: () => {} });
  const release = instance('holder').hold(link, shared, { machineId: 'm', boot: 'b', attempt: 1 });

  const progress = { id: 'a', received: 0, consumed: 0 };
  const route = (await instance('asker').open('m', progress))!;
  expect(route).toMatchObject({ holder: 'holder', known: false });
  let [heard, closed] = ['', false];
  route.link.listen({
    onFrame: (frame) => {
      heard += `(${frame.type})`;
    },
    onOutput: ({ data }) => {
      heard += Buffer.from(data).toString();
    },
    onSign: () => {},
    onClose: () => {
      closed = true;
    },
  });
  route.link.send({
    type: 'run',
    id: 'a',
    script: 'x'.repeat(2_000_000),
    secrets: {},
    cwd: null,
    container: null,
    timeout_ms: null,
  });
  await vi.waitFor(() => expect(sent).toHaveLength(1), SOON);
  expect(sent[0]).toMatchObject({ type: 'run', script: 'x'.repeat(2_000_000) });

  overheard = 0;
  shared.frame({ type: 'started', id: 'a' });
  let position = 0;
  for (let round = 0; round < 38; round++) {
    const frame = decodeOutput(encodeOutput({ id: 'a', stream: 'stdout', position }, Buffer.from(`${round},`)))!;
    shared.output(frame);
    position += frame.data.length;
  }
  shared.frame({ type: 'ended', id: 'a', outcome: { kind: 'exited', exitCode: 0 } });
  const all = `(started)${Array.from({ length: 38 }, (_, round) => `${round},`).join('')}(ended)`;
  await vi.waitFor(() => expect(heard).toBe(all), SOON);
  expect(overheard).toBeLessThanOrEqual(3);
  expect(closed).toBe(false);
  release();
  await vi.waitFor(() => expect(closed).toBe(true), SOON);
});
