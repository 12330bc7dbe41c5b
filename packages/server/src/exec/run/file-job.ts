/** What is done about a file on its machine: one script after the other, through the machine's executor. */
import { because, type FileAnswer, Refusal } from '@synapse/contract';
import type { Executor, ResolvedCommand, RunOptions, RunOutcome } from '@synapse/runner';
import { type FileOrder, type FileWork, pathOf, ReportReader, type RunScript } from '../../files/index.ts';
import type { Pace } from '../record/output.ts';

/** The work, and its answer once it is done. */
export interface FileJob {
  readonly order: FileOrder;
  readonly work: FileWork;
  /** What is run in place of a script, where it is done as root. */
  readonly asRoot?: ((script: string, inputBytes: number | undefined) => string) | undefined;
  answer: FileAnswer | null;
}

/** How a command about a file ended: of itself, or with what came of it. */
export interface FileOutcome {
  readonly outcome: RunOutcome;
  readonly refusal?: Refusal | null;
}

/** More than any script of ours prints. */
const BODY_BYTES = 8 * 1024 * 1024;
const SAID_BYTES = 2_000;

/** A script was killed, or its machine vanished. */
class NotEnded extends Error {
  readonly outcome: RunOutcome;

  constructor(outcome: RunOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Throws a refusal where nothing was started, and whatever else goes wrong with us. */
export async function doFileJob(
  job: FileJob,
  executor: Executor,
  command: ResolvedCommand,
  options: RunOptions,
  { passed }: Pace = { passed: () => undefined },
): Promise<FileOutcome> {
  let started = false;
  const onStarted = () => {
    started = true;
    options.onStarted();
  };
  let scripts = 0;
  const run: RunScript = async (script, how = {}) => {
    // An agent runs nothing twice under one name.
    const tag = scripts++ === 0 ? command.tag : `${command.tag}-${scripts}`;
    const reader = new ReportReader(how, BODY_BYTES);
    let said = '';
    const outcome = await executor.run(
      { ...command, tag, script: job.asRoot?.(script, how.inputBytes) ?? script },
      {
        ...options,
        ...(how.input === undefined ? {} : { input: counted(how.input, passed) }),
        onStarted,
        output: {
          stdout: (chunk) => {
            passed(chunk.length);
            return reader.push(chunk);
          },
          stderr: (chunk) => {
            if (said.length < SAID_BYTES) said += chunk.toString();
          },
        },
      },
    );
    if (outcome.kind !== 'exited') throw new NotEnded(outcome);
    if (reader.report === null) throw unusable(job, said, outcome.exitCode);
    return { ...reader.report, body: reader.body, exitCode: outcome.exitCode };
  };
  try {
    job.answer = await job.work(run);
    if (job.answer !== null) await options.output.stdout(Buffer.from(JSON.stringify(job.answer)));
    return { outcome: { kind: 'exited', exitCode: 0 } };
  } catch (error) {
    if (error instanceof NotEnded) return { outcome: error.outcome };
    const missing = error instanceof Refusal && error.code === 'cwd_not_found';
    if (missing) throw new Refusal('file_not_found', { path: pathOf(job.order) });
    if (error instanceof Refusal && started) return { outcome: { kind: 'exited', exitCode: 1 }, refusal: error };
    throw error;
  }
}

async function* counted(input: AsyncIterable<Buffer>, passed: Pace['passed']) {
  for await (const chunk of input) {
    yield chunk;
    passed(chunk.length);
  }
}

function unusable({ order }: FileJob, said: string, code: number): Refusal {
  const lines = said.trim().split('\n');
  // What our own helper says of a password tells more than what sudo says behind it.
  const detail = (lines.find((line) => line.startsWith('synapse: ')) ?? lines.at(-1))?.slice(0, 200);
  return new Refusal('file_unusable', { path: pathOf(order), reason: detail || because('shell_ended', { code }) });
}
