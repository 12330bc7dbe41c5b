/** Which sandbox a machine has is found out once, kept with it, and found out again when that may no longer be true. */

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalExecutor, type Executor } from '@synapse/runner';
import { describe, expect, it } from 'vitest';
import { removedMachine } from '../../packages/server/src/exec/run/removed-machine.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { createLook } from '../../packages/server/src/look/look.ts';
import type { KeptSandbox } from '../../packages/server/src/machines/kept-sandbox.ts';
import type { MachineRecord } from '../../packages/server/src/machines/machines.ts';
import { startAgentRig } from '../agents/agent-rig.ts';
import { removeAtEnd } from '../left-behind.ts';
import { programsWithout } from '../programs-without.ts';
import { SPARE_UID } from '../spare-uid.ts';

const HOUR = 3600_000;

/** A machine whose sandboxes are kept here, with the executor of this computer. */
function rig(path = process.env.PATH ?? '') {
  const inner = createLocalExecutor({ environment: { PATH: path } });
  let ran = 0;
  const executor: Executor = {
    ...inner,
    run: (...args) => {
      ran += 1;
      return inner.run(...args);
    },
  };
  const state = {
    now: 1_000_000,
    version: '1',
    machine: { ...removedMachine(personalWorkspaceId('u'), 'm', 'm') } as MachineRecord,
  };
  const look = createLook({
    machines: {
      noteSandbox: async (_, container, kept) => {
        const { [container]: __, ...others } = state.machine.sandboxes;
        state.machine = { ...state.machine, sandboxes: kept === null ? others : { ...others, [container]: kept } };
      },
    },
    executorOf: async () => executor,
    agents: { describe: async () => new Map([['m', { row: { version: state.version } }]]) },
    clock: () => state.now,
    shellMs: 10_000,
  });
  const tried = async () => {
    const before = ran;
    const found = await look.sandboxOf(state.machine, null).then(
      ({ mechanism }) => mechanism.name,
      ({ code }: { code: string }) => code,
    );
    return { found, tried: ran > before };
  };
  return { look, state, tried, close: () => executor.close() };
}

describe('what was found', () => {
  it('is kept for a day, and found out again after that and with another version of the agent', async () => {
    const { state, tried, close } = rig();
    const { found } = await tried();
    expect(found).toMatch(/^(bubblewrap|user-namespaces)$/);
    expect(await tried()).toEqual({ found, tried: false });
    state.now += 23 * HOUR;
    expect(await tried()).toEqual({ found, tried: false });
    state.now += 2 * HOUR;
    expect(await tried()).toEqual({ found, tried: true });
    state.version = '2';
    expect(await tried()).toEqual({ found, tried: true });
    expect(await tried()).toEqual({ found, tried: false });
    await close();
  });

  it('is found out again when the service makes its sandbox in another way, or does not know it', async () => {
    const { state, tried, close } = rig();
    const { found } = await tried();
    for (const other of [{ make: 'as before the update' }, { make: undefined }, { sandbox: 'of-a-later-version' }]) {
      const kept = { ...state.machine.sandboxes['']!, ...other } as KeptSandbox;
      state.machine = { ...state.machine, sandboxes: { '': kept } };
      expect(await tried(), JSON.stringify(other)).toEqual({ found, tried: true });
      expect(await tried()).toEqual({ found, tried: false });
    }
    await close();
  });

  it('is one finding for commands that come at once', async () => {
    const { look, state, tried, close } = rig();
    const [first, second] = [look.sandboxOf(state.machine, null), look.sandboxOf(state.machine, null)];
    expect((await first).mechanism).toBe((await second).mechanism);
    expect(await tried()).toMatchObject({ tried: false });
    await close();
  });

  it('is soon tried again where nothing was found', async () => {
    const nothing = removeAtEnd(mkdtempSync('/var/tmp/synapse-look-nothing-'));
    for (const name of ['sh', 'uname', 'id', 'mktemp', 'sleep', 'rm', 'ls', 'cat', 'tail', 'mkfifo', 'chmod']) {
      symlinkSync(`/bin/${name}`, join(nothing, name));
    }
    const { state, tried, close } = rig(nothing);
    expect(await tried()).toEqual({ found: 'look_unavailable', tried: true });
    expect(await tried()).toEqual({ found: 'look_unavailable', tried: false });
    state.now += 20_000;
    expect(await tried()).toEqual({ found: 'look_unavailable', tried: true });
    await close();
  });
});

describe('on an agent', () => {
  it.runIf(process.getuid?.() === 0)('a sandbox that is gone is not used, and one that is back is found', async () => {
    // Every sandbox of Linux is made by a few lines of Perl.
    const PATH = programsWithout('perl');
    const there = join(PATH, 'perl');
    symlinkSync('/usr/bin/perl', there);
    const rig = await startAgentRig({ uid: SPARE_UID, env: { PATH } });
    const { service, session } = rig;
    const look = async () => {
      const order = { machine: 'laptop', command: 'echo ran', cwd: '/' };
      type Looked = { stdout?: string; sandbox?: string; code?: string };
      return (await service.call<Looked>('POST', '/synapse/look', { token: session, body: order })).body;
    };
    const known = async () =>
      (await service.call<{ look?: string }>('GET', '/synapse/machines/laptop', { token: session })).body.look;
    try {
      expect(await known()).toBeUndefined();
      expect(await look()).toMatchObject({ stdout: 'ran\n', sandbox: 'user-namespaces' });
      expect(await known()).toBe('user-namespaces');
      rmSync(there);
      const broken = await look();
      expect(broken).toMatchObject({ code: 'look_unavailable' });
      expect(broken.stdout ?? '').toBe('');
      symlinkSync('/usr/bin/perl', there);
      expect(await look()).toMatchObject({ stdout: 'ran\n', sandbox: 'user-namespaces' });
      expect(await known()).toBe('user-namespaces');
      // Whoever edits a machine may have changed it.
      await service.call('PATCH', '/synapse/machines/laptop', { token: session, body: { label: 'Another name' } });
      expect(await known()).toBeUndefined();
    } finally {
      await rig.stop();
    }
  });
});
