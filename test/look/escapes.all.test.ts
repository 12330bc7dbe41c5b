/** Nobody gets out of a sandbox: every attempt, under every mechanism this computer can have, on every kind of machine. */
import {
  confine,
  createLocalExecutor,
  type Executor,
  findSandbox,
  type Mechanism,
  mechanismOf,
  type SandboxName,
  shellQuote,
} from '@synapse/runner';
import { expect, it } from 'vitest';
import { startAgentRig } from '../agents/agent-rig.ts';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { locateSshd } from '../engines/sshd.ts';
import { run } from '../executors/run-command.ts';
import { startSshRig } from '../executors/ssh-rig.ts';
import { ESCAPES, type Escape } from './escapes.ts';
import { startLocalAs } from './local-as.ts';
import { startWitness, type Witness } from './witness.ts';

const [bubblewrap, sshd] = await Promise.all([locate('bubblewrap', findBubblewrap), locateSshd()]);
const isRoot = process.getuid?.() === 0;
const ORDINARY = 20_000;
const ALL: readonly SandboxName[] = ['bubblewrap', 'user-namespaces', 'landlock'];
/** Each of them runs under both logins, and both logins on every kind of machine. `LOOK=all`: all of them everywhere. */
const ways = (...names: SandboxName[]) => (process.env.LOOK === 'all' ? ALL : names);

it('there are sixty ways and more', () => {
  expect(new Set(ESCAPES.map(({ name }) => name)).size).toBe(ESCAPES.length);
  expect(ESCAPES.length).toBeGreaterThanOrEqual(60);
});

/** All of them in one command, one after the other. What got something prints `got` and its number. */
function batch(escapes: readonly Escape[], { env }: Witness, seconds = 1): string {
  const known = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)}`);
  const tries = escapes.map(
    ({ name, text }) =>
      `I=${ESCAPES.findIndex((each) => each.name === name)}; export I; timeout ${seconds} sh -c ${shellQuote(text)} 2>/dev/null </dev/null`,
  );
  return ['trap "" TERM HUP', ...known, ...tries, 'echo tried'].join('\n');
}

const named = (entries: readonly string[]) =>
  entries.map((entry) => ESCAPES[Number(/\d+/.exec(entry)?.[0] ?? -1)]?.name ?? entry).sort();

/** The same mechanism with the unpacked program in PATH. */
function withPath(mechanism: Mechanism, bin: string): Mechanism {
  return {
    ...mechanism,
    wrap: (argv, system) => `{ PATH=${shellQuote(bin)}:$PATH; export PATH; ${mechanism.wrap(argv, system)}; }`,
  };
}

async function nobodyGetsOut(executor: Executor, mechanism: Mechanism, uid: number): Promise<void> {
  const signal = AbortSignal.timeout(45_000);
  const found = await findSandbox(executor, { container: null, signal, mechanisms: [mechanism] });
  expect(found).toMatchObject({ sandbox: mechanism.name, missing: [] });
  const witness = await startWitness(uid);
  try {
    const before = witness.state();
    const sandbox = { mechanism, system: found.system! };
    const ran = await run(
      confine(executor, sandbox, 'here', () => undefined),
      batch(ESCAPES, witness),
    );
    expect(ran.outcome).toEqual({ kind: 'exited', exitCode: 0 });
    expect(ran.text.split('\n').at(-2)).toBe('tried');
    // The kernel kills what is left inside as soon as the command has ended, which takes a moment.
    await expect.poll(witness.napping).toEqual([]);
    expect({
      got: named(ran.text.match(/got \d+/g) ?? []),
      made: named(witness.made()),
      heard: named(witness.heard()),
      state: witness.state(),
    }).toEqual({ got: [], made: [], heard: [], state: before });
  } finally {
    witness.stop();
  }
}

it.runIf(isRoot)('without a sandbox the attempts work, so that their failure means something', async () => {
  const executor = createLocalExecutor();
  const witness = await startWitness(0);
  try {
    const bare = ESCAPES.filter((each) => each.bare);
    // These end by themselves; a slow computer takes more than a second to start one.
    expect((await run(executor, batch(bare, witness, 20))).text).toContain('tried');
    // What a socket hears is heard a moment later.
    const missing = () => {
      const worked = new Set(named([...witness.made(), ...witness.heard()]));
      return bare.map(({ name }) => name).filter((name) => !worked.has(name));
    };
    await expect.poll(missing).toEqual([]);
  } finally {
    witness.stop();
    await executor.close();
  }
});

describeEngine(bubblewrap, 'nobody gets out', (bin) => {
  const uid = process.getuid?.() ?? 0;
  const ofAny = async (executor: Executor, owner: number, names: readonly SandboxName[]) => {
    for (const name of names) await nobodyGetsOut(executor, withPath(mechanismOf(name), bin()), owner);
  };

  it('on the host of the service', async () => {
    const executor = createLocalExecutor();
    await ofAny(executor, uid, ways('user-namespaces', 'landlock'));
    await executor.close();
  });

  it.runIf(isRoot)('on the host of a service of an ordinary user', async () => {
    const rig = startLocalAs(ORDINARY);
    try {
      await ofAny(rig.executor, ORDINARY, ways('bubblewrap', 'landlock'));
    } finally {
      rig.stop();
    }
  });

  it('on an agent', async () => {
    const rig = await startAgentRig();
    try {
      await ofAny(rig.executor, uid, ways('bubblewrap'));
    } finally {
      await rig.stop();
    }
  });

  it.runIf(isRoot)('on the agent of an ordinary user', async () => {
    const rig = await startAgentRig({ uid: ORDINARY });
    try {
      await ofAny(rig.executor, ORDINARY, ways('user-namespaces'));
    } finally {
      await rig.stop();
    }
  });

  describeEngine(sshd, 'over ssh', (program) => {
    it.each(isRoot ? ['root', 'tester'] : ['tester'])(
      'as %s',
      async (user) => {
        const rig = await startSshRig(program(), user);
        try {
          const names = user === 'root' ? ways('landlock') : ways('user-namespaces');
          await ofAny(rig.executor, user === 'root' ? 0 : isRoot ? ORDINARY : uid, names);
        } finally {
          await rig.stop();
        }
      },
      90_000,
    );
  });
});
