/** What an engine says of a container and of an exec, Docker and Podman alike, with its refusals in our words. */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { because, type ReasonKey, Refusal } from '@synapse/contract';
import type Docker from 'dockerode';
import { letFlow } from './socket.ts';

/** For one request to the engine; a command's own length is not in it. */
export const ANSWER_MS = 10_000;
const START_AFTER_ABORT_MS = 1_500;
const KEEP_ALIVE_MS = 10_000;
const CONTAINER_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/;

export interface RunningContainer {
  readonly id: string;
  /** Changes with every restart. */
  readonly startedAt: string;
}

export interface Attached {
  readonly exec: Docker.Exec;
  readonly container: RunningContainer;
  readonly stream: Duplex;
}

export interface ExecOrder {
  readonly container: string;
  readonly argv: readonly string[];
  readonly env: readonly string[];
}

/** Starts a program in a running container and holds its three streams. Throws a Refusal when it cannot. */
export async function attachExec(
  api: Docker,
  order: ExecOrder,
  signal: AbortSignal,
  answerMs: number,
): Promise<Attached> {
  const { container: name, argv, env } = order;
  // It becomes a part of the path of a request; no engine has a container of another name.
  if (!CONTAINER_NAME.test(name)) throw unavailable('container_missing');
  try {
    // An exec that was made and is never started costs the engine nothing: both are asked at once.
    const [container, exec] = await withinDeadline(signal, answerMs, 0, (abortSignal) =>
      retryStale(() =>
        Promise.all([
          findContainer(api, name, abortSignal),
          api.getContainer(name).exec({
            Cmd: [...argv],
            Env: [...env],
            AttachStdin: true,
            AttachStdout: true,
            AttachStderr: true,
            abortSignal,
          }),
        ]),
      ),
    );
    // Once asked for, a start is waited for even so: what it started has to be killed.
    const stream = await withinDeadline(signal, answerMs, START_AFTER_ABORT_MS, (abortSignal) =>
      exec.start({ hijack: true, stdin: true, abortSignal }),
    );
    stream.on('error', () => {});
    letFlow(stream);
    // The output of a command may be silent for minutes: only this tells that a host has gone without a word.
    if (stream instanceof Socket) stream.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
    return { exec, container, stream };
  } catch (error) {
    throw await explain(api, name, error);
  }
}

/** Throws the refusal that a command would get. Rather than a ping: a proxy may let that alone through. */
export async function askEngine(api: Docker, signal: AbortSignal, answerMs: number): Promise<void> {
  try {
    const list = await withinDeadline(signal, answerMs, 0, (abortSignal) =>
      api.listContainers({ limit: 1, abortSignal }),
    );
    if (!Array.isArray(list)) throw notAnEngine();
  } catch (error) {
    throw unreachable(error);
  }
}

/**
 * The signal that the body is given fires at the deadline, or `patienceMs` after an abort; nobody waits longer, for an
 * answer that is cut in the middle may leave the client waiting for ever. It outlives the body unfired: it would end the
 * stream that the body returns.
 */
async function withinDeadline<T>(
  signal: AbortSignal,
  answerMs: number,
  patienceMs: number,
  body: (phase: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const phase = new AbortController();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const give = () => {
    phase.abort();
    late.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  };
  const timers = [setTimeout(give, answerMs)];
  const onAbort = () => timers.push(setTimeout(give, patienceMs));
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([body(phase.signal), late.promise]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** A kept connection may have been closed by the engine a moment ago: ask once more on a new one. */
async function retryStale<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
    return ask();
  }
}

async function findContainer(api: Docker, name: string, abortSignal: AbortSignal): Promise<RunningContainer> {
  const found = await api.getContainer(name).inspect({ abortSignal });
  // Whoever answers at that address may be no engine at all.
  if (typeof found?.Id !== 'string' || typeof found.Name !== 'string' || !found.State) throw notAnEngine();
  const { Id, Name, State } = found;
  // Engines also take the beginning of an id for a name: a deleted `db` must not become some container db61f0….
  if (Name.replace(/^\//, '') !== name && Id !== name) throw unavailable('container_missing');
  if (!State.Running) throw unavailable('container_stopped');
  if (State.Paused) throw unavailable('container_paused');
  return { id: Id, startedAt: State.StartedAt };
}

/** Docker says 409 of a stopped container, Podman 500: the container's own state tells more than the code. */
async function explain(api: Docker, name: string, error: unknown): Promise<Refusal> {
  if (error instanceof Refusal) return error;
  const status = statusOf(error);
  if (status === undefined) return unreachable(error);
  if (status === 404) return unavailable('container_missing');
  try {
    await findContainer(api, name, AbortSignal.timeout(ANSWER_MS));
  } catch (found) {
    if (found instanceof Refusal) return found;
  }
  return unavailable('engine_refused', detailOf(error));
}

/** Whether the container still is the very one, never stopped since; null when the engine does not say. */
export async function livesOn(api: Docker, name: string, before: RunningContainer): Promise<boolean | null> {
  try {
    const now = await findContainer(api, name, AbortSignal.timeout(ANSWER_MS));
    return now.id === before.id && now.startedAt === before.startedAt;
  } catch (error) {
    return error instanceof Refusal || statusOf(error) !== undefined ? false : null;
  }
}

function notAnEngine(): Refusal {
  const detail = 'not a container engine';
  return new Refusal('machine_unreachable', { reason: because('engine_unreachable', { detail }) });
}

export function unavailable(reason: ReasonKey, detail = ''): Refusal {
  return new Refusal('container_unavailable', { reason: because(reason, { detail }) });
}

export function unreachable(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const key = statusOf(error) === undefined ? 'engine_unreachable' : 'engine_refused';
  return new Refusal('machine_unreachable', { reason: because(key, { detail: detailOf(error) }) });
}

function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode;
}

function detailOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  const said = statusOf(error) === undefined && typeof code === 'string' ? code : message || name;
  return said.replace(/\s+/g, ' ').trim().slice(0, 200);
}
