/** Reading, writing, searching and copying files of machines. */
import {
  because,
  CopyAnswer,
  CopyRequest,
  EditFileAnswer,
  EditFileRequest,
  FILE_LIMITS,
  type FileAnswer,
  type FoundFile,
  ReadFileAnswer,
  ReadFileRequest,
  Refusal,
  SearchFilesAnswer,
  SearchFilesRequest,
  tellIn,
  WriteFileAnswer,
  WriteFileRequest,
} from '@synapse/contract';
import type * as z from 'zod';
import type { RedactedResult } from '../../../exec/answer/redacted-result.ts';
import type { RunExec } from '../../../exec/run-exec.ts';
import { type FileOrder, pathOf, templateOf } from '../../../files/index.ts';
import { COPY_SECONDS, copyBetween } from '../../copy-between.ts';
import type { Part } from '../fit-answer.ts';
import { editFileText, readFileText, searchFilesText, writeFileText } from '../text/file-text.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { LOOKS, WRITES_THERE } from './annotations.ts';
import { askUser } from './ask-user.ts';
import { orderedBy } from './ordered-by.ts';

type ToolOrder = Exclude<FileOrder, { stream: unknown }>;

const about =
  <T extends FileAnswer>(runExec: RunExec, schema: z.ZodType<T>) =>
  async (file: ToolOrder, call: ToolCall) => {
    const { language, signal } = call;
    const { machine, container } = file.request;
    const request = { machine, container, command: templateOf(file), timeout_seconds: FILE_LIMITS.seconds, raw: true };
    const result = await runExec({ ...orderedBy(call), request, signal, file });
    const { approval, execution_id, status } = tellIn(result, language);
    if (approval !== undefined) askUser(call, approval, machine, templateOf(file));
    const path = pathOf(file);
    if (approval !== undefined) return schema.parse({ path, status, execution_id, approval });
    const answer = answerOf(result, schema) ?? notAnswered(path, result);
    const { comment } = result;
    return comment === undefined ? answer : { ...answer, comment };
  };

/** What another instance did, or what was done after an approval, is in the text of its output. */
function answerOf<T>(result: RedactedResult, schema: z.ZodType<T>): T | null {
  if (result.file !== undefined) return schema.parse(result.file);
  try {
    return schema.parse(JSON.parse(result.stdout));
  } catch {
    return null;
  }
}

function notAnswered(path: string, { status }: RedactedResult): never {
  const reason = status === 'timeout' ? because('no_answer_in_time') : because('file_stopped', { status });
  throw new Refusal('file_unusable', { path, reason });
}

/** The beginning of the text that was read. With `grep` each line says which it is. */
function linesPart(answer: ReadFileAnswer & { text: string }, { offset, grep }: ReadFileRequest): Part<ReadFileAnswer> {
  const lines = answer.text.split(/(?<=\n)/);
  const numberOf = (at: number): number => (grep === undefined ? offset + at : Number.parseInt(lines[at]!, 10));
  return {
    length: lines.length,
    first: (length) => ({
      ...answer,
      text: lines.slice(0, length).join(''),
      next_offset: length < lines.length ? numberOf(length) : (answer.next_offset ?? null),
    }),
  };
}

/** So many of the lines that were found, or of the names. */
function filesPart(answer: SearchFilesAnswer & { files: readonly FoundFile[] }): Part<SearchFilesAnswer> {
  const sizes = answer.files.map(({ lines }) => lines?.length ?? 1);
  return {
    length: sizes.reduce((sum, size) => sum + size, 0),
    first: (length) => {
      const files: FoundFile[] = [];
      let left = length;
      for (const { file, lines } of answer.files) {
        if (left <= 0) break;
        files.push(lines === undefined ? { file } : { file, lines: lines.slice(0, left) });
        left -= lines?.length ?? 1;
      }
      return { ...answer, files, more: true };
    },
  };
}

export const fileTools = ({ runExec }: { runExec: RunExec }): Tool[] => [
  defineTool({
    name: 'synapse_read_file',
    description: 'Reads a text file, secrets shown as {{NAME}}. sha256 is for `expect` below.',
    scope: 'mcp:synapse',
    core: true,
    input: ReadFileRequest,
    output: ReadFileAnswer.meta({
      brief: 'path, text, sha256, size, mode, owner, modified_at, lines, next_offset, binary',
    }),
    annotations: LOOKS,
    mayTakeSeconds: () => FILE_LIMITS.seconds,
    text: (answer, { offset }) => readFileText(answer, offset),
    part: (answer, request) =>
      answer.text === undefined ? null : linesPart({ ...answer, text: answer.text }, request),
    handler: (request, call) => about(runExec, ReadFileAnswer)({ verb: 'read-file', request }, call),
  }),
  defineTool({
    name: 'synapse_search',
    description:
      'Searches the files below a folder: matching lines by file. Skips binary files and what .gitignore names.',
    scope: 'mcp:synapse',
    core: true,
    input: SearchFilesRequest,
    output: SearchFilesAnswer.meta({ brief: 'path, files: {file, lines: {line, text}[]}[], more' }),
    annotations: LOOKS,
    mayTakeSeconds: () => FILE_LIMITS.seconds,
    text: searchFilesText,
    part: (answer) => (answer.files === undefined ? null : filesPart({ ...answer, files: answer.files })),
    handler: (request, call) => about(runExec, SearchFilesAnswer)({ verb: 'search-files', request }, call),
  }),
  defineTool({
    name: 'synapse_write_file',
    description: 'Writes a whole file atomically; keeps mode and owner. At most 2 MiB.',
    scope: 'mcp:synapse',
    core: true,
    input: WriteFileRequest,
    output: WriteFileAnswer.meta({ brief: 'path, sha256, size, created' }),
    annotations: WRITES_THERE,
    mayTakeSeconds: () => FILE_LIMITS.seconds,
    text: writeFileText,
    handler: (request, call) => about(runExec, WriteFileAnswer)({ verb: 'write-file', request }, call),
  }),
  defineTool({
    name: 'synapse_edit_file',
    description:
      'Replaces texts in a file, atomically; returns a diff. `old` as synapse_read_file shows it, exactly once unless `all`; a {{NAME}} kept in `new` keeps its value.',
    scope: 'mcp:synapse',
    core: true,
    input: EditFileRequest,
    output: EditFileAnswer.meta({ brief: 'path, sha256, diff' }),
    // The same replacement may find its text again in what it wrote.
    annotations: { ...WRITES_THERE, idempotentHint: false },
    mayTakeSeconds: () => FILE_LIMITS.seconds,
    text: editFileText,
    handler: (request, call) => about(runExec, EditFileAnswer)({ verb: 'edit-file', request }, call),
  }),
  defineTool({
    name: 'synapse_copy',
    description:
      'Copies a file or folder between machines, modes kept, through the service. Called again after a break, it sends only what is missing.',
    scope: 'mcp:synapse',
    core: true,
    input: CopyRequest,
    output: CopyAnswer,
    annotations: WRITES_THERE,
    mayTakeSeconds: () => COPY_SECONDS,
    text: ({ files, bytes }) =>
      `copied · ${files} ${files === 1 ? 'file' : 'files'} · ${bytes.toLocaleString('en-US')} bytes`,
    handler: (request, call) => {
      // It is two orders that belong together: an approval of one of them cannot be answered by calling again.
      const inPieces: ToolCall = { ...call, asks: { form: false, url: false }, answered: null };
      const by = { ...orderedBy(inPieces), signal: call.signal };
      return copyBetween(runExec, request, by, (done, total) =>
        call.progress(`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} bytes`, done, total),
      );
    },
  }),
];
