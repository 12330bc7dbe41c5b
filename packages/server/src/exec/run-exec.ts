/** One command, from the order to the answer. ARCHITECTURE.md tells the same story, with the same numbers. */
import { argumentsInvalid, because, FILE_LIMITS, Refusal } from '@synapse/contract';
import { newJobSigns, sandboxedJob } from '@synapse/runner';
import type { ExecutionAdmission } from '../admission/execution-admission.ts';
import { newId } from '../ids.ts';
import type { Machines } from '../machines/machines.ts';
import { withoutAddress } from '../machines/without-address.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { InForce, Judge } from '../policy/index.ts';
import { redactedWith } from '../vault/redacted-with.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { type AnswerServices, prepareAnswer } from './answer/prepare-answer.ts';
import { redactRefusal } from './answer/redact-refusal.ts';
import { type RedactedResult, withoutLines } from './answer/redacted-result.ts';
import { partialAnswer } from './answer/result.ts';
import { keptSteps } from './answer/steps/kept-steps.ts';
import { splitSteps } from './answer/steps/split-steps.ts';
import { type DecideOrderServices, decideOrder } from './decide/decide-order.ts';
import { hidingPrivate } from './decide/hiding-private.ts';
import { withPreview } from './decide/preview-file.ts';
import { type AskServices, grantedBefore, requestApproval } from './decide/request-approval.ts';
import type { CheckedExecution, Ended, OpenExecution } from './execution.ts';
import { actorIdOf, addressOf, type Order } from './order.ts';
import { chooseCwd, refusePrefix } from './prepare/check-command.ts';
import { checkFile } from './prepare/check-file.ts';
import type { StateLoader } from './prepare/load-state.ts';
import { openVault } from './prepare/open-vault.ts';
import { resolveCommand } from './prepare/resolve-command.ts';
import type { OwnerState } from './prepare/state.ts';
import { loggedWith, withStdin } from './prepare/with-stdin.ts';
import { cannotServe } from './record/cannot-serve.ts';
import { type CloseServices, closeFinished, closeUnstarted, lostRefusal } from './record/close-execution.ts';
import { type OpenServices, openExecution } from './record/open-execution.ts';
import { textsOf } from './record/output.ts';
import type { Recorder } from './record/recorder.ts';
import { type Contact, noteContact } from './run/note-contact.ts';
import { type JobServices, LEFT, runJob } from './run/run-job.ts';
import { runOnTarget, type TargetServices } from './run/run-on-target.ts';
import type { RunningCommands } from './run/running-commands.ts';
import { sudoSecretOf, withSudoAnswered } from './run/sudo/sudo-secret.ts';
import { judgedInSession, sessionNote, sessionValues, withSession } from './session/in-session.ts';
import type { Sessions } from './session/sessions.ts';
import { redactRefused, redactSubject, type SubjectDraft, subjectOf } from './subject.ts';

export interface ExecServices
  extends DecideOrderServices,
    OpenServices,
    TargetServices,
    JobServices,
    AnswerServices,
    CloseServices,
    AskServices {
  readonly admission: ExecutionAdmission;
  readonly machines: Machines;
  readonly stateLoader: StateLoader;
  /** What is in force for a user right now, in one look. */
  readonly inForce: (order: Pick<Order, 'workspaceId' | 'actor'>) => Promise<InForce>;
  readonly vaultSnapshots: VaultSnapshots;
  readonly judgement: Judge['judgement'];
  readonly sessions: Sessions;
  readonly record: Recorder;
  readonly refusals: KeptRefusals;
  readonly outputs: Outputs;
  readonly running: RunningCommands;
}

export type RunExec = (order: Order) => Promise<RedactedResult>;

/** Answers when the command has ended, or after `wait_seconds` with what there is by then. */
export async function runExec(services: ExecServices, order: Order): Promise<RedactedResult> {
  // 1. Let in: the call was admitted before it came here. After many refused orders, the next one waits for a moment.
  await awaitTurn(services, order);
  const checked = await check(services, order);
  if (checked.policyDecision?.verdict !== 'ask') return start(services, checked);
  const agreed = await grantedBefore(services, checked);
  if (agreed !== null) return start(services, agreed);
  const kept = await withoutStream(services, checked);
  order.timing?.enter('ask');
  return requestApproval(services, await withFilePreview(services, kept));
}

async function awaitTurn(services: ExecServices, order: Order): Promise<void> {
  try {
    await services.admission.awaitTurn(actorIdOf(order));
  } catch (error) {
    if (error instanceof Refusal) await recordRefused(services, order, error, { write: services.record.flooded });
    throw error;
  }
}

