/** Reads on its machine what a file holds, before a person is asked whether it may be written. */
import { posix } from 'node:path';
import { because, Refusal } from '@synapse/contract';
import type { Executors } from '../../executors/registry.ts';
import {
  type FileOrder,
  type FilePreview,
  pathOf,
  placeOf,
  previewEdit,
  previewWrite,
  type RunScript,
  workAt,
} from '../../files/index.ts';
import { newId } from '../../ids.ts';
import type { InForce, Judge } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import type { CheckedExecution } from '../execution.ts';
import type { Order } from '../order.ts';
import { refuseUnbound } from '../prepare/refuse-unbound.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import { doFileJob } from '../run/file-job.ts';
import { fileWork } from '../run/file-work.ts';
import { judgePlace } from './judge-place.ts';
import { judgedOrder } from './policy-request.ts';

export interface PreviewServices {
  readonly executors: Executors;
  readonly unexpected: UnexpectedErrors;
  readonly inForce: (order: Pick<Order, 'userId' | 'actor'>) => Promise<InForce>;
  readonly judge: Judge['judge'];
  readonly clock: () => number;
  readonly maxReturnChars: number;
  readonly shellMs: number;
}

const READ_MS = 30_000;

/**
 * The execution with what the person is shown. What is agreed to is bound to what is there: once it runs, it expects that
 * and nothing else. Throws a refusal where the order cannot work, so that nobody is asked about it.
 */
export async function withPreview(services: PreviewServices, checked: CheckedExecution): Promise<CheckedExecution> {
  const { fileJob, vault, secretsUsed, target } = checked;
  const file = fileJob?.order;
  const previewed = file === undefined ? null : previewWork(file, vault.redactor);
  if (previewed === null) return checked;
  const path = pathOf(file!);
  const read = async (run: RunScript): Promise<FilePreview> => {
    const makes = file!.verb === 'write-file' && 'request' in file! && file.request.parents;
    const place = await placeOf(run, path, makes ? 'ask' : 'there');
    const there = place === posix.normalize(path) ? null : place;
    if (there !== null) await judgePlace(services, placeOrder(checked, file!), there);
    let preview: FilePreview | null = null;
    await workAt(place, path, async (inside) => {
      const { shown, expect } = await previewed(inside);
      const told = there === null ? null : vault.redactor.redactText(there);
      preview = { shown: { ...shown, place: told }, place, expect };
      return null;
    })(run);
    return preview!;
  };
  const preview = await readThere(services, checked, read).catch(async (error: unknown) => {
    throw error instanceof Refusal && error.code === 'file_changed' ? await untold(services, checked, error) : error;
  });
  const judgement = async () => (await import('@synapse/judge')).judgeFile(file!.verb, path, secretsUsed);
  const clearance = await refuseUnbound(secretsUsed, vault, target, judgement);
  const written = fileWork(expecting(file!, preview.expect), vault, clearance, services.maxReturnChars);
  const work = workAt(preview.place, path, written);
  return { ...checked, preview, fileJob: { ...fileJob!, work } };
}

/** Null: it changes nothing, or streams, which never waits for a person. */
function previewWork(
  file: FileOrder,
  redactor: Redactor,
): ((run: RunScript) => ReturnType<typeof previewWrite>) | null {
  if ('stream' in file || file.verb === 'read-file' || file.verb === 'search-files') return null;
  if (file.verb === 'edit-file') return (run) => previewEdit(run, file.request, redactor);
  return (run) => previewWrite(run, file.request, redactor, file.encoding);
}

function placeOrder({ order, target, command, secretsUsed, policyDecision, vault }: CheckedExecution, file: FileOrder) {
  const { container } = command;
  const { redactor } = vault;
  return {
    order,
    target,
    container,
    verb: file.verb,
    path: pathOf(file),
    secrets: secretsUsed,
    policyDecision,
    redactor,
  };
}

function expecting(file: FileOrder, expect: string | undefined): FileOrder {
  if ('stream' in file || expect === undefined) return file;
  if (file.verb === 'write-file') return { ...file, request: { ...file.request, expect } };
  if (file.verb === 'edit-file') return { ...file, request: { ...file.request, expect } };
  return file;
}

async function readThere(
  { executors, unexpected, shellMs }: PreviewServices,
  { order, target, command, fileJob }: CheckedExecution,
  read: (run: RunScript) => Promise<FilePreview>,
): Promise<FilePreview> {
  let preview: FilePreview | null = null;
  const work = async (run: RunScript): Promise<null> => {
    preview = await read(run);
    return null;
  };
  const { outcome, refusal } = await unexpected.during(
    { requestId: order.requestId, executionId: null, machineId: target.id },
    async () =>
      doFileJob(
        { order: fileJob!.order, work, answer: null },
        await executors.of(target),
        { ...command, tag: `preview-${newId()}` },
        {
          output: { stdout: () => undefined, stderr: () => undefined },
          signal: AbortSignal.any([order.signal, AbortSignal.timeout(READ_MS)]),
          mayStart: async () => undefined,
          timeLeftMs: () => READ_MS,
          shellMs,
          onStarted: () => undefined,
        },
      ),
  );
  if (refusal) throw refusal;
  if (preview !== null) return preview;
  const reason = outcome.kind === 'lost' ? outcome.reason : because('no_answer_in_time');
  throw new Refusal('machine_unreachable', { reason });
}

/** What is there is told to those alone who may read it without asking. */
async function untold(services: PreviewServices, checked: CheckedExecution, refusal: Refusal): Promise<Refusal> {
  const { order, target, command, fileJob } = checked;
  const path = pathOf(fileJob!.order);
  const policyDecision = await services.judge({
    ...judgedOrder(order, target, command.container, services.clock()),
    secrets: [],
    inForce: await services.inForce(order),
    judgement: async () => (await import('@synapse/judge')).judgeFile('read-file', path, []),
  });
  return policyDecision === null || policyDecision.verdict === 'allow'
    ? refusal
    : new Refusal('file_changed', { path, now: '?' });
}
