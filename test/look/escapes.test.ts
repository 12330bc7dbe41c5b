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
import { startWitness, type Witness } from './witness.ts';

const [bubblewrap, sshd] = await Promise.all([locate('bubblewrap', findBubblewrap), locateSshd()]);
const isRoot = process.getuid?.() === 0;
const ORDINARY = 20_000;
const BOTH: readonly SandboxName[] = ['bubblewrap', 'user-namespaces'];
/** `LOOK=all` tries both mechanisms as every login on every kind of machine. */
const EVERYTHING = process.env.LOOK === 'all';

it('there are sixty ways and more', () => {
  expect(new Set(ESCAPES.map(({ name }) => name)).size).toBe(ESCAPES.length);
  expect(ESCAPES.length).toBeGreaterThanOrEqual(60);
});

/** All of them in one command, one after the other. Prints the numbers of those that got something. */
function batch(escapes: readonly Escape[], { env }: Witness): string {
  const known = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)}`);
  const tries = escapes.map(
    ({ name, text }) =>
      `I=${ESCAPES.findIndex((each) => each.name === name)}; export I; timeout 1 sh -c ${shellQuote(text)} >"$OUT" 2>/dev/null </dev/null; grep -a "^got" "$OUT"`,
  );
  return ['trap "" TERM HUP', ...known, 'OUT=$(mktemp)', ...tries, 'rm -f "$OUT"; echo tried'].join('\n');
}

const named = (entries: readonly string[]) =>
  entries.map((entry) => ESCAPES[Number(/\d+/.exec(entry)?.[0] ?? -1)]?.name ?? entry).sort();

/** The same mechanism with the unpacked program in PATH. */
function withPath({ name, worksOn, wrap }: Mechanism, bin: string): Mechanism {
  return {
    name,
    worksOn,
    wrap: (argv, system) => `{ PATH=${shellQuote(bin)}:$PATH; export PATH; ${wrap(argv, system)}; }`,
  };
}

async function nobodyGetsOut(executor: Executor, mechanism: Mechanism, uid: number): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
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
    await expect.poll(witness.napping, { timeout: 2_000 }).toEqual([]);
    expect({
      got: named(ran.text.split('\n').filter((line) => line.startsWith('got'))),
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
    expect((await run(executor, batch(bare, witness))).text).toContain('tried');
    const worked = new Set(named([...witness.made(), ...witness.heard()]));
    expect(bare.filter(({ name }) => !worked.has(name)).map(({ name }) => name)).toEqual([]);
  } finally {
    witness.stop();
    await executor.close();
  }
});

describeEngine(bubblewrap, 'nobody gets out', (bin) => {
  const uid = process.getuid?.() ?? 0;
  const ofAny = async (executor: Executor, owner: number, names = BOTH) => {
    for (const name of names) await nobodyGetsOut(executor, withPath(mechanismOf(name), bin()), owner);
  };

  it('on the host of the service', async () => {
    const executor = createLocalExecutor();
    await ofAny(executor, uid);
    await executor.close();
  }, 60_000);

  it('on an agent', async () => {
    const rig = await startAgentRig();
    try {
      await ofAny(rig.executor, uid, EVERYTHING ? BOTH : ['bubblewrap']);
    } finally {
      await rig.stop();
    }
  }, 60_000);

  describeEngine(sshd, 'over ssh', (program) => {
    it.each(isRoot ? ['root', 'tester'] : ['tester'])(
      'as %s',
      async (user) => {
        const rig = await startSshRig(program(), user);
        try {
          const names = EVERYTHING || user === 'tester' ? BOTH : (['user-namespaces'] as const);
          await ofAny(rig.executor, user === 'root' ? 0 : isRoot ? ORDINARY : uid, names);
        } finally {
          await rig.stop();
        }
      },
      60_000,
    );
  });
});
