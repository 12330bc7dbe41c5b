/** `synapse exec`: starts a command, shows its output as it comes, and exits with the command's exit code. */
import { isUtf8 } from 'node:buffer';
import type { ExecResult } from '@synapse/contract';
import { type Api, lateExplanation } from '../api.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { absoluteThere } from '../home-on-machine.ts';
import { leaveCancelled } from '../leave-cancelled.ts';
import { INPUT_BYTES, readPiped } from '../piped-input.ts';
import { shellCommand } from '../shell-command.ts';
import { printable } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { finished, follow, isOpen, printKept } from './follow.ts';
import { refuseInput } from './refuse-input.ts';

const EXEC = '/synapse/exec';
/** Those of the service. */
const TIMEOUT = { default: 30, max: 300 };

export const exec: Action = async (call) => {
  if (call.options.on !== undefined) return (await import('./exec-many.ts')).execMany(call);
  if (call.args.length < 2)
    throw usageError(tell('exec_missing', { example: `${calledAs(call.terminal.env)} exec local -- ls` }));
  return run(call, EXEC);
};

/** `synapse look`: the same, in a sandbox where it can only read. */
export const look: Action = (call) => run(call, '/synapse/look');

async function run(call: Call, path: string): Promise<number> {
  const { options, terminal } = call;
  const [machine = '', ...words] = call.args;
  const api = call.api();
  const interrupt = onInterrupt(api, terminal);
  try {
    const stdin = path === EXEC ? await inputOf(call) : await refuseInput(call);
    const whole = terminal.json || options.compact === true;
    const container = textOption(options.container);
    const cwd = textOption(options.cwd);
    const body = {
      ...given({
        container,
        cwd: cwd?.startsWith('~') ? await absoluteThere(api, { machine, path: cwd, container }) : cwd,
        timeout_seconds: options.timeout,
        stdin,
      }),
      machine,
      command: shellCommand(words),
      ...(options.detach === true ? { detach: true } : { wait_seconds: 0 }),
      raw: !whole,
    };
    interrupt.starting();
    const started = await ask(api, path, body);
    if (options.detach === true && started.status === 'running') return sayDetached(call, started);
    interrupt.started(started.execution_id);
    if (started.status === 'pending') await decideOrWait(call, api, started);
    if (!whole && isOpen(started)) await follow(api, started.execution_id, terminal);
    else if (!whole) await printKept(api, started, terminal);
    const result = await finished(api, started);
    if (whole) showWhole(call, result);
    else if (result.status === 'timeout') sayTimeOver(call, path === EXEC);
    if (interrupt.requested()) return EXIT.usage;
    const code = result.status === 'refused' ? EXIT.notRun : (result.exit_code ?? EXIT.failed);
    if (result.refusal !== undefined && !terminal.json) throw await refused(result.refusal, code);
    return code;
  } finally {
    terminal.flush();
    interrupt.stop();
  }
}

/** What is piped in becomes the command's own input. */
async function inputOf({ options, terminal }: Call): Promise<string | undefined> {
  if (options.input === false) return undefined;
  const bytes = await readPiped(process.stdin, () => terminal.progress(tell('exec_input_waits')));
  if (bytes.length === 0) return undefined;
  const hint = tell('exec_input_hint', { synapse: calledAs(terminal.env) });
  if (bytes.length > INPUT_BYTES) throw usageError(tell('exec_input_long', { most: INPUT_BYTES }), hint);
  if (!isUtf8(bytes) || bytes.includes(0)) throw usageError(tell('exec_input_binary'), hint);
  return bytes.toString();
}

/** The job keeps running; its id is enough to find it again. */
function sayDetached({ terminal }: Call, started: ExecResult): number {
  terminal.answer(started, () => started.execution_id);
  const synapse = calledAs(terminal.env);
  if (!terminal.json) terminal.say(tell('job_begun', { synapse, id: started.execution_id }));
  return EXIT.ok;
}

/** What gives it more time: up to five minutes, or as a job. */
function sayTimeOver({ options, terminal }: Call, mayBeJob: boolean): void {
  const seconds = Number(options.timeout ?? TIMEOUT.default);
  terminal.say(tell('exec_time_over', { seconds }));
  if (seconds < TIMEOUT.max) terminal.say(`  ${tell('exec_more_time', { most: TIMEOUT.max })}`);
  if (mayBeJob) terminal.say(`  ${tell('exec_as_job')}`);
}

/** A refusal at once and one that comes later end in the same way. */
async function ask(api: Api, path: string, body: object): Promise<ExecResult> {
  try {
    return await api.call<ExecResult>('POST', path, body);
  } catch (error) {
    if (!(error instanceof CliError) || error.code === null || error.exitCode !== EXIT.failed) throw error;
    const { code, hint, fields } = error;
    throw new CliError(error.message, { code, hint, fields, exitCode: EXIT.notRun });
  }
}

async function refused({ code, message }: NonNullable<ExecResult['refusal']>, exitCode: number): Promise<CliError> {
  return new CliError(message, { code, exitCode, hint: await lateExplanation(code) });
}

/** Asks a person who may decide in this terminal; otherwise it is decided elsewhere. */
async function decideOrWait(call: Call, api: Api, { approval }: ExecResult): Promise<void> {
  if (approval === undefined) return;
  const { terminal } = call;
  if (terminal.interactive && !terminal.json) {
    const { decideHere } = await import('./decide-here.ts');
    if (await decideHere(call, api, approval.id)) return;
  }
  const { id, expires_at: at, reason, url } = approval;
  terminal.say(tell('exec_waits', { at: terminal.time(at), reason: printable(reason) }));
  terminal.say(`  ${tell('exec_approve', { synapse: calledAs(terminal.env), id, url: printable(url) })}`);
}

function showWhole({ terminal }: Call, result: ExecResult): void {
  terminal.answer(result, () => result.stdout);
  if (!terminal.json && result.stderr !== '') terminal.say(result.stderr.replace(/\n$/, ''));
}

/**
 * Before anything was sent, Ctrl-C leaves at once. Afterwards the first one asks the service to stop the command and
 * waits for its end, and the second one leaves.
 */
function onInterrupt(api: Api, terminal: Call['terminal']) {
  let state: 'reading' | 'starting' | 'started' = 'reading';
  let asked = false;
  let id: string | null = null;
  const cancel = (): void => {
    api.call('POST', `/synapse/executions/${id}/cancel`).catch((error: unknown) => {
      terminal.say(tell('exec_not_cancelled', { reason: error instanceof Error ? error.message : String(error) }));
    });
  };
  const onSignal = (): void => {
    if (asked || state === 'reading') process.exit(EXIT.usage);
    asked = true;
    terminal.say(tell('exec_cancelling'));
    if (state === 'started') cancel();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  process.off('SIGINT', leaveCancelled);
  return {
    starting: () => {
      state = 'starting';
    },
    started: (execution: string) => {
      state = 'started';
      id = execution;
      if (asked) cancel();
    },
    requested: () => asked,
    stop: () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    },
  };
}
