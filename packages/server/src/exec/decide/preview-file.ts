/** Reads on its machine what a file holds, before a person is asked whether it may be written. */
import { posix } from 'node:path';
import { because, Refusal } from '@synapse/contract';
import type { Executors } from '../../executors/registry.ts';
import {
  asksSudo,
  type FileOrder,
  type FilePreview,
  pathOf,
  placeOf,
  previewEdit,
  previewUnread,
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
import { fileWork, secretsOf } from '../run/file-work.ts';
import { judgePlace } from './judge-place.ts';
import { judgedOrder } from './policy-request.ts';

export interface PreviewServices {
  readonly executors: Executors;
  readonly unexpected: UnexpectedErrors;
  readonly inForce: (order: Pick<Order, 'workspaceId' | 'actor'>) => Promise<InForce>;
  readonly judge: Judge['judge'];
  readonly clock: () => number;
  readonly maxReturnChars: number;
  readonly shellMs: number;
}

const READ_MS = 30_000;

/**
 * The execution with what the person is shown. What is agreed to is bound to what is there: once it runs, it expects that
 * and nothing else. Throws a refusal where the order cannot work, before it becomes an approval.
 */
export async function withPreview(services: PreviewServices, checked: CheckedExecution): Promise<CheckedExecution> {
  const { fileJob, vault, target } = checked;
  const file = fileJob?.order;
  const previewed = file === undefined ? null : previewWork(file, vault.redactor);
  if (previewed === null) return checked;
  const path = pathOf(file!);
  let found = posix.normalize(path);
  /** Null where it is what the order names. */
  const shownPlace = (place: string) => (place === posix.normalize(path) ? null : vault.redactor.redactText(place));
  const read = async (run: RunScript): Promise<FilePreview> => {
    const makes = file!.verb === 'write-file' && 'request' in file! && file.request.parents;
    const place = await placeOf(run, path, makes ? 'ask' : 'there');
    found = place;
    if (shownPlace(place) !== null) await judgePlace(services, placeOrder(checked, file!), place);
    let preview: FilePreview | null = null;
    await workAt(place, path, async (inside) => {
      const { shown, expect } = await previewed(inside);
      preview = { shown: { ...shown, place: shownPlace(place) }, place, expect };
      return null;
    })(run);
    return preview!;
  };
  const preview = await readThere(services, checked, read).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const mayRead = await readsUnasked(services, checked);
    if (error.code === 'file_changed') throw mayRead ? error : new Refusal('file_changed', { path, now: '?' });
    // What is there decides that it cannot work: who may not read it without asking would learn it from that.
    const hidden = (OF_CONTENT.has(error.code) && !mayRead) || (asksSudo(file!) && error.code === 'file_forbidden');
    if (!hidden) throw error;
    const unread = await previewUnread(unreadOrder(file!), vault.redactor);
    return { shown: { ...unread.shown, place: shownPlace(found) }, place: found, expect: unread.expect };
  });
  const filledIn = secretsOf(file!, vault);
  const about = { verb: file!.verb, path, secrets: filledIn };
  const judgement = async () => (await import('@synapse/judge')).judgeFile(about);
  const clearance = await refuseUnbound(filledIn, vault, target, judgement);
  const written = fileWork(expecting(file!, preview.expect), vault, clearance, services.maxReturnChars);
  const work = workAt(preview.place, path, written);
  return { ...checked, preview, fileJob: { ...fileJob!, work } };
}

/** Refusals that tell something of what a file holds. */
const OF_CONTENT: ReadonlySet<string> = new Set([
  'file_edit_ambiguous',
  'file_edit_too_many',
  'file_too_large',
  'file_not_text',
]);

function unreadOrder(file: FileOrder): Parameters<typeof previewUnread>[0] {
  if ('stream' in file || (file.verb !== 'edit-file' && file.verb !== 'write-file')) throw new Error('nothing to show');
  if (file.verb === 'edit-file') return { edit: file.request };
  return file.encoding === undefined ? { write: file.request } : { write: file.request, encoding: file.encoding };
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

function placeOrder(
  { order, target, resolved, secretsUsed, policyDecision, vault }: CheckedExecution,
  file: FileOrder,
) {
  const { container } = resolved;
  const { redactor } = vault;
  return {
    order,
    target,
    container,
    about: { verb: file.verb, path: pathOf(file), secrets: secretsUsed, sudo: asksSudo(file) },
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
  { order, target, resolved, fileJob }: CheckedExecution,
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
        // Nothing is done as root before it is approved.
        { ...resolved, secrets: new Map(), tag: `preview-${newId()}` },
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

/** Whether the caller may read the file without an approval. */
async function readsUnasked(services: PreviewServices, checked: CheckedExecution): Promise<boolean> {
  const { order, target, resolved, fileJob } = checked;
  const { order: file } = fileJob!;
  const about = { verb: 'read-file', path: pathOf(file), secrets: [], sudo: asksSudo(file) } as const;
  const policyDecision = await services.judge({
    ...judgedOrder(order, target, resolved.container, services.clock()),
    secrets: [],
    inForce: await services.inForce(order),
    judgement: async () => (await import('@synapse/judge')).judgeFile(about),
  });
  return policyDecision === null || policyDecision.verdict === 'allow';
}
