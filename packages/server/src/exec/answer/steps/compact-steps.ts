/** The output of a command of several steps, each compacted as what it is, in the order printed. */
import type { Compacted } from '@synapse/compaction/compact';
import type { TextJobs } from '../../../text-work/text-jobs.ts';
import type { Steps } from '../../execution.ts';
import type { StepText } from '../../record/output.ts';

type Job = TextJobs['compact']['job'];

const hasOwnFilters = (rules: string): boolean => rules !== '' && rules !== '[]';

const FILTER = 'steps';
const HEADER_CHARS = 60;

/** `printed`: the steps that printed something. Where there are several, each is headed by its command. */
export async function compactSteps(
  printed: readonly StepText[],
  { commands }: Steps,
  whole: Job,
  compact: (job: Job) => Promise<Compacted>,
): Promise<Compacted> {
  // A person's own filter may be meant for the command as a whole.
  if (hasOwnFilters(whole.ownFilters)) {
    const own = await compact(whole);
    if (own.filter?.startsWith('own:')) return own;
  }
  const parts: string[] = [];
  const filters = new Set<string>();
  let mended = false;
  let leftOut = false;
  for (const { step, status, text } of printed) {
    const command = commands[step] ?? whole.command;
    const exitCode = status ?? whole.exitCode;
    const one = await compact({ ...whole, command, exitCode, stdout: text });
    if (one.filter !== null) filters.add(one.filter);
    mended ||= one.mended ?? false;
    leftOut ||= one.leftOut ?? false;
    const body = one.filter !== null && text.endsWith('\n') ? `${one.text.replace(/\n$/, '')}\n` : one.text;
    parts.push(printed.length === 1 ? body : `${header(command, exitCode)}\n${body}`);
  }
  if (printed.length === 1 && filters.size === 0) return { text: whole.stdout, filter: null };
  const filter = filters.size === 1 ? [...filters][0]! : FILTER;
  const all = parts.map((part, at) => (at < parts.length - 1 && !part.endsWith('\n') ? `${part}\n` : part)).join('');
  return { text: all, filter, ...(mended ? { mended } : {}), ...(leftOut ? { leftOut } : {}) };
}

/** `$ npm test · exit 1`. */
function header(command: string, exitCode: number): string {
  const line = command.split('\n', 1)[0]!;
  const shown =
    line.length < command.length || line.length > HEADER_CHARS ? `${line.slice(0, HEADER_CHARS - 2)} …` : line;
  return `$ ${shown.toWellFormed()}${exitCode === 0 ? '' : ` · exit ${exitCode}`}`;
}