/** A streamed body cannot wait for an approval: it is read first, where it is small enough. */
async function withoutStream(services: ExecServices, checked: CheckedExecution): Promise<CheckedExecution> {
  const { order } = checked;
  if (order.file === undefined || !('stream' in order.file)) return checked;
  if (order.file.whole === undefined) {
    const refusal = new Refusal('policy_denied', {
      reason: because('file_asks', { max: FILE_LIMITS.bytes, machine: order.request.machine }),
    });
    await services.record.refused(checked, refusal);
    throw refusal;
  }
  const request = { ...order.request, timeout_seconds: FILE_LIMITS.seconds };
  return check(services, { ...order, request, file: await order.file.whole() });
}

/** The execution with what the approval will show. An order that cannot work is refused before it becomes an approval. */
async function withFilePreview(services: ExecServices, checked: CheckedExecution): Promise<CheckedExecution> {
  try {
    return await withPreview(services, checked);
  } catch (error) {
    if (!(error instanceof Refusal) || cannotServe(error)) throw error;
    const refusal = redactRefusal(error, checked.vault.redactor);
    await services.record.refused(checked, refusal);
    throw refusal;
  }
}

/** A refusal is written to the audit log before it is thrown, with what is known by then. */
async function check(services: ExecServices, order: Order): Promise<CheckedExecution> {
  const subject = subjectOf(order);
  try {
    return await examine(services, order, subject);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { actor, request } = order;
    const refusal = actor === undefined ? error : withoutAddress(error, addressOf(order, request.machine));
    // An outage of the service is not recorded as a refusal of the order.
    if (!cannotServe(refusal)) await recordRefused(services, order, refusal, { subject });
    throw refusal;
  }
}

/** A refusal on a machine of a crew may quote what another member wrote: without what is secret to the crew by now. */
export async function asToldToMember(
  { vaultSnapshots }: Pick<ExecServices, 'vaultSnapshots'>,
  order: Order,
  error: unknown,
): Promise<unknown> {
  if (order.actor === undefined || !(error instanceof Refusal) || cannotServe(error)) return error;
  const { redactor } = await openVault(vaultSnapshots, order);
  return redactRefusal(error, redactor);
}

/** What was typed is redacted first. `subject`: what is known of the order by now. */
export async function recordRefused(
  { vaultSnapshots, record }: ExecServices,
  order: Order,
  refusal: Refusal,
  { subject = subjectOf(order), write = record.refused } = {},
): Promise<void> {
  const { redactor } = await openVault(vaultSnapshots, order);
  await write(redactRefused(subject, redactor), redactRefusal(refusal, redactor));
}

/** Steps 2 to 6. */
export async function examine(
  services: ExecServices,
  order: Order,
  subject: SubjectDraft = subjectOf(order),
): Promise<CheckedExecution> {
  order.timing?.enter('find');
  const state = await services.stateLoader.load(order);
  // 2. Find the machine.
  const { target, container } = await state.target;
  subject.container = container;
  if (order.file !== undefined) return checkFile(services, order, order.file, state, subject);
  const { request, workspaceId } = order;
  const { stdin } = request;
  // 3. Expand the alias.
  const { command, code: alias } = await state.expanded;
  const session = await services.sessions.open(order, target, container);
  Object.assign(subject, { commandTemplate: loggedWith(command, stdin, sessionNote(session)), alias });
  // 4. Check the command.
  refusePrefix(command);
  const cwd = chooseCwd(target, container, request.cwd ?? session?.state?.cwd, command);
  // 5. Resolve the placeholders.
  order.timing?.enter('resolve');
  const inForce = await state.inForce;
  const vault = await openVault(services.vaultSnapshots, order, inForce.vault);
  Object.assign(subject, redactSubject({ ...subject, cwd }, vault.redactor));
  const judgement = services.judgement({
    command: judgedInSession(command, session),
    cwd,
    stdin,
    isSecret: vault.has,
    workspaceId,
    requestId: order.requestId,
  });
  const marked = request.raw ? { template: command, steps: null } : splitSteps(command, vault.has);
  const template = withStdin(withSession(marked.template, session), stdin);
  const { script, secrets, secretsUsed: filledIn } = await resolveCommand(template, vault, target, judgement);
  const sudo = order.look ? null : sudoSecretOf(target, command, vault);
  const secretsUsed = sudo === null ? filledIn : [...new Set([...filledIn, sudo.name])];
  // 6. Judge: what the policies say of it, where there are any.
  order.timing?.enter('judge');
  const judged = { order, target, container, secrets: secretsUsed, filledIn, inForce, judgement };
  const { policyDecision, confinement } = await decideOrder(services, judged, subject, vault.redactor);
  const onlyLooks = order.look === true || policyDecision?.confine === 'look';
  if (request.detach && onlyLooks) {
    throw argumentsInvalid([{ field: 'detach', problem: because('detach_look') }]);
  }
  if (session !== null && onlyLooks) {
    throw argumentsInvalid([{ field: 'session', problem: because('session_look') }]);
  }
  const job = request.detach ? newJobSigns(`job-${newId()}`) : null;
  const given = new Map([...secrets, ...sessionValues(session)]);
  const resolved = withSudoAnswered(
    { script, secrets: given, cwd, container, shell: request.shell ?? ('auto' as const) },
    confinement === null ? sudo : null,
    vault,
  );
  return {
    ...subject,
    order,
    target,
    command,
    // A job brings its sandbox along: what starts it has to write.
    resolved: job !== null && confinement !== null ? sandboxedJob(resolved, job.tag, confinement) : resolved,
    steps: marked.steps,
    secretsUsed,
    vault: hidingPrivate(vault, policyDecision),
    policyDecision,
    confinement: job === null ? confinement : null,
    job,
    session,
  };
}

