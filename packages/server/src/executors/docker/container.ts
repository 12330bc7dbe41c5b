/** What an engine, Docker or Podman, says about a container and an exec, with its errors turned into our refusals. */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { because, type FoundContainer, type ReasonKey, Refusal } from '@synapse/contract';
import type Docker from 'dockerode';
import { letFlow } from './socket.ts';

/** For one request to the engine. How long a command runs does not count. */
export const ANSWER_MS = 10_000;
const START_AFTER_ABORT_MS = 1_500;
const KEEP_ALIVE_MS = 10_000;
const MOST_LISTED = 500;
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

/** Starts a program in a running container and returns its three streams. Throws a Refusal when it cannot. */
export async function attachExec(
  api: Docker,
  order: ExecOrder,
  signal: AbortSignal,
  answerMs: number,
): Promise<Attached> {
  const { container: name, argv, env } = order;
  // The name becomes part of a request's path, and no engine has a container with another kind of name.
  if (!CONTAINER_NAME.test(name)) throw unavailable('container_missing');
  try {
    // Both are asked at once: an exec that is created but never started costs the engine nothing.
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
    // Once a start was requested, it is waited for even after an abort: what it started has to be killed.
    const stream = await withinDeadline(signal, answerMs, START_AFTER_ABORT_MS, (abortSignal) =>
      exec.start({ hijack: true, stdin: true, abortSignal }),
    );
    stream.on('error', () => {});
    letFlow(stream);
    // A command may print nothing for minutes, so only this shows that a host has vanished.
    if (stream instanceof Socket) stream.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
    return { exec, container, stream };
  } catch (error) {
    throw await explain(api, name, error);
  }
}

/** Throws the refusal that a command would get. Not a ping, because a proxy may let only that through. */
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

/** The running ones, by the name that people use. */
export async function listContainers(api: Docker, signal: AbortSignal, answerMs: number): Promise<FoundContainer[]> {
  try {
    const list = await withinDeadline(signal, answerMs, 0, (abortSignal) =>
      // Not with a limit: the engine then lists those that have stopped, too.
      api.listContainers({ filters: { status: ['running'] }, abortSignal }),
    );
    if (!Array.isArray(list)) throw notAnEngine();
    return list.slice(0, MOST_LISTED).flatMap(({ Names, Image, Status }) => {
      const name = (Names?.[0] ?? '').replace(/^\//, '');
      return name === '' ? [] : [{ name, image: String(Image), status: String(Status) }];
    });
  } catch (error) {
    throw unreachable(error);
  }
}

/**
 * Gives the body a signal that fires at the deadline, or `patienceMs` after an abort. No caller waits longer than that,
 * because an answer that is cut off may leave the client waiting for ever. After the body has ended, the signal must
 * not fire any more: it would end the stream that the body returned.
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

/** The engine may have closed a kept connection a moment ago, so the request is sent once more on a new one. */
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
  // What answers at that address may not be an engine at all.
  if (typeof found?.Id !== 'string' || typeof found.Name !== 'string' || !found.State) throw notAnEngine();
  const { Id, Name, State } = found;
  // Engines also accept the beginning of an id as a name: after `db` was deleted, it must not match a container
  // db61f0….
  if (Name.replace(/^\//, '') !== name && Id !== name) throw unavailable('container_missing');
  if (!State.Running) throw unavailable('container_stopped');
  if (State.Paused) throw unavailable('container_paused');
  return { id: Id, startedAt: State.StartedAt };
}

/** For a stopped container Docker says 409, Podman 500. The container's own state tells more than the code. */
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

/** Whether it is still the same container, never stopped since. Null when the engine does not say. */
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
