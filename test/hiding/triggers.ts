/** What ends the commands of a service, and which processes survive it. Runs inside the pen. */
import { allSeen, newNeedle, scriptOf, survivors } from './hide.ts';
import { MACHINES, type Machine, type ServiceRig, type Tenant } from './service-rig.ts';
import { GATHERED, type Way } from './ways.ts';

/** The last one leaves no service for another. */
export const TRIGGERS = ['timeout', 'cancel', 'client gone', 'freeze', 'agent killed', 'service killed'] as const;
export type Trigger = (typeof TRIGGERS)[number];

interface Attempt {
  readonly machine: Machine;
  readonly way: Way;
  readonly needle: string;
}

/** Long enough for all of them to start on a busy computer. */
const TIMEOUT_SECONDS = 15;
/** An agent that has lost its service goes on until the command's own deadline. */
const ALONE_SECONDS = 10;
const LONG_SECONDS = 300;
const SEEN_MS = 30_000;
const DEAD_MS = 20_000;

/** Which of them were left on which machine. Throws if one was not hidden, or its command ended in another way. */
export async function endAll(rig: ServiceRig, trigger: Trigger, ways: readonly Way[]): Promise<string[]> {
  const tenant = await rig.newTenant();
  const machines = trigger === 'agent killed' ? (['agent'] as const) : MACHINES;
  const attempts = machines.flatMap((machine) =>
    ways
      .filter(({ needs }) => needs === 'posix' || machine !== 'engine')
      .map((way): Attempt => ({ machine, way, needle: newNeedle() })),
  );
  const needles = attempts.map(({ needle }) => needle);
  const hidden = async () => {
    const unseen = await allSeen(needles, SEEN_MS);
    if (unseen.length > 0) throw new Error(`hidden in vain: ${namesOf(attempts, unseen).join(', ')}`);
  };
  await END[trigger](tenant, attempts, hidden, rig);
  return namesOf(attempts, await survivors(needles, DEAD_MS));
}

const namesOf = (attempts: readonly Attempt[], needles: readonly string[]): string[] =>
  attempts.filter(({ needle }) => needles.includes(needle)).map(({ machine, way }) => `${machine}: ${way.name}`);

type End = (
  tenant: Tenant,
  attempts: readonly Attempt[],
  hidden: () => Promise<void>,
  rig: ServiceRig,
) => Promise<unknown>;

const order = ({ machine, way, needle }: Attempt, timeout_seconds = LONG_SECONDS) => ({
  machine,
  timeout_seconds,
  command: scriptOf(way, needle),
});

const END: Record<Trigger, End> = {
  timeout: async (tenant, attempts, hidden) => {
    const answers = attempts.map((attempt) => tenant.exec(order(attempt, TIMEOUT_SECONDS)));
    await Promise.all([hidden(), ...answers]);
    expectAll(await Promise.all(answers), 'timeout');
  },
  cancel: async (tenant, attempts, hidden) => {
    const running = await Promise.all(attempts.map((one) => tenant.exec({ ...order(one), wait_seconds: 0 })));
    await hidden();
    expectAll(running, 'running');
    await Promise.all(running.map(({ execution_id }) => tenant.cancel(execution_id!)));
  },
  'client gone': async (tenant, attempts, hidden) => {
    const gone = new AbortController();
    const answers = attempts.map((attempt) => tenant.exec(order(attempt), gone.signal).catch(() => undefined));
    await hidden();
    gone.abort();
    await Promise.all(answers);
  },
  freeze: async (tenant, attempts, hidden) => {
    const running = await Promise.all(attempts.map((one) => tenant.exec({ ...order(one), wait_seconds: 0 })));
    await hidden();
    expectAll(running, 'running');
    await tenant.freeze();
  },
  'agent killed': async (tenant, attempts, hidden) => {
    // Nobody is told: the service waits for the agent to come back.
    for (const attempt of attempts) tenant.exec(order(attempt)).catch(() => undefined);
    await hidden();
    await tenant.killAgent();
  },
  'service killed': async (tenant, attempts, hidden, rig) => {
    const answers = attempts.map((attempt) => {
      const asked = order(attempt, attempt.machine === 'agent' ? ALONE_SECONDS : LONG_SECONDS);
      // Over ssh, nobody watches a command in its first moments; this is documented. This one waits until it is
      // watched.
      const command = attempt.machine === 'ssh' ? `${GATHERED}; ${asked.command}` : asked.command;
      return tenant.exec({ ...asked, command }).catch(() => undefined);
    });
    await hidden();
    await rig.killService();
    await Promise.all(answers);
  },
};

function expectAll(answers: readonly Record<string, string>[], status: string): void {
  const others = answers.filter((answer) => answer.status !== status);
  if (others.length > 0) throw new Error(`not all are ${status}: ${JSON.stringify(others)}`);
}
