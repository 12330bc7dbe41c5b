/** Follows the output of a command as it comes. If one instance stops, it continues with another. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecResult, OutputPage } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { readEvents, type ServerEvent } from '../event-source.ts';
import { type AheadWriter, createAheadWriter, type OutputTerminal } from './ahead-writer.ts';

type Terminal = Pick<Call['terminal'], 'write'>;
type Stream = 'stdout' | 'stderr';

/** The longest time that the service lets a caller wait for a result. */
const WAIT_SECONDS = 60;
/** A balancer takes some seconds to notice that an instance stops. */
const AWAY_MS = 20_000;
const AGAIN_MS = 500;

/** It runs, or waits for a person. */
export const isOpen = ({ status }: Pick<ExecResult, 'status'>): boolean => status === 'running' || status === 'pending';

export async function finished(api: Api, started: ExecResult): Promise<ExecResult> {
  let result = started;
  const path = `/synapse/executions/${started.execution_id}?wait_seconds=${WAIT_SECONDS}`;
  while (isOpen(result)) result = await patiently(() => api.call('GET', path));
  return result;
}

/** A command may end before it can be followed. The stream is then empty, and its output is read instead. */
export async function follow(api: Api, id: string, terminal: OutputTerminal): Promise<void> {
  const writer = createAheadWriter(terminal);
  const shown = { stdout: 0, stderr: 0 };
  const result = (waitSeconds: number): Promise<ExecResult> =>
    patiently(() => api.call('GET', `/synapse/executions/${id}?wait_seconds=${waitSeconds}`));
  let cuts = 0;
  while (!(await followOnce(api, id, writer, shown))) {
    cuts += 1;
    // It may have ended unnoticed.
    if (!isOpen(await result(0))) break;
    await sleep(AGAIN_MS);
  }
  if (shown.stdout + shown.stderr === 0) await printKept(api, await result(WAIT_SECONDS), writer);
  else if (cuts > 0) await printRest(api, id, writer, shown).catch(nothingKept);
}

/** False: it was cut before the end. Each stream tells everything again from the start: what was shown is passed over. */
async function followOnce(api: Api, id: string, writer: AheadWriter, shown: Record<Stream, number>): Promise<boolean> {
  const { body } = await patiently(() => api.open(`/synapse/executions/${id}/stream`));
  const told = { stdout: 0, stderr: 0 };
  for await (const { event, data } of body === null ? [] : untilCut(body)) {
    if (event === 'end') return !isOpen(JSON.parse(data) as ExecResult);
    if (event !== 'output' && event !== 'held') continue;
    const { stream, text } = JSON.parse(data) as { stream: Stream; text: string };
    if (event === 'held') {
      // The repeated output ends where the screen does.
      if (told[stream] >= shown[stream]) writer.ahead(text, stream);
      continue;
    }
    const fresh = text.slice(Math.max(0, shown[stream] - told[stream]));
    told[stream] += text.length;
    shown[stream] += fresh.length;
    if (fresh !== '') writer.write(fresh, stream);
  }
  return false;
}

async function* untilCut(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  try {
    yield* readEvents(body);
  } catch (error) {
    // This is how fetch tells of a connection that was lost.
    if (!(error instanceof TypeError)) throw error;
  }
}

export async function printKept(api: Api, result: ExecResult, terminal: Terminal): Promise<void> {
  if (result.truncated) return printRest(api, result.execution_id, terminal, { stdout: 0, stderr: 0 });
  terminal.write(result.stdout);
  terminal.write(result.stderr, 'stderr');
}

export async function printRest(api: Api, id: string, terminal: Terminal, from: Record<Stream, number>): Promise<void> {
  for (const stream of ['stdout', 'stderr'] as const) {
    let offset: number | null = from[stream];
    while (offset !== null) {
      const path = `/synapse/executions/${id}/output?stream=${stream}&offset=${offset}&limit=60000`;
      const page: OutputPage = await patiently(() => api.call('GET', path));
      terminal.write(page.text, stream);
      offset = page.next_offset;
    }
  }
}

/** An instance that was killed kept nothing: what was seen is all there is. */
function nothingKept(error: unknown): void {
  if (!(error instanceof CliError) || error.code !== 'execution_not_found') throw error;
}

/** Retries for a while where the service does not answer or is stopping. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + AWAY_MS; ; await sleep(AGAIN_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof CliError) || error.exitCode !== EXIT.failed) return false;
  // Without a code: it is out of reach, or a proxy answers in its place.
  return error.code === null || error.code === 'not_ready';
}
