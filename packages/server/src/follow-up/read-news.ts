/** What an execution has printed since its reader last asked, in whole lines and compacted. */

import { leavesOut } from '@synapse/compaction/marker';
import { type OutputQuery, Refusal } from '@synapse/contract';
import { answerRoom, type Room, sizeIn } from '../exec/answer/answer-room.ts';
import { answeredChars } from '../exec/answer/answered-chars.ts';
import { countLines, fitLines } from '../exec/answer/fit-lines.ts';
import type { RedactedPage } from '../exec/answer/redacted-page.ts';
import type { RedactedResult } from '../exec/answer/redacted-result.ts';
import { isShort } from '../exec/answer/result.ts';
import type { WorkspaceId } from '../ids.ts';
import type { ReadPosition, ReadPositions } from '../outputs/read-positions.ts';
import type { Redactor } from '../redaction/index.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';

export interface NewsQuery {
  readonly workspaceId: WorkspaceId;
  /** The personal workspace of a reader from another workspace. */
  readonly reader?: WorkspaceId | undefined;
  readonly tokenId: string;
  readonly executionId: string;
  readonly waitSeconds: number;
  /** 0: from the start. */
  readonly since?: number | undefined;
  /** So many last lines instead of what is new. */
  readonly tail?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** The read position stays where it is. */
  readonly peek?: boolean | undefined;
  /** The answer is written as text, otherwise as JSON. */
  readonly asText?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface NewsServices {
  readonly positions: ReadPositions;
  /** The result so far, after waiting for the end. */
  readonly get: (query: NewsQuery) => Promise<RedactedResult>;
  readonly output: (
    workspaceId: WorkspaceId,
    executionId: string,
    query: OutputQuery,
    reader?: WorkspaceId,
  ) => Promise<RedactedPage>;
  readonly compact: TextWork['compact'];
  readonly rulesOf: (workspaceId: WorkspaceId) => Promise<string>;
  readonly redactorOf: (workspaceId: WorkspaceId) => Promise<Redactor>;
}

export interface News {
  /** The result so far, with what is new in it for this token. */
  read(query: NewsQuery): Promise<RedactedResult>;
  /** The answer to the order itself, while the command runs: what it shows counts as read. */
  given(result: RedactedResult, reader: Pick<NewsQuery, 'workspaceId' | 'tokenId' | 'asText'>): Promise<RedactedResult>;
}

/** More than this at once is not read: the reader gets the newest part, and how to get the rest. */
const MOST_CHARS = 600_000;
const PAGE_CHARS = 60_000;
const START: ReadPosition = { stdout: 0, stderr: 0 };
const STREAMS = ['stdout', 'stderr'] as const;

type Reader = Pick<NewsQuery, 'workspaceId' | 'reader' | 'tokenId' | 'executionId'>;

interface Part {
  readonly text: string;
  /** Where the next read begins. */
  readonly end: number;
  /** Lines before it were passed over. */
  readonly skipped: boolean;
}

export function createNews(services: NewsServices): News {
  const { positions, get, output, compact, rulesOf, redactorOf } = services;

  /** From `from` to the end of what there is, in whole lines while more may come. */
  const read = async (query: NewsQuery, stream: 'stdout' | 'stderr', from: number, ended: boolean): Promise<Part> => {
    const page = (offset: number) =>
      output(query.workspaceId, query.executionId, { stream, offset, limit: PAGE_CHARS }, query.reader);
    let next = await page(from);
    const skipped = next.total_chars - from > MOST_CHARS;
    if (skipped) next = await page(next.total_chars - MOST_CHARS);
    let text: string = next.text;
    let end = next.offset + next.text.length;
    while (next.next_offset !== null && next.next_offset !== undefined && text.length < MOST_CHARS) {
      next = await page(next.next_offset);
      text += next.text;
      end = next.offset + next.text.length;
    }
    if (ended) return { text, end, skipped };
    const whole = text.lastIndexOf('\n') + 1;
    return { text: text.slice(0, whole), end: end - (text.length - whole), skipped };
  };

  /** The reader has all of it. */
  const noteEnd = async ({ workspaceId, reader, tokenId, executionId }: Reader, answered: number): Promise<void> => {
    const chars = async (stream: 'stdout' | 'stderr') =>
      (await output(workspaceId, executionId, { stream, offset: 0, limit: 1 }, reader)).total_chars;
    try {
      const position = { stdout: await chars('stdout'), stderr: await chars('stderr') };
      await positions.put(tokenId, executionId, position, answered);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };

  const readNews: News['read'] = async (query) => {
    const { workspaceId, tokenId, executionId } = query;
    const result = await get(query);
    if (result.status === 'pending' || result.refusal !== undefined) return result;
    const ended = result.status !== 'running';
    const from = query.since === 0 || query.tail !== undefined ? START : await positions.find(tokenId, executionId);
    const room = roomOf(query, result);
    const fits = sizeIn(room, result.stdout) + sizeIn(room, result.stderr) <= room.chars;
    // All of it at once, after its end: as the call itself would have been answered.
    if (ended && fits && from.stdout === 0 && from.stderr === 0 && query.tail === undefined) {
      if (!query.peek) await noteEnd(query, charsOf(result, query));
      return result;
    }
    let news: Record<'stdout' | 'stderr', Part>;
    try {
      news = {
        stdout: await read(query, 'stdout', from.stdout, ended),
        stderr: await read(query, 'stderr', from.stderr, ended),
      };
    } catch (error) {
      // Its output is not kept, or on another instance that is out of reach: there is only the result.
      const isAway = error instanceof Refusal && (error.code === 'execution_not_found' || error.code === 'not_ready');
      if (isAway) return result;
      throw error;
    }
    const redactor = await redactorOf(workspaceId);
    const keepAll = isShort(news.stdout.end + news.stderr.end);
    let truncated = STREAMS.some((stream) => news[stream].skipped);
    const asked = (stream: 'stdout' | 'stderr'): string =>
      query.tail === undefined ? news[stream].text : lastLines(news[stream].text, query.tail);
    const shown = async (stream: 'stdout' | 'stderr', chars: number) => {
      const text = asked(stream);
      const short =
        query.tail === undefined
          ? await compacted(result, stream, text, workspaceId, keepAll)
          : { text, leftOut: false };
      const fitted = fitLines(short.text, { ...room, chars }, executionId, { wholeLines: countLines(text) });
      if (fitted.cut || short.leftOut) truncated = true;
      return finishInTurns(redactor.redactSteps(fitted.text));
    };
    const stderr = await shown('stderr', room.chars / 3);
    const stdout = await shown('stdout', room.chars - sizeIn(room, stderr));
    const wholeLines = STREAMS.some((stream) => news[stream].skipped)
      ? undefined
      : countLines(asked('stdout')) + countLines(asked('stderr'));
    const answer = { ...result, stdout, stderr, truncated, wholeLines };
    const position = { stdout: news.stdout.end, stderr: news.stderr.end };
    if (!query.peek) await positions.put(tokenId, executionId, position, charsOf(answer, query));
    return answer;
  };

  const given: News['given'] = async ({ readPosition, ...result }, { workspaceId, tokenId, asText }) => {
    const { execution_id: executionId } = result;
    const answered = (answer: RedactedResult): number => charsOf(answer, { asText });
    if (readPosition === undefined) {
      // Not all of it was kept: what is left out of this answer is not in a later one.
      await noteEnd({ workspaceId, tokenId, executionId }, answered(result));
      return result;
    }
    if (result.truncated) {
      await positions.put(tokenId, executionId, readPosition, answered(result));
      return result;
    }
    const redactor = await redactorOf(workspaceId);
    const stdout = redactor.redactText(result.stdout.slice(0, readPosition.stdout));
    const stderr = redactor.redactText(result.stderr.slice(0, readPosition.stderr));
    const answer = { ...result, stdout, stderr, wholeLines: countLines(stdout) + countLines(stderr) };
    await positions.put(tokenId, executionId, readPosition, answered(answer));
    return answer;
  };

  return { read: readNews, given };

  /** What a person's own filters and the command say is about stdout. */
  async function compacted(
    result: RedactedResult,
    stream: 'stdout' | 'stderr',
    text: string,
    workspaceId: WorkspaceId,
    keepAll: boolean,
  ): Promise<{ text: string; leftOut: boolean }> {
    if (text === '') return { text, leftOut: false };
    const isOutput = stream === 'stdout';
    const { execution_id: id } = result;
    const job = {
      command: isOutput ? result.command_template : '',
      exitCode: result.exit_code ?? 0,
      stdout: (await redactorOf(workspaceId)).redactText(text),
      recovery: isOutput ? id : `${id} stream=stderr`,
      ownFilters: isOutput ? await rulesOf(workspaceId) : '',
      follows: !keepAll,
      keepAll: keepAll || ('lists' as const),
    };
    const { text: short, leftOut = false } = await compact(workspaceId, job);
    return { text: short, leftOut: leftOut || leavesOut(short) };
  }
}

const charsOf = (result: RedactedResult, { asText }: Pick<NewsQuery, 'asText'>): number =>
  answeredChars(result, { source: 'mcp', asText });

const roomOf = ({ maxTokens, asText }: NewsQuery, { command_template: command }: RedactedResult): Room =>
  answerRoom(maxTokens, { asText, command, usual: Number.POSITIVE_INFINITY });

function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.slice(-count).join('\n');
}