async function start(services: ExecServices, checked: CheckedExecution): Promise<RedactedResult> {
  // 7. Open the audit entry: from here on the command can be found, followed and stopped.
  checked.order.timing?.enter('open');
  const execution = await openExecution(services, checked);
  checked.order.onOpened?.(execution.id, 'running');
  const begun = Promise.withResolvers<void>();
  const finished = carryOut(services, execution, begun.resolve);
  const result = await services.running.wait(services.running.add({ ...execution, finished, begun: begun.promise }));
  // A caller that has gone has not got the answer.
  if (!checked.order.signal.aborted) services.earlierAnswers.given(result);
  return result;
}

/** Steps 8 to 12. They run to the end even if the caller has gone. */
export async function carryOut(
  services: ExecServices,
  execution: OpenExecution,
  onBegun: () => void = () => undefined,
): Promise<RedactedResult> {
  const { timing } = execution.order;
  timing?.carried(execution.id);
  const contact = noteContact(services.machines, execution.target);
  const onStarted = () => services.record.started(execution).then(onBegun);
  const events = { onStarted, onReached: contact.note };
  try {
    // 8. Run.
    const ended = await (execution.job === null ? runOnTarget : runJob)(services, execution, events);
    // Another instance follows the job from now on. Its call was answered when it began.
    if (ended === LEFT) throw new Refusal('not_ready', { retry_after: 2 });
    if (ended instanceof Refusal) throw await closeUnstarted(services, execution, ended);
    return await conclude(services, execution, ended, contact);
  } finally {
    await contact.write();
    if (execution.job !== null) services.tidyJobs.wake();
    timing?.end();
  }
}

/** Steps 9 to 12. */
async function conclude(
  services: ExecServices,
  execution: OpenExecution,
  ended: Ended,
  contact: Contact,
): Promise<RedactedResult> {
  const { order, workspaceId, id, output, fileJob } = execution;
  // 9. Redact: the output was redacted as it came. From here on, secrets added meanwhile are removed too.
  order.timing?.enter('redact');
  const now = await services.bestEffort<Partial<OwnerState>>(
    services.stateLoader.reload(workspaceId, contact.write),
    {},
  );
  const printed = await output.collectWhole(now.vault);
  // 10. Compact.
  order.timing?.enter('compact');
  const answer = await prepareAnswer(services, execution, ended, printed, now.rules);
  const steps = keptSteps(execution.steps, printed);
  const keepOutput = await services.bestEffort(
    services.outputs.keep(workspaceId, id, textsOf(printed), steps, printed.order),
    null,
  );
  const { result, mended } = await answer(keepOutput !== null);
  // 11. Close the audit entry, together with the output that is kept.
  order.timing?.enter('close');
  const { kept, recorded } = await closeFinished(services, execution, { ended, printed, result, mended, keepOutput });
  // 12. Answer. An end that is not recorded is not reported.
  if (!recorded) return redactedWith(await partialAnswer(execution, services.maxReturnChars), now.vault);
  const final = redactedWith(kept || keepOutput === null ? result : (await answer(false)).result, now.vault);
  const lost = lostRefusal(ended);
  if (lost !== null) throw lost.with(withoutLines(final));
  if (fileJob === undefined) return final;
  if (ended.status === 'done' && ended.why) throw ended.why;
  return { ...final, file: fileJob.answer ?? undefined };
}
