/** One command on many machines: a few first if asked for, so many at a time, and no further after too many failures. */
import { APPROVAL_LIMITS, MANY_LIMITS, Refusal } from '@synapse/contract';
import type { Access } from '../access/access.ts';
import { roomFor } from '../exec/answer/answer-room.ts';
import type { RedactedResult } from '../exec/answer/redacted-result.ts';
import { actorIdOf, type Order } from '../exec/order.ts';
import type { RunExec } from '../exec/run-exec.ts';
import type { Executions } from '../follow-up/executions.ts';
import type { WorkspaceId } from '../ids.ts';
import { mayUse } from '../machines/machines.ts';
import type { Redactor } from '../redaction/index.ts';
import { awaitPending } from './await-pending.ts';
import { type Group, groupAnswers } from './group-answers.ts';
import { type Answered, announce, isFailed, isOpen, type ManyOrder } from './many-order.ts';
import { selectMachines, type Tagged } from './select-machines.ts';

export interface ManyServices {
  readonly runExec: RunExec;
  readonly refuse: (order: Order, refusal: Refusal) => Promise<void>;
  readonly executions: Pick<Executions, 'decided' | 'get' | 'cancel'>;
  readonly tagsOf: (workspaceId: WorkspaceId) => Promise<Tagged>;
  readonly access: Pick<Access, 'crewsOf'>;
  readonly redactorOf: (workspaceId: WorkspaceId) => Promise<Redactor>;
  readonly maxReturnChars: number;
}

export interface ManyResult {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly waiting?: number;
  readonly groups: readonly Group[];
  readonly execution_ids: Readonly<Record<string, string>>;
  readonly skipped_machines?: string[];
}

export type RunMany = (order: ManyOrder) => Promise<ManyResult>;

export function createRunMany(services: ManyServices): RunMany {
  return async (order) => {
    const machines = await chosen(services, order);
    const answers = await runAll(services, { ...order, together: machines }, machines);
    const [only] = answers;
    // Nothing ran, for a reason that is none of the machines: the call as a whole is refused.
    if (only?.limited && answers.every(({ limited }) => limited !== null)) throw only.limited;
    return summary(services, order, machines, answers);
  };
}

async function chosen(services: ManyServices, order: ManyOrder): Promise<string[]> {
  const { machines } = order.request;
  try {
    const known = new Map(await services.tagsOf(order.workspaceId));
    // One's own first. Where no crew is named, none is looked into.
    const crews = machines.some((name) => name.includes('/')) ? await services.access.crewsOf(actorIdOf(order)) : [];
    for (const { id, crew } of crews)
      for (const [slug, tags] of await services.tagsOf(id)) known.set(`${crew}/${slug}`, tags);
    return selectMachines(machines, new Map([...known].filter(([name]) => mayUse(order, name))));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'machine_not_found') {
      await services.refuse(singleOrder(order, machines.join(' ').slice(0, 63)), error);
    }
    throw error;
  }
}

async function runAll(services: ManyServices, order: ManyOrder, machines: readonly string[]): Promise<Answered[]> {
  const { request, signal } = order;
  const begun = Date.now();
  const answers: Answered[] = [];
  const failures = (): number => answers.filter(isFailed).length;
  const enough = (): boolean => signal.aborted || failures() >= (request.stop_after_failures ?? Infinity);
  const report = (): void =>
    order.onProgress?.(
      `${answers.length} of ${machines.length} machines, ${failures()} failed`,
      answers.length,
      machines.length,
    );
  const run = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    const waiting = [...some];
    const settled: Answered[] = [];
    const work = async (): Promise<void> => {
      for (let machine = waiting.shift(); machine !== undefined && !enough(); machine = waiting.shift()) {
        const answer = await runOne(services, order, machine);
        settled.push(answer);
        // One that waits for a person is counted when it has ended.
        if (answer.result.status === 'pending') continue;
        answers.push(answer);
        report();
      }
    };
    const workers = Array.from({ length: Math.min(request.max_parallel, some.length) }, work);
    // A defect of ours is thrown when nothing runs any more.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    const pending = settled.filter(({ result }) => result.status === 'pending');
    // Others are asked about the machines of a crew: they are not waited for.
    const asked = pending.filter(({ machine }) => !machine.includes('/'));
    answers.push(...pending.filter(({ machine }) => machine.includes('/')));
    const until = begun + APPROVAL_LIMITS.waitSeconds * 1000;
    answers.push(...(await awaitPending(services.executions, order, asked, until)));
    report();
  };
  const canaries = machines.slice(0, request.first ?? 0);
  await run(canaries);
  if (!answers.every(({ result }) => result.success)) return answers;
  await run(machines.slice(canaries.length));
  return answers;
}

