/** Commands that run on another instance: asks for what there is so far. */
import { ExecResult, OutputPage, OutputQuery } from '@synapse/contract';
import * as z from 'zod';
import type { Bus } from '../bus/bus.ts';
import { type RedactedPage, redactPage } from '../exec/answer/redacted-page.ts';
import { partialResult } from '../exec/answer/result.ts';
import type { Execution } from '../exec/execution.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import type { WorkspaceId } from '../ids.ts';
import type { RedactedText, Redactor } from '../redaction/index.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';

export interface OtherInstances {
  /** The result so far. Null when that instance does not answer, or does not run it any more. */
  result(
    instanceId: string,
    workspaceId: WorkspaceId,
    executionId: string,
    reader?: WorkspaceId,
  ): Promise<ExecResult | null>;
  /** A page of the output so far; null as above. */
  output(
    instanceId: string,
    workspaceId: WorkspaceId,
    executionId: string,
    query: OutputQuery,
    reader?: WorkspaceId,
  ): Promise<OutputPage | null>;
}

const askTopic = (instanceId: string): string => `instances.${instanceId}.executions`;
const ANSWER_MS = 3_000;
/** For each stream. Twice as much, with each character escaped to six bytes, fits into one message. */
const RESULT_CHARS = 60_000;

/** What comes over the bus is checked like any other input. */
const Question = z.object({
  workspaceId: z.custom<WorkspaceId>((id) => typeof id === 'string'),
  executionId: z.string(),
  output: OutputQuery.nullable(),
  reader: z.custom<WorkspaceId>((id) => typeof id === 'string').optional(),
});

export interface OtherInstancesServices {
  readonly bus: Bus;
  readonly running: RunningCommands;
  readonly instanceId: string;
  readonly maxReturnChars: number;
  readonly textWork: Pick<TextWork, 'page'>;
  readonly redactorOf: (workspaceId: WorkspaceId) => Promise<Redactor>;
}

export function createOtherInstances({
  bus,
  running,
  instanceId,
  maxReturnChars,
  textWork,
  redactorOf,
}: OtherInstancesServices): OtherInstances {
  const chars = Math.min(maxReturnChars, RESULT_CHARS);

  bus.respond(askTopic(instanceId), async (message) => {
    const { workspaceId, executionId, output, reader } = Question.parse(message);
    const execution = running.find(workspaceId, executionId);
    if (execution === undefined) return null;
    const own = reader === undefined ? null : await redactorOf(reader);
    return output === null ? partialResult(execution, chars, own) : pageSoFar(execution, output, textWork.page, own);
  });
  const ask = (owner: string, question: z.infer<typeof Question>): Promise<unknown> =>
    bus.request(askTopic(owner), question, ANSWER_MS);

  return {
    result: async (owner, workspaceId, executionId, reader) =>
      ExecResult.safeParse(await ask(owner, { workspaceId, executionId, output: null, reader })).data ?? null,
    output: async (owner, workspaceId, executionId, output, reader) =>
      OutputPage.safeParse(await ask(owner, { workspaceId, executionId, output, reader })).data ?? null,
  };
}

/** A page of what a command that still runs has printed. */
export async function pageSoFar(
  execution: Execution,
  query: OutputQuery,
  page: TextWork['page'],
  /** The redactor of a reader from another workspace. */
  reader: Redactor | null = null,
): Promise<RedactedPage> {
  const { output, workspaceId, id } = execution;
  const text = {
    chars: output.bytes(query.stream),
    read: async () => shownTo(reader, (await output.collect())[query.stream].text),
  };
  const found = await page(workspaceId, id, text, query);
  return redactPage(found, (await output.redactors()).newest.redactText);
}

/** Redacts before anything is cut out: a part of a value is no longer recognized. */
const shownTo = async (reader: Redactor | null, text: RedactedText): Promise<RedactedText> =>
  reader === null ? text : finishInTurns(reader.redactSteps(text));
