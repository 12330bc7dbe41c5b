/**
 * One command, from the order to the answer: find the machine, expand the alias, resolve the placeholders, open the
 * audit entry, run on the executor (which wraps for the container), redact the output as it comes, compact it, close
 * the audit entry, answer.
 */
import { mapWords, Refusal } from '@synapse/contract';
import type { ResolvedCommand } from '@synapse/runner';
import type { Aliases } from '../aliases/aliases.ts';
import type { AuditSubject } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Executors } from '../executors/registry.ts';
import type { MachineRecord, Machines } from '../machines/machines.ts';
import type { GarbagePace } from '../memory/garbage-pace.ts';
import type { VaultSnapshot, VaultSnapshots } from '../vault/vault-snapshot.ts';
import { chooseContainer, chooseCwd, refusePrefix } from './check-command.ts';
import { type Ended, type Execution, Stopper } from './execution.ts';
import type { Order } from './order.ts';
import { Output } from './output.ts';
import { rewriteTemplate } from './placeholders/rewrite-template.ts';
import type { Recorder } from './recorder.ts';
import { redactRefusal } from './redact-refusal.ts';
import type { RedactedResult } from './redacted-result.ts';
import type { RefusalPace } from './refusal-pace.ts';
import { runOnTarget, type TargetRun } from './run-on-target.ts';
import type { RunningExecutions } from './running-commands.ts';
import type { Lane, Slots } from './slots.ts';
import type { UnexpectedErrors } from './unexpected-errors.ts';

export interface ExecServices {
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly vaultSnapshots: VaultSnapshots;
  readonly executors: Executors;
  readonly record: Recorder;
  readonly running: RunningExecutions;
  readonly slots: Slots;
  readonly refusalPace: RefusalPace;
  readonly concurrency: { readonly perMachine: number; readonly perUser: number };
  readonly clock: Clock;
  readonly garbage: GarbagePace;
  readonly unexpected: UnexpectedErrors;
  /** Longest wait for a target's shell to get ready. */
  readonly shellMs: number;
}

/** A command that passed every check: what to run, where, and what is written about it. */
interface Prepared {
  readonly machine: MachineRecord;
  readonly subject: AuditSubject;
  readonly command: Omit<ResolvedCommand, 'tag'>;
  readonly secretsUsed: readonly string[];
  readonly vault: VaultSnapshot;
}

export type RunExec = (order: Order) => Promise<RedactedResult>;

/** Runs the command and answers when it has ended, or after `wait_seconds` with what there is by then. */
export async function runExec(services: ExecServices, order: Order): Promise<RedactedResult> {
  await awaitTurn(services, order);
  const prepared = await prepare(services, order);
  const execution = await start(services, order, prepared);
  return services.running.wait(execution, order);
}

/** Whose orders are refused again and again waits here for a moment. */
async function awaitTurn({ refusalPace, record, vaultSnapshots }: ExecServices, order: Order): Promise<void> {
  try {
    await refusalPace.turn(order.userId);
  } catch (error) {
    const subject = async () => redactSubject(subjectOf(order), (await vaultSnapshots(order.userId)).redactor);
    if (error instanceof Refusal) await record.flooded(order.userId, error, subject);
    throw error;
  }
}

/** Every check, in the contract's order. A refusal is written to the audit log before it is thrown. */
async function prepare(services: ExecServices, order: Order): Promise<Prepared> {
  const { machines, aliases, vaultSnapshots, record } = services;
  const { request, userId } = order;
  let subject = subjectOf(order);
  try {
    const machine = await machines.find(order, request.machine);
    machines.assertLocalAllowed(order, machine);
    if (machine.statut !== 'active') throw new Refusal('machine_not_active', { statut: machine.statut });
    const container = chooseContainer(machine, request.container);
    subject = { ...subject, container };
    const expanded = await aliases.expand(userId, request);
    subject = { ...subject, commandTemplate: expanded.command, alias: expanded.code };
    refusePrefix(expanded.command);
    const cwd = chooseCwd(machine, container, request.cwd, expanded.command);
    const vault = await vaultSnapshots(userId);
    // What the caller typed by hand is logged too: a value that slipped in is taken out.
    subject = redactSubject({ ...subject, cwd }, vault.redactor);
    const { script, used } = rewriteTemplate(expanded.command, vault.has);
    const secrets = new Map(used.map(({ name, variable }) => [variable, vault.value(name)!]));
    const secretsUsed = [...new Set(used.map(({ name }) => name))];
    return { machine, subject, command: { script, secrets, cwd, container }, secretsUsed, vault };
  } catch (error) {
    // That we cannot serve at all is no verdict on the order.
    if (error instanceof Refusal && error.code !== 'not_ready') {
      const { redactor } = await vaultSnapshots(userId);
      await record.refused(redactSubject(subject, redactor), error);
    }
    throw error;
  }
}

