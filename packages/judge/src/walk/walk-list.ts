/** Lists and pipelines: in which state each command begins, and what each is fed. */
import type { List, Pipeline } from '@synapse/shell';
import { NO_STREAM, type Stream, shared, union } from '../arg.ts';
import type { Frame, Outcome, State } from './frame.ts';
import { merge } from './states.ts';

export function walkList(frame: Frame, { items }: List, given: State): Outcome {
  const before = items.length === 1 ? given : { ...given, stdin: shared(given.stdin) };
  let state: State | null = before;
  let failed: State | null = before;
  let output = NO_STREAM;
  for (let at = 0; at < items.length; ) {
    // What stands behind an `exit` is judged all the same.
    const start: State = state ?? failed ?? before;
    const run = (index: number, from: State): Outcome => walkPipeline(frame, items[index]!.pipeline, from);
    let first = run(at, start);
    let { state: good, failed: bad } = first;
    while (items[at]!.operator === '&&' || items[at]!.operator === '||') {
      const onSuccess = items[at]!.operator === '&&';
      at += 1;
      if (at >= items.length) break;
      const next = run(at, (onSuccess ? good : bad) ?? start);
      if (onSuccess) {
        if (good !== null) [good, bad] = [next.state, merge(bad, next.failed)];
      } else if (bad !== null) [good, bad] = [merge(good, next.state), next.failed];
      first = { ...next, output: NO_STREAM };
    }
    const background = items[at]?.operator === '&';
    state = background ? start : merge(good, bad);
    failed = background ? start : bad;
    if (at + 1 >= items.length && !background) {
      output = items.length === 1 ? first.output : mixed(output, first.output);
      return { state: good, failed, output };
    }
    output = mixed(output, first.output);
    at += 1;
  }
  return { state, failed, output };
}

/** Of several outputs only the secrets are known. */
function mixed(left: Stream, right: Stream): Stream {
  const secrets = union(left.secrets, right.secrets);
  return secrets.length === 0 ? NO_STREAM : { ...NO_STREAM, secrets };
}

function walkPipeline(frame: Frame, { commands, negated }: Pipeline, state: State): Outcome {
  const [only] = commands;
  if (commands.length === 1) {
    const outcome = frame.walk.command(frame, only!, state);
    return negated ? { ...outcome, state: outcome.failed, failed: outcome.state } : outcome;
  }
  let stdin = state.stdin;
  for (const command of commands) {
    const { output } = frame.walk.command(frame, command, { ...state, stdin });
    // Whatever a command was fed may be in what it prints.
    stdin = { ...output, secrets: union(output.secrets, stdin.secrets) };
  }
  // The last one may run in this shell or in one of its own.
  return { state, failed: state, output: stdin };
}
