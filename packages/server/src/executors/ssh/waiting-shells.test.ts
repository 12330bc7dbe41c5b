import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { createBootstrap, LOGIN_TO_BASH } from '@synapse/runner';
import type { ClientChannel } from 'ssh2';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from './pool.ts';
import { createWaitingShells } from './waiting-shells.ts';

/** A host whose channels open when the test says so. */
function slowHost() {
  const openings: PromiseWithResolvers<ClientChannel>[] = [];
  const exec = () => {
    const opening = Promise.withResolvers<ClientChannel>();
    openings.push(opening);
    return opening.promise;
  };
  const lease = {
    connection: { closed: false, exec },
    opened: () => {},
    release: () => {},
  } as unknown as Lease;
  const login = () => ({ bootstrap: createBootstrap(), text: LOGIN_TO_BASH });
  const waitingShells = createWaitingShells({ vacancy: () => lease, login, idleMs: 1_000, readyMs: 1_000 });
  return {
    waitingShells,
    openings,
    open: () => openings.at(-1)!.resolve(new PassThrough() as unknown as ClientChannel),
  };
}

describe('a shell that is being started', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is waited for by one command, and given to it', async () => {
    const { waitingShells, openings, open } = slowHost();
    waitingShells.fill(1);
    expect(waitingShells.take()).toBeUndefined();
    const [first, second] = [waitingShells.coming(), waitingShells.coming()];
    expect(await second).toBeUndefined();
    open();
    expect(await first).toMatchObject({ bootstrap: { mark: expect.any(Number) } });
    expect(waitingShells.take()).toBeUndefined();
    expect(openings).toHaveLength(1);
  });

  it('is not waited for where there is none', async () => {
    const { waitingShells } = slowHost();
    expect(await waitingShells.coming()).toBeUndefined();
  });

  it('goes to a later command when it comes too late for this one', async () => {
    const { waitingShells, open } = slowHost();
    waitingShells.fill(1);
    const first = waitingShells.coming();
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBeUndefined();
    open();
    await turn();
    expect(waitingShells.take()).toBeDefined();
  });
});
