/** Copies a file or a folder from one machine to another, through the service. What is there already is not sent again. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { because, type CopyAnswer, FILE_LIMITS, Refusal } from '@synapse/contract';
import { aboutOf, readScript } from './read-script.ts';
import { notWritable, type RunScript, refusalOf, type ScriptEnd } from './run-script.ts';
import { packSomeScript, type TreeFile, treeOf, treeScript, unpackSomeScript } from './tree-scripts.ts';
import { writeScript } from './write-script.ts';

/** One end: the machine's scripts, and the path there. */
export interface CopyEnd {
  readonly run: RunScript;
  readonly path: string;
}

/** So much goes as one archive: after a break, at most this is sent again. */
const BATCH = { files: 200, bytes: 64 * 1024 * 1024 };

/** `progress` gets the bytes that are done, and their total. */
export async function copyFiles(
  from: CopyEnd,
  to: CopyEnd,
  progress: (done: number, total: number) => void,
): Promise<CopyAnswer> {
  const source = await ask(from, treeScript(from.path));
  switch (source.words[1]) {
    case 'file':
      return copyFile(from, to, progress);
    case 'folder':
      return copyFolder(from, to, treeOf(source.body), progress);
    default:
      throw new Refusal('file_not_found', { path: from.path });
  }
}

async function copyFolder(
  from: CopyEnd,
  to: CopyEnd,
  wanted: readonly TreeFile[],
  progress: (done: number, total: number) => void,
): Promise<CopyAnswer> {
  if (wanted.length > FILE_LIMITS.copiedFiles)
    throw new Refusal('file_unusable', {
      path: from.path,
      reason: because('too_many_files', { max: FILE_LIMITS.copiedFiles }),
    });
  const target = await askTarget(to, treeScript(to.path));
  const there = new Map(treeOf(target.body).map((file) => [file.name, file.sameness]));
  const missing = wanted.filter(({ name, sameness }) => sameness.endsWith(' -') || there.get(name) !== sameness);
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const batch of batches(missing)) {
    const names = batch.map(({ name }) => name);
    const bytes = Number((await ask(from, packSomeScript(from.path, names, false))).words[1]);
    await pass(from, packSomeScript(from.path, names, true), to, unpackSomeScript(to.path, bytes), bytes);
    done += batch.reduce((sum, { size }) => sum + size, 0);
    progress(done, total);
  }
  // An empty folder has nothing to send, and is wanted all the same.
  if (missing.length === 0 && target.words[1] === 'absent') await askTarget(to, unpackSomeScript(to.path, 0));
  return { files: missing.length, bytes: total };
}

function* batches(files: readonly TreeFile[]): Generator<TreeFile[]> {
  let batch: TreeFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= BATCH.files || bytes + file.size > BATCH.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

/** In one piece; what an earlier call has sent of the very same file is still there, and is not sent again. */
async function copyFile(
  from: CopyEnd,
  to: CopyEnd,
  progress: (done: number, total: number) => void,
): Promise<CopyAnswer> {
  const head = readScript({ path: from.path, bytes: 0, hashUpTo: Number.MAX_SAFE_INTEGER });
  const { size, mode, sha256 } = aboutOf((await ask(from, head)).words);
  if (size === null) throw new Refusal('file_unusable', { path: from.path, reason: '?' });
  if (sha256 !== null && sha256 === (await hashThere(to))) return { files: 0, bytes: 0 };
  const id = createHash('sha256').update(`${to.path}\0${size}\0${sha256}`).digest('hex').slice(0, 32);
  const write = (start: number | null, bytes: number) =>
    writeScript({
      path: to.path,
      bytes,
      token: id.slice(0, 16),
      expected: { kind: 'anything' },
      mode,
      piece: { id, from: start, total: size },
    });
  const before = await askTarget(to, write(null, 0));
  const start = before.words[1] === 'part' ? Number(before.words[2]) : size;
  const rest = size - start;
  if (rest > 0) await pass(from, readScript({ path: from.path, from: start }), to, write(start, rest), rest);
  progress(size, size);
  return { files: 1, bytes: rest };
}

async function hashThere(to: CopyEnd): Promise<string | null> {
  const end = await to.run(readScript({ path: to.path, bytes: 0, hashUpTo: Number.MAX_SAFE_INTEGER }));
  return end.words[0] === 'ok' ? aboutOf(end.words).sha256 : null;
}

async function ask({ run, path }: CopyEnd, script: string): Promise<ScriptEnd> {
  const end = await run(script);
  if (end.words[0] !== 'ok') throw refusalOf(path, end);
  return end;
}

async function askTarget({ run, path }: CopyEnd, script: string): Promise<ScriptEnd> {
  const end = await run(script);
  if (end.words[0] !== 'ok') throw notWritable(path, end, 'to', 'file_folder_first');
  return end;
}

/** What the one script prints is what the other reads, never faster than that. Both have ended when this returns. */
async function pass(from: CopyEnd, send: string, to: CopyEnd, receive: string, bytes: number): Promise<void> {
  const pipe = new PassThrough();
  // The first to fail gives the reason; the other one gets the end of input.
  pipe.on('error', () => undefined);
  let left = bytes;
  const body = async (chunk: Buffer): Promise<void> => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length === 0 || pipe.destroyed || pipe.write(part)) return;
    await Promise.race([once(pipe, 'drain'), once(pipe, 'close')]);
  };
  const sending = from.run(send, { body }).finally(() => {
    if (left === 0) pipe.end();
    else pipe.destroy(new Error('the sender is gone'));
  });
  const receiving = to.run(receive, { input: pipe }).finally(() => pipe.destroy());
  const [sent, received] = await Promise.allSettled([sending, receiving]);
  if (sent.status === 'fulfilled' && sent.value.words[0] !== 'ok') throw refusalOf(from.path, sent.value);
  if (received.status === 'rejected') throw sent.status === 'rejected' ? sent.reason : received.reason;
  if (sent.status === 'rejected') throw sent.reason;
  if (received.value.words[0] !== 'ok') throw notWritable(to.path, received.value, 'to', 'file_folder_first');
}
