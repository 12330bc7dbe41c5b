/** The answers of many machines, each once: equal ones together, the largest group first, small differences as diffs. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { WordedRefusal } from '@synapse/contract';
import { cutToFit, type Room, sizeIn } from '../exec/answer/answer-room.ts';
import { capText } from '../exec/answer/cap-text.ts';
import type { RedactedResult } from '../exec/answer/redacted-result.ts';
import { lineDiff } from '../line-diff/line-diff.ts';
import type { RedactedText, Redactor } from '../redaction/index.ts';

/** What one machine answered; a result, or why there is none. */
export interface MachineAnswer {
  readonly machine: string;
  readonly executionId: string | null;
  readonly result: Pick<RedactedResult, 'exit_code' | 'status' | 'stdout' | 'stderr' | 'success' | 'truncated'>;
  readonly refusal?: WordedRefusal | undefined;
}

export interface Group {
  machines: string[];
  readonly exit_code: number | null;
  readonly status: RedactedResult['status'];
  stdout: RedactedText;
  stderr: RedactedText;
  truncated?: true;
  diff_against?: string;
  readonly refusal?: WordedRefusal;
}

const STREAMS = ['stdout', 'stderr'] as const;
const DIFF = { context: 1, mostEdits: 100 };
/** However many groups there are, each shows something. */
const LEAST_CHARS = 200;

export async function groupAnswers(
  answers: readonly MachineAnswer[],
  redactor: Pick<Redactor, 'redactText'>,
  room: Room,
): Promise<Group[]> {
  const groups = gather(answers);
  const base = groups.find(({ status }) => status === 'done');
  if (base !== undefined) {
    const { stdout, stderr } = base;
    for (const group of groups) {
      if (group === base || group.refusal !== undefined) continue;
      const diff = differenceOf({ stdout, stderr }, group, base.machines[0]!);
      if (diff === null) continue;
      // Pieces of a text may become a value where they meet.
      for (const stream of STREAMS) group[stream] = redactor.redactText(diff[stream]);
      group.diff_against = base.machines[0]!;
      await othersTurn();
    }
  }
  return fit(groups, answers, room);
}

/** The id in a remark about what was left out differs between answers that are otherwise equal. */
const comparable = ({ result, executionId, refusal }: MachineAnswer): string => {
  const { status, exit_code, stdout, stderr, truncated } = result;
  const whole = JSON.stringify([status, exit_code, stdout, stderr, truncated, refusal]);
  return executionId === null ? whole : whole.replaceAll(executionId, '');
};

function gather(answers: readonly MachineAnswer[]): Group[] {
  const groups = new Map<string, Group>();
  for (const answer of answers) {
    const { machine, result, refusal } = answer;
    const key = comparable(answer);
    const group = groups.get(key);
    if (group !== undefined) group.machines.push(machine);
    else {
      const { exit_code, status, stdout, stderr, truncated } = result;
      groups.set(key, {
        machines: [machine],
        exit_code,
        status,
        stdout,
        stderr,
        ...(truncated && { truncated }),
        ...(refusal && { refusal }),
      });
    }
  }
  return [...groups.values()].toSorted((one, other) => other.machines.length - one.machines.length);
}

/** The shorter of two ways to say what differs, if it is shorter than all of it. */
function differenceOf(
  base: Record<'stdout' | 'stderr', string>,
  group: Group,
  machine: string,
): { stdout: string; stderr: string } | null {
  const shorter = { stdout: '', stderr: '' };
  for (const stream of STREAMS) {
    const [before, after] = [base[stream], group[stream]];
    if (before === after) continue;
    const ways = [lineDiff(before, after, DIFF), stepsThatDiffer(before, after, machine)];
    const shortest = ways.reduce((best, way) =>
      way !== null && (best === null || way.length < best.length) ? way : best,
    );
    if (shortest === null) return null;
    shorter[stream] = shortest;
  }
  return shorter.stdout.length + shorter.stderr.length < group.stdout.length + group.stderr.length ? shorter : null;
}

const HEADER = /^(?=\$ )/m;

/** Of the steps of a command, those that printed the same are only named. Null: there are none. */
function stepsThatDiffer(before: string, after: string, machine: string): string | null {
  const known = new Set(before.split(HEADER).map((step) => step.replace(/\n$/, '')));
  let same = 0;
  const steps = after.split(HEADER).map((step) => {
    const [header, ...lines] = step.replace(/\n$/, '').split('\n');
    if (!step.startsWith('$ ') || lines.length === 0 || !known.has(step.replace(/\n$/, ''))) return step;
    same += 1;
    return `${header} · as on ${machine}\n`;
  });
  return same === 0 ? null : steps.join('');
}

/** All of them together are as long as one answer may be: what is short stays whole, the rest is shared fairly. */
function fit(groups: Group[], answers: readonly MachineAnswer[], whole: Room): Group[] {
  const texts = groups.flatMap((group) =>
    STREAMS.map((stream) => ({ group, stream, chars: sizeIn(whole, group[stream]) })),
  );
  let [room, left] = [whole.chars, texts.length];
  for (const { group, stream, chars } of texts.toSorted((one, other) => one.chars - other.chars)) {
    const share = Math.max(LEAST_CHARS, Math.floor(room / left--));
    const id = answers.find(({ machine }) => machine === group.machines[0])?.executionId ?? null;
    if (chars > share) {
      group[stream] = cutToFit({ ...whole, chars: share }, (most) => capText(group[stream], most, id)).text;
      group.truncated = true;
    }
    room -= sizeIn(whole, group[stream]);
  }
  return groups;
}
