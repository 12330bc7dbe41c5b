/** An executor whose commands run in a sandbox on the target. Where the sandbox does not start, nothing runs. */
import { because, Refusal } from '@synapse/contract';
import { createBootstrap, HandshakeScanner, payload, waitingShell } from '../bootstrap.ts';
import type { Executor, ResolvedCommand } from '../executor.ts';
import { jobLine } from '../job/job-text.ts';
import { SecretValue } from '../secret-value.ts';
import { shellQuote } from '../shell-quote.ts';
import type { Mechanism, System } from './mechanism.ts';
import { namedPaths } from './named-paths.ts';
import { PLACES_VARIABLE } from './reading-rules.ts';

/** What holds for every shell inside: `ss` reads the target's tables, not the empty own, and nothing waits for a key. */
const READS = 'PROC_ROOT=/proc/1 GIT_OPTIONAL_LOCKS=0 PAGER=cat SYSTEMD_PAGER=cat GIT_PAGER=cat';
const LINE = '__synapse_line';
const LONGEST_REASON = 300;

export interface Sandbox {
  readonly mechanism: Mechanism;
  readonly system: System;
}

/** The command for the target's own shell, and the nonce with which the shell inside reports. */
export function sandboxed(command: ResolvedCommand, sandbox: Sandbox) {
  const inner = createBootstrap(command.shell);
  const line = payload(inner, command, { watchdog: false }).toString().trimEnd();
  return { nonce: inner.nonce, command: { ...command, ...within(sandbox, command, inner.argv, line), cwd: null } };
}

/** The same for a job, which has another shell around it: that inside reports nothing. */
export function sandboxedJob<T extends Omit<ResolvedCommand, 'tag'>>(command: T, tag: string, sandbox: Sandbox) {
  const argv = waitingShell(command.shell ?? 'sh');
  const { cwd } = command;
  const moved = cwd === null ? '' : `cd -- ${shellQuote(cwd)} && `;
  const script = moved === '' ? command.script : `${moved}{ ${command.script}\n}`;
  return { ...command, ...within(sandbox, command, argv, jobLine({ script, secrets: command.secrets, tag })) };
}

/** The text of the command stays out of every list of arguments. */
function within(
  { mechanism, system }: Sandbox,
  { cwd, script }: Pick<ResolvedCommand, 'cwd' | 'script'>,
  argv: readonly string[],
  line: string,
) {
  const first = cwd === null ? '"$PWD"' : shellQuote(cwd);
  const where = ` ${PLACES_VARIABLE}=${first}${shellQuote(
    namedPaths(script)
      .map((path) => `\n${path}`)
      .join(''),
  )}`;
  return {
    shell: 'sh',
    script: `export ${READS}${where}; printf '%s\\n' "$${LINE}" | ${mechanism.wrap(argv, system)}`,
    secrets: new Map([[LINE, new SecretValue(line)]]),
  } as const;
}

/** `onBroken`: the sandbox was there when it was tried, and is not any more. */
export function confine(executor: Executor, sandbox: Sandbox, machine: string, onBroken: () => void): Executor {
  return {
    probe: executor.probe,
    close: executor.close,
    run: async (command, options) => {
      const { nonce, command: outer } = sandboxed(command, sandbox);
      const scanners = { stdout: new HandshakeScanner(nonce), stderr: new HandshakeScanner(nonce) };
      let started = false;
      let cwdMissing = false;
      const pass = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
        const found = scanners[stream].push(chunk);
        if (found.cwdMissing) cwdMissing = true;
        if (found.started && stream === 'stdout') {
          started = true;
          options.onStarted();
        }
        if (found.output.length > 0) return options.output[stream](found.output);
      };
      const output = { stdout: pass('stdout'), stderr: pass('stderr') };
      const outcome = await executor.run(outer, { ...options, output, onStarted: () => {} });
      if (started || outcome.kind !== 'exited') return outcome;
      if (cwdMissing) throw new Refusal('cwd_not_found', { cwd: command.cwd ?? '' });
      onBroken();
      const detail = lastLine(scanners.stderr.noise) ?? `exit ${outcome.exitCode}`;
      const reason = because('look_broken', { sandbox: sandbox.mechanism.name, detail });
      throw new Refusal('look_unavailable', { machine, reason });
    },
  };
}

function lastLine(noise: Buffer): string | undefined {
  const line = noise.toString().trim().split('\n').at(-1)?.trim();
  return line ? line.slice(0, LONGEST_REASON) : undefined;
}
