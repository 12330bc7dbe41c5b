/** Files of a machine for people: bytes of any size in both directions, and what a folder holds. */

import {
  argumentsInvalid,
  because,
  CopyAnswer,
  CopyRequest,
  FILE_LIMITS,
  FilePath,
  Folder,
  Refusal,
  tellIn,
  WriteFileAnswer,
  WriteFileRequest,
} from '@synapse/contract';
import * as z from 'zod';
import type { Sessions } from '../../auth/sessions.ts';
import type { RedactedResult } from '../../exec/answer/redacted-result.ts';
import type { RunExec } from '../../exec/run-exec.ts';
import { type FileOrder, folderOf, listScript, refusalOf, templateOf } from '../../files/index.ts';
import { byteRangeOf, contentRangeOf } from '../byte-range.ts';
import { copyBetween } from '../copy-between.ts';
import { discardBody } from '../discard-body.ts';
import { Answer, type Call, endpoint } from '../endpoint.ts';
import type { OpenStreams } from '../open-streams.ts';
import { type Received, receiveFile } from '../receive-file.ts';
import { sendFile, sendFolder } from '../send-file.ts';
import { namedIn, personOrder } from './person-order.ts';
import { streamWork } from './stream-work.ts';

export interface FileServices {
  readonly runExec: RunExec;
}

const SlugParams = z.object({ slug: z.string().min(1).max(63) });
/** All that a folder holds, packed as by `tar`. */
const folder = z.stringbool().optional();
const container = z.string().min(1).max(128).optional();
const UploadId = z.string().regex(/^[A-Za-z0-9]{8,64}$/);

/** Runs one order about a file; ends it when the caller is gone. */
async function carryOut(
  { runExec }: FileServices,
  call: Call<'pilot'>,
  where: { slug: string; container: string | undefined; timeoutSeconds: number },
  file: FileOrder,
  gone: AbortController,
): Promise<RedactedResult> {
  const { reply } = call;
  const onClose = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.once('close', onClose);
  try {
    const result = await runExec({
      ...personOrder(call),
      file,
      signal: gone.signal,
      request: {
        machine: namedIn(call, where.slug),
        container: where.container,
        command: templateOf(file),
        raw: true,
        timeout_seconds: where.timeoutSeconds,
      },
    });
    const { status } = result;
    if (status !== 'done' && status !== 'pending' && !reply.sent) {
      const { path } = 'stream' in file ? file : file.request;
      throw new Refusal('file_unusable', { path, reason: because('file_stopped', { status }) });
    }
    return result;
  } finally {
    reply.raw.off('close', onClose);
  }
}

export const getFile = (services: FileServices) =>
  endpoint({
    summary:
      'The bytes of a file, exactly; with `folder` a whole one, as a tar archive. Takes Range; has an ETag where its SHA-256 is known.',
    access: 'pilot',
    params: SlugParams,
    query: z.object({ path: FilePath, container, folder }),
    answer: null,
    media: ['application/octet-stream', 'application/x-tar'],
    handle: async ({ params, query }, call) => {
      const { headers, method } = call.request;
      const gone = new AbortController();
      const wanted = {
        path: query.path,
        range: byteRangeOf(headers.range),
        ifNoneMatch: headers['if-none-match'],
        headOnly: method === 'HEAD',
      };
      const onStalled = () => gone.abort();
      const file: FileOrder = query.folder
        ? { verb: 'read-folder', path: query.path, stream: sendFolder(call.reply, query.path, onStalled) }
        : { verb: 'read-file', path: query.path, stream: sendFile(call.reply, wanted, onStalled) };
      const where = { slug: params.slug, container: query.container, timeoutSeconds: FILE_LIMITS.streamSeconds };
      await carryOut(services, call, where, file, gone).catch((error: unknown) => {
        // The answer has begun: only cutting it off can still report the error.
        if (!call.reply.sent) throw error;
        call.reply.raw.destroy();
      });
    },
  });

