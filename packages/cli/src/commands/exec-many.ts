/** `synapse exec --on`: one command on many machines. Shows how far it is, then each answer once. */
import type { ExecManyResult, ManyEvent, ManyGroup } from '@synapse/contract';
import { type Action, type Call, given, listOption, textOption } from '../call.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { leaveCancelled } from '../leave-cancelled.ts';
import { shellCommand } from '../shell-command.ts';
import { printable } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { refuseInput } from './refuse-input.ts';

export const execMany: Action = async (call) => {
  const { args, options, terminal } = call;
  if (args.length === 0) throw usageError(tell('usage_missing_argument', { what: 'command' }));
  await refuseInput(call);
  const result = await run(call, {
    ...given({
      container: textOption(options.container),
      cwd: textOption(options.cwd),
      timeout_seconds: options.timeout,
      max_parallel: options.parallel,
      first: options.first,
      stop_after_failures: options.stopAfter,
    }),
    machines: listOption(options.on),
    command: shellCommand(args),
  });
  terminal.answer(result, () => result.groups.map((group) => groupText(call, group)).join('\n'));
  const { total, succeeded, failed, skipped, waiting = 0 } = result;
  if (!terminal.json) terminal.say(tell('many_counts', { total, succeeded, failed, skipped, waiting }));
  return succeeded === total ? EXIT.ok : EXIT.failed;
};

/** Ctrl-C ends the call, and with it the command on every machine. */
async function run({ api, terminal }: Call, body: object): Promise<ExecManyResult> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  process.off('SIGINT', leaveCancelled);
  try {
    const stream = await api().stream('POST', '/synapse/exec-many', body, interrupted.signal);
    const states = new Map<string, ManyEvent['state']>();
    for await (const { event, data } of stream === null ? [] : readEvents(stream)) {
      if (event === 'result') return JSON.parse(data) as ExecManyResult;
      if (event === 'refused') throw refusedAs(JSON.parse(data));
      if (event !== 'machine') continue;
      const { machine, state } = JSON.parse(data) as ManyEvent;
      states.set(machine, state);
      terminal.progress(progressText([...states]));
    }
    throw new CliError(tell('logs_ended'));
  } catch (error) {
    if (interrupted.signal.aborted) throw new CliError(tell('many_cancelled'), { exitCode: EXIT.usage });
    throw error;
  } finally {
    process.off('SIGINT', stop);
  }
}

function refusedAs({ code, detail, fields }: { code: string; detail: string; fields: CliError['fields'] }): CliError {
  return new CliError(detail, { code, fields, exitCode: EXIT.notRun });
}

function progressText(states: readonly (readonly [string, ManyEvent['state']])[]): string {
  const count = (...wanted: ManyEvent['state'][]): number => states.filter(([, one]) => wanted.includes(one)).length;
  const details = { done: count('succeeded', 'failed'), failed: count('failed'), running: count('running', 'pending') };
  return tell('many_progress', details);
}

function groupText({ terminal }: Call, group: ManyGroup): string {
  const { machines, exit_code: code, status, stdout, stderr, diff_against: base, refusal } = group;
  const how = refusal === undefined ? (status === 'done' ? `exit ${code}` : status) : refusal.code;
  const names = printable(`${machines.join(',')} (${machines.length}) ${how}`);
  const head = code === 0 ? terminal.green(names) : terminal.red(names);
  const notes = [
    ...(base === undefined ? [] : [terminal.dim(tell('many_diff', { machine: base }))]),
    ...(refusal === undefined ? [] : [printable(refusal.message)]),
  ];
  return [head, ...notes, stdout.trimEnd(), stderr.trimEnd()].filter((line) => line !== '').join('\n');
}
