/** Metrics, log line and trace of a command that has ended. */
import type { ErrorCode, Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Ending } from '../../audit/audit.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { OpenExecution } from '../execution.ts';
import { actorIdOf } from '../order.ts';

/** A command that has ended here, as the log has it. */
export type RecordExecutionMetrics = (execution: OpenExecution, end: Ended) => void;

interface Ended {
  readonly ending: Ending;
  readonly refusal: Refusal | null;
}

/** Refusals whose reason says what is wrong with a machine, and nothing of the command. Redacted like all of them. */
const TELL_WHY: readonly ErrorCode[] = ['machine_unreachable', 'machine_shell_stuck', 'execution_lost', 'lease_lost'];

export function createExecutionMetrics(log: Logger, metrics: Metrics): RecordExecutionMetrics {
  return ({ id, order, target, policyDecision, output, workspaceId }, { ending, refusal }) => {
    const { status, exitCode, durationMs, stdoutBytes, returnedBytes, savedTokens } = ending;
    const verdict = policyDecision?.verdict ?? 'none';
    const { kind, slug } = target;
    metrics.executions.inc({ status, kind, verdict });
    metrics.outputBytes.inc({ of: 'printed' }, stdoutBytes ?? 0);
    metrics.outputBytes.inc({ of: 'returned' }, returnedBytes ?? 0);
    metrics.redactions.inc(output.redactions);
    metrics.savedTokens.inc(Math.max(0, savedTokens ?? 0));
    const code = refusal === null ? {} : { code: refusal.code };
    const who = { user_id: actorIdOf(order), workspace_id: workspaceId };
    const about = { ...who, machine: slug, kind, source: order.source, verdict, status, ...code };
    order.timing?.note({ ...about, ...(exitCode === null ? {} : { exit_code: exitCode }) });
    if (!log.isLevelEnabled('info')) return;
    const ids = { request_id: order.requestId, execution_id: id };
    log.info({ ...ids, ...about, exit_code: exitCode, ms: durationMs, ...causeOf(refusal) }, 'execution');
  };
}

function causeOf(refusal: Refusal | null): { cause?: string } {
  if (refusal === null || !TELL_WHY.includes(refusal.code)) return {};
  return { cause: refusal.in('en') };
}
