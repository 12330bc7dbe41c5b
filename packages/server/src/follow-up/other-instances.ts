/** Commands that run on another instance: asks for what there is so far. */
import { ExecResult, OutputPage, OutputQuery } from '@synapse/contract';
import * as z from 'zod';
import type { Bus } from '../bus/bus.ts';
import { type RedactedPage, redactPage } from '../exec/answer/redacted-page.ts';
import { partialResult } from '../exec/answer/result.ts';
import type { Execution } from '../exec/execution.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import type { WorkspaceId } from '../ids.ts';
import type { TextWork } from '../text-work/text-work.ts';

export interface OtherInstances {
  /** The result so far. Null when that instance does not answer, or does not run it any more. */
  result(instanceId: string, workspaceId: WorkspaceId, executionId: string): Promise<ExecResult | null>;
  /** A page of the output so far; null as above. */
  output(
    instanceId: string,
    workspaceId: WorkspaceId,
    executionId: string,
    query: OutputQuery,
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
});

export interface OtherInstancesServices {
  readonly bus: Bus;
  readonly running: RunningCommands;
  readonly instanceId: string;
  readonly maxReturnChars: number;
  readonly textWork: Pick<TextWork, 'page'>;
}

export function createOtherInstances({
  bus,
  running,
  instanceId,
  maxReturnChars,
  textWork,
}: OtherInstancesServices): OtherInstances {
  const chars = Math.min(maxReturnChars, RESULT_CHARS);

  bus.respond(askTopic(instanceId), (message) => {
    const { workspaceId, executionId, output } = Question.parse(message);
    const execution = running.find(workspaceId, executionId);
    if (execution === undefined) return null;
    return output === null ? partialResult(execution, chars) : pageSoFar(execution, output, textWork.page);
  });
  const ask = (owner: string, question: z.infer<typeof Question>): Promise<unknown> =>
    bus.request(askTopic(owner), question, ANSWER_MS);

  return {
    result: async (owner, workspaceId, executionId) =>
      ExecResult.safeParse(await ask(owner, { workspaceId, executionId, output: null })).data ?? null,
    output: async (owner, workspaceId, executionId, output) =>
      OutputPage.safeParse(await ask(owner, { workspaceId, executionId, output })).data ?? null,
  };
}

/** A page of what a command that still runs has printed. */
export async function pageSoFar(
  execution: Execution,
  query: OutputQuery,
  page: TextWork['page'],
): Promise<RedactedPage> {
  const { output, workspaceId, id } = execution;
  const text = { chars: output.bytes(query.stream), read: async () => (await output.collect())[query.stream].text };
  const found = await page(workspaceId, id, text, query);
  return redactPage(found, (await output.redactors()).newest.redactText);
}