export const putFile = (services: FileServices) =>
  endpoint({
    summary:
      'Write a file from the bytes of the body. If-Match: its SHA-256 now; If-None-Match: *: only if there is none. With `folder` the body is a tar archive. With `upload` and Content-Range in pieces, to continue after a broken connection.',
    access: 'pilot',
    params: SlugParams,
    query: z.object({
      path: FilePath,
      container,
      mode: WriteFileRequest.shape.mode,
      upload: UploadId.optional(),
      folder,
    }),
    answer: WriteFileAnswer,
    otherStatus: 201,
    raw: true,
    handle: async ({ params, query }, call) => {
      const { headers, raw: body } = call.request;
      const { path, mode = null, upload } = query;
      const bytes = lengthOf(headers['content-length'], headers['transfer-encoding']);
      const piece = pieceOf(headers['content-range'], upload, bytes);
      const gone = new AbortController();
      const result: Received = { answer: null, received: null };
      const expect = expectOf(headers['if-match'], headers['if-none-match']);
      const sent = { path, body, bytes, expect, mode, piece, folder: query.folder === true };
      const stream = receiveFile(sent, result, () => gone.abort());
      const alone = query.folder !== true && piece === null && bytes <= FILE_LIMITS.bytes;
      const request = { machine: params.slug, container: query.container, path, expect, mode: query.mode };
      const file: FileOrder = {
        verb: query.folder ? 'write-folder' : 'write-file',
        path,
        stream,
        ...(alone && { whole: async () => uploadOrder(await takeBody(body, bytes), request) }),
      };
      const where = { slug: params.slug, container: query.container, timeoutSeconds: FILE_LIMITS.streamSeconds };
      const ended = await carryOut(services, call, where, file, gone).catch(async (error: unknown) => {
        // A client that is still sending would not read the reason.
        await discardBody(body);
        throw error;
      });
      const { status, execution_id, approval } = tellIn(ended, call.language);
      if (approval !== undefined) return new Answer(202, { path, status, execution_id, approval });
      // It was written after an approval.
      result.answer ??= result.received === null ? writtenOf(ended) : null;
      const sha256 = result.answer?.sha256;
      if (sha256 !== undefined) call.reply.header('etag', `"${sha256}"`);
      if (result.received !== null) return new Answer(202, { received: result.received });
      return new Answer(result.answer!.created ? 201 : 200, result.answer);
    },
  });

async function takeBody(body: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  if (bytes > 0) for await (const chunk of body) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  if (whole.length !== bytes) throw new Error('the sender is gone');
  return whole;
}

type Upload = Pick<WriteFileRequest, 'machine' | 'path' | 'container' | 'expect' | 'mode'>;

const uploadOrder = (bytes: Buffer, upload: Upload) =>
  ({
    verb: 'write-file',
    encoding: 'base64',
    request: { ...upload, text: bytes.toString('base64'), secrets: false },
  }) as const;

function writtenOf({ file, stdout }: RedactedResult): Received['answer'] {
  const { created = false, ...answer } = WriteFileAnswer.parse(file ?? JSON.parse(stdout));
  return { ...answer, created };
}

export const getFolder = (services: FileServices) =>
  endpoint({
    summary: 'What a folder of a machine holds.',
    access: 'pilot',
    params: SlugParams,
    query: z.object({ path: z.union([z.literal('/'), FilePath]), container }),
    answer: Folder,
    handle: async ({ params, query: { path, container } }, call) => {
      let folder: Folder | null = null;
      const file: FileOrder = {
        verb: 'list-folder',
        path,
        stream: async (run) => {
          const end = await run(listScript(path));
          if (end.words[0] !== 'ok') throw refusalOf(path, end);
          folder = folderOf(path, end.body);
          return null;
        },
      };
      const where = { slug: params.slug, container, timeoutSeconds: FILE_LIMITS.seconds };
      await carryOut(services, call, where, file, new AbortController());
      return folder!;
    },
  });

/** A machine gets the length beforehand, to know that all of it came. */
function lengthOf(length: string | undefined, encoding: string | undefined): number {
  if (length === undefined && encoding === undefined) return 0;
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw new Refusal('length_required');
  return Number(length);
}

function pieceOf(header: string | undefined, upload: string | undefined, bytes: number) {
  const range = contentRangeOf(header);
  if (range === null && upload === undefined) return null;
  const wrong = (field: string) => argumentsInvalid([{ field, problem: because('upload_range') }]);
  if (upload === undefined) throw wrong('upload');
  if (!range || (range.from === null ? bytes !== 0 : range.to - range.from + 1 !== bytes)) throw wrong('content-range');
  return { id: upload, from: range.from, total: range.total };
}

function expectOf(ifMatch: string | undefined, ifNoneMatch: string | undefined): string | undefined {
  if (ifNoneMatch?.trim() === '*') return 'absent';
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const [, sha256] = /^"?([0-9a-f]{64})"?$/.exec(ifMatch.trim()) ?? [];
  // Whatever else is written there, no file has it.
  return sha256 ?? '0'.repeat(64);
}

/** Copying from one machine to another over REST: told as it happens, because it may take an hour. */
export interface CopyServices {
  readonly runExec: RunExec;
  readonly sessions: Pick<Sessions, 'isLive'>;
  readonly openStreams: OpenStreams;
}

export const copyFile = (services: CopyServices) =>
  endpoint({
    summary:
      'Copy a file or a folder from one machine to another; the same as the tool synapse_copy. An event `progress` tells how far it is, and `result` or `refused` ends it.',
    access: 'runner',
    body: CopyRequest,
    answer: CopyAnswer,
    media: ['text/event-stream'],
    handle: ({ body }, call) =>
      streamWork(services, call, (signal, send) =>
        copyBetween(
          services.runExec,
          { from: namedIn(call, body.from), to: namedIn(call, body.to) },
          { ...personOrder(call), signal },
          (done, total) => send('progress', { done, total }),
        ),
      ),
  });
