/** Runs one command on an executor and keeps everything it printed. */
import { randomUUID } from 'node:crypto';
import { type Executor, type RunOutcome, SecretValue, type Shell } from '@synapse/runner';

export interface CommandOptions {
  readonly cwd?: string;
  /** As of people's commands unless said. */
  readonly shell?: Shell;
  readonly container?: string | null;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly mayStart?: Promise<void>;
  readonly input?: AsyncIterable<Buffer>;
  readonly shellMs?: number;
  /** Called with everything printed so far. */
  readonly onStdout?: (text: string) => void;
  /** Called instead of keeping what is printed. */
  readonly stdoutSink?: (chunk: Buffer) => void | Promise<void>;
}

export interface Ran {
  readonly outcome: RunOutcome;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly text: string;
  readonly started: number;
}

export interface Running {
  readonly tag: string;
  readonly done: Promise<Ran>;
}

export function start(executor: Executor, script: string, options: CommandOptions = {}): Running {
  const tag = `test-${randomUUID()}`;
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let started = 0;
  const secrets = Object.entries(options.secrets ?? {});
  // Agents take values only under names like those of the service.
  const variable = (at: number): string => `__synapse_v${at + 1}`;
  const named = secrets.map(([name], at) => `${name}=$${variable(at)}; `).join('');
  const outcome = executor.run(
    {
      script: `${named}${script}`,
      shell: options.shell ?? 'auto',
      secrets: new Map(secrets.map(([, value], at) => [variable(at), new SecretValue(value)])),
      cwd: options.cwd ?? null,
      container: options.container ?? null,
      tag,
    },
    {
      output: {
        stdout: (chunk) => {
          if (options.stdoutSink) return options.stdoutSink(chunk);
          stdout.push(Buffer.from(chunk));
          options.onStdout?.(Buffer.concat(stdout).toString());
        },
        stderr: (chunk) => {
          stderr.push(Buffer.from(chunk));
        },
      },
      signal: options.signal ?? new AbortController().signal,
      mayStart: () => options.mayStart ?? Promise.resolve(),
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(options.shellMs === undefined ? {} : { shellMs: options.shellMs }),
      onStarted: () => {
        started += 1;
      },
    },
  );
  const done = outcome.then((ended) => {
    const whole = Buffer.concat(stdout);
    return { outcome: ended, stdout: whole, stderr: Buffer.concat(stderr), text: whole.toString(), started };
  });
  return { tag, done };
}

export const run = (executor: Executor, script: string, options?: CommandOptions): Promise<Ran> =>
  start(executor, script, options).done;

/** Starts a command and waits until it has printed `word`. */
export async function startUntil(
  executor: Executor,
  word: string,
  script: string,
  options: CommandOptions = {},
): Promise<Running> {
  const printed = Promise.withResolvers<void>();
  const onStdout = (text: string) => {
    if (text.includes(word)) printed.resolve();
  };
  const running = start(executor, script, { ...options, onStdout });
  const early = running.done.then((ran) => {
    if (!ran.text.includes(word)) throw new Error(`ended without ${word}: ${ran.text}${ran.stderr}`);
  });
  await Promise.race([printed.promise, early]);
  return running;
}
