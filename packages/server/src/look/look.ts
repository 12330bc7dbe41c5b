/** Which sandbox a command that may only look runs in: found out on the machine itself, and kept with it. */
import { because, Refusal } from '@synapse/contract';
import {
  type Executor,
  findSandbox,
  makeOf,
  mechanismOf,
  type Sandbox,
  type SandboxFinding,
  type SandboxName,
} from '@synapse/runner';
import { within } from '../background/wait.ts';
import type { Clock } from '../clock.ts';
import type { KeptSandbox } from '../machines/kept-sandbox.ts';
import { KINDS } from '../machines/kinds.ts';
import type { MachineRecord, Machines } from '../machines/machines.ts';

export interface Look {
  /** Throws look_unavailable where none works, and what a command would get if the machine cannot be reached. */
  sandboxOf(machine: MachineRecord, container: string | null): Promise<Sandbox>;
  /** The name of its sandbox, for display; null: none works. Undefined where the machine does not say so soon. */
  nameOf(machine: MachineRecord, container: string | null): Promise<SandboxName | null | undefined>;
  /** It did not start: the next command tries again which one does. */
  forget(machine: MachineRecord, container: string | null): void;
}

export interface LookParts {
  readonly machines: Pick<Machines, 'noteSandbox'>;
  readonly executorOf: (machine: MachineRecord) => Promise<Executor>;
  /** What is known of the agents of these machines. */
  readonly agents: {
    describe(machineIds: readonly string[]): Promise<ReadonlyMap<string, { row: { version: string | null } }>>;
  };
  readonly clock: Clock;
  readonly shellMs: number;
}

/** A machine changes without telling us, so what was found is tried again now and then; a lack of it soon. */
const FOUND_MS = 24 * 3600_000;
const LACKING_MS = 15_000;
/** The longest time for trying all of them. */
const TRY_MS = 30_000;
/** The longest wait of a caller that only displays it, and how long a machine that did not answer is not asked again. */
const ASK_MS = 5_000;
const SILENT_MS = 60_000;
const MOST_SILENT = 1_000;
/** Every sandbox takes Perl. Inside a container namespaces can seldom be made, and Landlock needs nothing else. */
const packagesFor = (container: string | null) => (container === null ? 'bubblewrap, perl' : 'perl');

export function createLook({ machines, executorOf, agents, clock, shellMs }: LookParts): Look {
  /** Commands that come at the same moment share one try. */
  const trying = new Map<string, Promise<SandboxFinding>>();

  const tryOut = async (machine: MachineRecord, container: string | null, agent: string | null) => {
    const signal = AbortSignal.timeout(shellMs + TRY_MS);
    const found = await findSandbox(await executorOf(machine), { container, signal, shellMs });
    const kept = { ...found, triedAt: clock(), make: currentMake(found), agent };
    await machines.noteSandbox(machine, container ?? '', kept);
    return found;
  };

  const findOut = (machine: MachineRecord, container: string | null, agent: string | null) => {
    const key = [machine.id, machine.updatedAt, container ?? ''].join(' ');
    const known = trying.get(key);
    if (known !== undefined) return known;
    const found = tryOut(machine, container, agent).finally(() => trying.delete(key));
    trying.set(key, found);
    return found;
  };

  /** When a machine did not answer. */
  const silent = new Map<string, number>();

  const agentVersion = async (id: string) => (await agents.describe([id])).get(id)?.row.version ?? null;

  const isFresh = (kept: KeptSandbox, version: string | null): boolean =>
    kept.agent === version &&
    clock() - kept.triedAt < (kept.sandbox === null ? LACKING_MS : FOUND_MS) &&
    kept.make === currentMake(kept);

  const findingOf = async (machine: MachineRecord, container: string | null): Promise<SandboxFinding> => {
    const agent = KINDS[machine.kind].isAgent ? await agentVersion(machine.id) : null;
    const kept = machine.sandboxes[container ?? ''];
    return kept !== undefined && isFresh(kept, agent) ? kept : findOut(machine, container, agent);
  };

  return {
    nameOf: async (machine, container) => {
      if (clock() - (silent.get(machine.id) ?? -SILENT_MS) < SILENT_MS) return undefined;
      const found = await within(
        findingOf(machine, container).catch(() => null),
        ASK_MS,
      );
      if (found !== null) silent.delete(machine.id);
      else silent.set(machine.id, clock());
      if (silent.size > MOST_SILENT) silent.clear();
      return found?.sandbox;
    },
    sandboxOf: async (machine, container) => {
      const found = await findingOf(machine, container);
      const { sandbox, system } = found;
      if (sandbox === null || system === null) throw none(machine, container, found);
      return { mechanism: mechanismOf(sandbox), system };
    },
    forget: (machine, container) => {
      machines.noteSandbox(machine, container ?? '', null).catch(() => undefined);
    },
  };
}

/** Another version of the service may make it in another way, or not know it at all. */
const currentMake = ({ sandbox, system }: SandboxFinding): string | null =>
  sandbox === null || system === null ? null : makeOf(sandbox, system);

function none({ slug }: MachineRecord, container: string | null, { missing }: SandboxFinding): Refusal {
  const detail = missing.map(({ sandbox, reason }) => `${sandbox}: ${reason}`).join('; ') || '?';
  return new Refusal('look_unavailable', {
    machine: slug,
    reason: because('look_none', { detail, packages: packagesFor(container) }),
  });
}
