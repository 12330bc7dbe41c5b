/** An executor whose commands run in a sandbox on the target. Where the sandbox does not start, nothing runs. */
import { because, Refusal } from '@synapse/contract';
import { createBootstrap, HandshakeScanner, payload } from '../bootstrap.ts';
import type { Executor, ResolvedCommand } from '../executor.ts';
import { SecretValue } from '../secret-value.ts';
import type { Mechanism, System } from './mechanism.ts';

/** What holds for every shell inside: no addresses of services, and `ss` reads the target's tables, not the empty own. */
const QUIET = 'unset SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS DOCKER_HOST XDG_RUNTIME_DIR';
const READS = 'PROC_ROOT=/proc/1 GIT_OPTIONAL_LOCKS=0 PAGER=cat SYSTEMD_PAGER=cat GIT_PAGER=cat';
const LINE = '__synapse_line';
const LONGEST_REASON = 300;

export interface Sandbox {
  readonly mechanism: Mechanism;
  readonly system: System;
}

/** The command for the target's own shell, and the nonce with which the shell inside reports. */
export function sandboxed(command: ResolvedCommand, { mechanism, system }: Sandbox) {
  const inner = createBootstrap(command.shell);
  const { script, cwd, tag } = command;
  const inside = { script, cwd, tag, secrets: new Map<string, SecretValue>() };
  const line = payload(inner, inside, { watchdog: false }).toString().trimEnd();
  const enter = mechanism.wrap(inner.argv, system);
  return {
    nonce: inner.nonce,
    command: {
      ...command,
      shell: 'sh',
      script: `${QUIET}; export ${READS}; printf '%s\\n' "$${LINE}" | ${enter}`,
      // The text of the command stays out of every list of arguments.
      secrets: new Map([[LINE, new SecretValue(line)]]),
      cwd: null,
    } satisfies ResolvedCommand,
  };
}

/** `onBroken`: the sandbox was there when it was tried, and is not any more. */
export function confine(executor: Executor, sandbox: Sandbox, machine: string, onBroken: () => void): Executor {
  return {
    probe: executor.probe,
    close: executor.close,
    run: async (command, options) => {
      if (command.secrets.size > 0) throw new Error('a command that only looks is given no secret');
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