async function start(services: ExecServices, order: Order, prepared: Prepared): Promise<Execution> {
  const { record, running, machines, clock } = services;
  const { subject, machine, vault, secretsUsed } = prepared;
  const stopper = new Stopper(order.request.timeout_seconds);
  let entry: Awaited<ReturnType<Recorder['open']>>;
  try {
    entry = await record.open(subject, secretsUsed);
  } catch (error) {
    stopper.disarm();
    throw error;
  }
  // The caller may have gone while the entry was written: then nothing is started for it.
  if (order.signal.aborted) stopper.stop('cancelled');
  let noted = Promise.resolve();
  const newest = async () => (await services.vaultSnapshots(order.userId)).redactor;
  const output = new Output(vault.redactor, newest, services.garbage);
  const work = { requestId: order.requestId, executionId: entry.executionId, machineId: machine.id };
  const target: TargetRun = {
    acquire: () => services.slots.acquire(lanes(services, machine), stopper.signal),
    executor: () => services.executors.of(machine),
    command: { ...prepared.command, tag: entry.executionId },
    output,
    stopper,
    shellMs: services.shellMs,
    cleared: entry.recorded,
    onStarted: () => record.started(entry, subject),
    onReached: (reached) => {
      // A note that cannot be written must not turn a command that ran into one that did not.
      noted = (reached ? machines.noteReached(machine) : machines.noteFailed(machine)).catch(() => undefined);
    },
    clock,
  };
  const ending = services.unexpected.during(work, () => runOnTarget(target));
  return running.add({
    id: entry.executionId,
    userId: order.userId,
    tokenId: order.tokenId,
    machine: machine.slug,
    container: subject.container,
    commandTemplate: subject.commandTemplate,
    raw: order.request.raw,
    startedAt: clock(),
    recorded: entry.recorded,
    output,
    stop: (reason) => stopper.stop(reason),
    finished: ending
      .then(
        (ended) => record.finished(entry, subject, output, redactEnded(ended, vault.redactor), order.request.raw),
        (error: unknown) => {
          if (error instanceof Refusal) return record.notStarted(entry, subject, redactRefusal(error, vault.redactor));
          services.unexpected.note(error, work);
          services.executors.forget(machine.id);
          return record.notStarted(entry, subject, new Refusal('internal', { request_id: order.requestId }));
        },
      )
      .finally(() => {
        services.garbage.ended(output.bytes('stdout') + output.bytes('stderr'));
        return noted;
      }),
  });
}

function lanes({ concurrency }: ExecServices, machine: MachineRecord): Lane[] {
  return [
    { name: `machine:${machine.id}`, size: concurrency.perMachine },
    { name: `user:${machine.userId}`, size: concurrency.perUser },
  ];
}

function redactEnded(ended: Ended, { redactText }: VaultSnapshot['redactor']): Ended {
  return ended.lost === undefined ? ended : { ...ended, lost: mapWords(ended.lost, redactText) };
}

function redactSubject(subject: AuditSubject, { redactText }: VaultSnapshot['redactor']): AuditSubject {
  const cwd = subject.cwd === null ? null : redactText(subject.cwd);
  return { ...subject, cwd, commandTemplate: redactText(subject.commandTemplate) };
}

/** What is known before anything was looked up. */
function subjectOf({ userId, source, tokenHint, ip, request }: Order): AuditSubject {
  const typed = request.command ?? `@${request.alias?.replace('@', '')}`;
  return {
    userId,
    source,
    machine: request.machine,
    container: request.container ?? null,
    // It may hold what no database stores; the refusal of such a directory is logged all the same.
    cwd: request.cwd?.slice(0, 4096).replaceAll('\0', '\ufffd') ?? null,
    commandTemplate: typed,
    alias: null,
    typedChars: typed.length,
    tokenHint,
    ip,
  };
}
