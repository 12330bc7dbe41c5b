/** Runs a script of the service on the machine of a job: to read, to kill or to clean up, never a command of the user. */
import { Refusal } from '@synapse/contract';
import { JOB_READ_BYTES } from '@synapse/runner';
import type { Executors } from '../../executors/registry.ts';
import { KINDS } from '../../machines/kinds.ts';
import type { Machines } from '../../machines/machines.ts';
import type { OpenExecution } from '../execution.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';

export interface BesideServices {
  readonly machines: Pick<Machines, 'find'>;
  readonly executors: Executors;
  readonly unexpected: UnexpectedErrors;
  readonly shellMs: number;
}

/** Whose job it is, and where it runs. */
export interface Beside extends Pick<OpenExecution, 'id' | 'workspaceId' | 'target'> {
  readonly order: Pick<OpenExecution['order'], 'role' | 'requestId'>;
  readonly resolved: Pick<OpenExecution['resolved'], 'cwd' | 'container'>;
}

const ANSWER_MS = 60_000;
/** Both streams, and a few lines. */
const ANSWER_BYTES = 2 * JOB_READ_BYTES + 4096;
let asked = 0;

/**
 * What it prints; null if it could not be run to its end; `removed` where there is no such machine any more. `signal`:
 * its caller has gone.
 */
export async function runBeside(
  services: BesideServices,
  execution: Beside,
  script: string,
  signal: AbortSignal | null = null,
): Promise<Buffer | 'removed' | null> {
  const { target, workspaceId, order, resolved } = execution;
  const run = async (cwd: string | null): Promise<Buffer | 'removed' | null> => {
    // It may have been changed meanwhile, or replaced.
    const machine = await services.machines.find({ workspaceId, role: order.role }, target.slug);
    if (machine.id !== target.id) return 'removed';
    const executor = await services.executors.of(machine);
    const chunks: Buffer[] = [];
    let size = 0;
    const outcome = await executor.run(
      { script, secrets: new Map(), cwd, container: resolved.container, tag: `${execution.id}-${++asked}` },
      {
        output: {
          stdout: (chunk) => {
            size += chunk.length;
            if (size <= ANSWER_BYTES) chunks.push(chunk);
          },
          stderr: () => undefined,
        },
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal === null ? [] : [signal])]),
        mayStart: async () => undefined,
        timeLeftMs: () => ANSWER_MS,
        shellMs: services.shellMs,
        onStarted: () => undefined,
      },
    );
    return outcome.kind === 'exited' && outcome.exitCode === 0 ? Buffer.concat(chunks) : null;
  };
  const work = { requestId: order.requestId, executionId: execution.id, machineId: target.id };
  /** The owner of an agent may allow some directories alone. Anywhere else none is needed. */
  const cwd = KINDS[target.kind].isAgent ? resolved.cwd : null;
  const orElsewhere = (error: unknown): Promise<Buffer | 'removed' | null> => {
    if (cwd === null || !isRefusal(error, 'cwd_not_found')) throw error;
    return run(null);
  };
  try {
    return await services.unexpected.during(work, () => run(cwd).catch(orElsewhere));
  } catch (error) {
    if (isRefusal(error, 'machine_not_found')) return 'removed';
    if (!(error instanceof Refusal)) services.unexpected.note(error, work);
    return null;
  }
}

const isRefusal = (error: unknown, code: string): boolean => error instanceof Refusal && error.code === code;
