/** Goes on with commands that another instance hands over before it stops. */
import { Refusal } from '@synapse/contract';
import type { Audit } from '../../audit/audit.ts';
import { placeOf } from '../../limits/index.ts';
import { buildRedactor, joinRedactors } from '../../redaction/index.ts';
import { cannotServe } from '../cannot-serve.ts';
import type { OpenExecution } from '../execution.ts';
import { carryOut } from '../run-exec.ts';
import { Stopper } from '../stopper.ts';
import { type HandOverServices, TOPIC } from './hand-over-services.ts';
import { claimOffers, type HandOverRow, isAnythingFor, nextFor, releaseClaims, removeRow } from './hand-over-store.ts';
import { FORM, type HandedState, openState } from './handed-state.ts';

export interface TakeOver {
  start(): void;
  /** Comes forward for nothing any more. What was given by then is here when it resolves. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** Soon again while something is about to be given. */
const SOON_MS = 100;
/** How many one instance takes at a time: the others get their share. */
const AT_ONCE = 4;

type Reopened = NonNullable<Awaited<ReturnType<Audit['reopen']>>>;

export function createTakeOver(services: () => HandOverServices): TakeOver {
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => undefined;
  let [busy, again, stopped] = [false, false, true];
  let looking: Promise<unknown> = Promise.resolve();

  const take = async (row: HandOverRow): Promise<void> => {
    const { audit, running, database, log, lease, handedOver } = services();
    const { user_id: userId, execution_id: id } = row;
    if (running.find(userId, id) === undefined) {
      const reopened = await audit.reopen(userId, id);
      if (reopened !== null && reopened.entry.instanceId === lease.instanceId) {
        const execution = await rebuild(services(), row, reopened).catch(async (error: unknown) => {
          if (cannotServe(error)) throw error;
          log.error({ err: error, execution_id: id }, 'a command that was handed over cannot be gone on with');
          await giveUp(services(), reopened);
          handedOver('lost');
          return null;
        });
        if (execution !== null) {
          const finished = carryOut(services(), execution);
          finished.catch(() => undefined);
          running.add({ ...execution, finished });
          handedOver('taken');
          log.info({ execution_id: id, machine: execution.machine }, 'a command is waited for from here');
        }
      }
    }
    // From here on it is heard of like any other. Whoever wanted it stopped before has left word.
    if (await removeRow(database.queries, id)) running.find(userId, id)?.stopper.stop('cancelled');
  };

  const takeGiven = async (): Promise<void> => {
    const { database, lease } = services();
    const next = () => nextFor(database.queries, lease.instanceId);
    for (let row = await next(); row !== undefined; row = await next()) await take(row);
  };

  /** Whether there was something for this instance, or may be in a moment. */
  const sweep = async (): Promise<boolean> => {
    const { database, lease, bus, stopping } = services();
    if (!lease.held || !(await isAnythingFor(database.queries, lease.instanceId))) return false;
    // Without the others, an agent that is linked to one of them is out of reach.
    const mayClaim = bus.connected() && !stopping.aborted;
    if (mayClaim) await claimOffers(database.queries, lease.instanceId, FORM, AT_ONCE);
    await takeGiven();
    return mayClaim;
  };

  const look = async (): Promise<void> => {
    again = busy;
    if (busy || stopped) return;
    busy = true;
    let pause = EVERY_MS;
    try {
      looking = sweep();
      if (await looking) pause = SOON_MS;
    } catch (error) {
      if (!(error instanceof Refusal)) services().log.warn({ err: error }, 'a command could not be taken over');
    } finally {
      busy = false;
    }
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), again ? 0 : pause).unref();
  };

  return {
    start: () => {
      stopped = false;
      leave = services().bus.subscribe(TOPIC, () => void look());
      void look();
    },
    stop: async () => {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      leave();
      await looking.catch(() => undefined);
      const { database, lease } = services();
      await releaseClaims(database.queries, lease.instanceId);
      if (lease.held) await takeGiven();
    },
  };
}

/** Nobody else will close its entry. What runs on the agent is killed there when nobody asks for it. */
async function giveUp({ database, audit, clock }: HandOverServices, { entry, decidedBy }: Reopened): Promise<void> {
  const durationMs = Math.max(0, clock() - entry.createdAt);
  const ending = { status: 'interrupted', exitCode: null, durationMs, decidedBy } as const;
  await database.transaction((tx) => audit.close(tx, entry, ending));
}

/** The execution as it was when it was handed over, as far as that is still needed. */
async function rebuild(services: HandOverServices, row: HandOverRow, reopened: Reopened): Promise<OpenExecution> {
  const { vaultSnapshots, machines, clock, openOutput, lease, sealer } = services;
  const { user_id: userId, execution_id: id } = row;
  const state: HandedState = openState(sealer, userId, id, row.sealed ?? Buffer.alloc(0));
  const { at, begunAt, cwd, container, template, secretsUsed } = state;
  const order = { ...state.order, userId, role: 'member' as const, signal: new AbortController().signal };
  const target = { ...(await machines.find(order, order.request.machine)), id: state.machineId };
  const now = await vaultSnapshots(userId);
  const given = buildRedactor(state.values.map(([name, value]) => ({ name, value })));
  const vault = { ...now, redactor: joinRedactors(given, now.redactor) };
  const output = openOutput(userId, vault.redactor, { mayMove: true });
  output.goOnFrom(state.output);
  const { entry, subject, decidedBy } = reopened;
  return {
    ...{ ...subject, id, userId, order, target, entry, decidedBy, template, vault, secretsUsed, output },
    ...{ ruling: null, confinement: null, job: null, ahead: null, recorded: Promise.resolve() },
    command: { script: '', secrets: new Map(), cwd, container },
    place: placeOf(userId, state.placedAt),
    epoch: lease.epoch(),
    startedAt: performance.now() - (clock() - begunAt),
    handed: { at, begunAt },
    stopper: new Stopper(Math.max(1, state.deadline - clock()) / 1000),
  };
}