function singleOrder(order: ManyOrder, machine: string): Order {
  const { command, alias, cwd, container, stdin, session, shell, timeout_seconds, max_parallel } = order.request;
  const { onProgress: _, onMachine: __, ...who } = order;
  return {
    ...who,
    request: {
      machine,
      timeout_seconds,
      raw: false,
      ...(command === undefined ? {} : { command }),
      ...(alias === undefined ? {} : { alias }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(container === undefined ? {} : { container }),
      ...(stdin === undefined ? {} : { stdin }),
      ...(session === undefined ? {} : { session }),
      ...(shell === undefined ? {} : { shell }),
    },
    wide: max_parallel > MANY_LIMITS.parallel,
    // A person who is asked about one machine holds up no other: they are waited for at the end.
    patienceSeconds: 0,
  };
}

/** Where they hold on every machine, they are about the call. */
const OF_THE_CALL: readonly string[] = ['exec_rate_limited', 'role_required', 'plan_required'];

async function runOne(services: ManyServices, order: ManyOrder, machine: string): Promise<Answered> {
  let executionId: string | null = null;
  const onOpened: Order['onOpened'] = (id, status) => {
    executionId = id;
    order.onMachine?.({ machine, state: status, execution_id: id });
  };
  try {
    const result = await services.runExec({ ...singleOrder(order, machine), onOpened });
    return announce(order, {
      machine,
      executionId: result.execution_id,
      result,
      refusal: result.refusal,
      limited: null,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nothing = (await services.redactorOf(order.workspaceId)).redactText('');
    const attached = error.attachment as Partial<RedactedResult> | null;
    const result = {
      success: false,
      exit_code: null,
      status: 'refused' as const,
      stdout: nothing,
      stderr: nothing,
      truncated: false,
      ...attached,
    };
    const limited = OF_THE_CALL.includes(error.code) ? error : null;
    return announce(order, { machine, executionId, result, refusal: error.worded, limited });
  }
}

async function summary(
  services: ManyServices,
  order: ManyOrder,
  machines: readonly string[],
  answers: readonly Answered[],
): Promise<ManyResult> {
  const place = new Map(machines.map((machine, index) => [machine, index]));
  const inOrder = answers.toSorted((one, other) => place.get(one.machine)! - place.get(other.machine)!);
  const tried = new Set(answers.map(({ machine }) => machine));
  const skipped = machines.filter((machine) => !tried.has(machine));
  for (const machine of skipped) order.onMachine?.({ machine, state: 'skipped' });
  const waiting = answers.filter(({ result }) => isOpen(result)).length;
  const redactor = await services.redactorOf(order.workspaceId);
  const { maxReturnChars } = services;
  const { source, asText } = order;
  const room = roomFor({ source, asText, request: {} }, '', maxReturnChars) ?? { chars: maxReturnChars };
  return {
    total: machines.length,
    succeeded: answers.filter(({ result }) => result.success).length,
    failed: answers.filter(isFailed).length,
    skipped: skipped.length,
    ...(waiting === 0 ? {} : { waiting }),
    groups: await groupAnswers(inOrder, redactor, room),
    execution_ids: Object.fromEntries(
      inOrder.flatMap(({ machine, executionId }) => (executionId === null ? [] : [[machine, executionId]])),
    ),
    ...(skipped.length === 0 ? {} : { skipped_machines: skipped }),
  };
}
