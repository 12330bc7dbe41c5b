/**
 * Decides about what happened to several instances in trouble: from what clients were told, what the log says, and what
 * the commands themselves left behind. Pure.
 */

/** One order of one client, with every answer it got: a client whose call is lost sends it again, under the same key. */
export interface Asked {
  readonly key: string;
  readonly user: string;
  readonly answers: readonly Told[];
}

export interface Told {
  readonly by: string;
  /** Null: the connection was lost, or nobody answered. */
  readonly code: string | null;
  readonly executionId: string | null;
  readonly status: string | null;
  readonly exitCode: number | null;
}

export interface Logged {
  readonly execution_id: string;
  readonly status: string;
  readonly exit_code: number | null;
  readonly reconciles: string | null;
  readonly command_template: string;
  readonly user_id: string;
  /** When it was opened, by the database's clock. */
  readonly created_at: number;
}

/** In the order in which commands wrote it: `begin` and `end` of each key. */
export type Witnessed = readonly { readonly what: 'begin' | 'end'; readonly key: string; readonly user: string }[];

export interface History {
  readonly asked: readonly Asked[];
  readonly log: readonly Logged[];
  readonly witnessed: Witnessed;
  /** How many commands of one user may run at once. */
  readonly atOnce: number;
  /** How many commands of one user may begin in any sixty seconds. */
  readonly perMinute: number;
  /** What each instance says of the log: `intact`, if it is. */
  readonly verdicts: readonly string[];
}

/** Every broken promise, in words. */
export function checkHistory(history: History): string[] {
  const { asked, log, witnessed, verdicts } = history;
  const entries = new Map(log.map((entry) => [entry.execution_id, entry]));
  const late = new Map(log.flatMap((entry) => (entry.reconciles === null ? [] : [[entry.reconciles, entry] as const])));
  const begun = Map.groupBy(
    witnessed.filter(({ what }) => what === 'begin'),
    ({ key }) => key,
  );
  const problems: string[] = [];
  for (const { key, answers } of asked) {
    const times = begun.get(key)?.length ?? 0;
    if (times > 1) problems.push(`${key} ran ${times} times`);
    const ids = new Set(answers.flatMap(({ executionId }) => executionId ?? []));
    if (ids.size > 1) problems.push(`${key} stood for ${ids.size} executions`);
    for (const told of answers) {
      if (told.executionId === null) continue;
      const entry = entries.get(told.executionId);
      const ends = [entry, late.get(told.executionId)];
      const said = ends.some((end) => end?.status === told.status && end?.exit_code === told.exitCode);
      if (entry === undefined) problems.push(`${key} was acknowledged by ${told.by}, and is not in the log`);
      else if (!said) problems.push(`${key} was told as ${toldAs(told)}, and the log says ${ends.map(loggedAs)}`);
      if (told.status === 'done' && times === 0) problems.push(`${key} was told as done, and never ran`);
      if (told.status === 'refused' && times > 0) problems.push(`${key} was told as refused, and ran`);
    }
  }
  for (const { execution_id, status } of log) {
    if (status === 'running' || status === 'pending') problems.push(`${execution_id} is ${status} for ever`);
  }
  for (const [key] of begun) {
    if (!log.some(({ command_template }) => command_template.includes(key))) problems.push(`${key} ran unrecorded`);
  }
  for (const verdict of verdicts) if (verdict !== 'intact') problems.push(`the log is ${verdict}`);
  return [...problems, ...tooManyAtOnce(history), ...tooManyAMinute(history)];
}

const toldAs = ({ status, exitCode }: Told): string => `${status} ${exitCode}`;
const loggedAs = (entry: Logged | undefined): string => (entry ? `${entry.status} ${entry.exit_code}` : '');

/**
 * Counts commands that ended by themselves. One that was killed leaves no `end`. One whose instance was frozen is over for
 * everybody when its entry is closed as interrupted, and nobody can reach it until the instance wakes up.
 */
function tooManyAtOnce({ witnessed, atOnce, log }: History): string[] {
  const givenUp = log.filter(({ status }) => status === 'interrupted').map(({ command_template }) => command_template);
  const counts = ({ what, key }: Witnessed[number]): boolean =>
    what === 'end' && !givenUp.some((command) => command.includes(key));
  const ended = new Set(witnessed.filter(counts).map(({ key }) => key));
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  for (const { what, key, user } of witnessed) {
    if (!ended.has(key)) continue;
    const now = (running.get(user) ?? 0) + (what === 'begin' ? 1 : -1);
    running.set(user, now);
    most.set(user, Math.max(most.get(user) ?? 0, now));
  }
  return [...most].flatMap(([user, count]) => (count > atOnce ? [`${user} had ${count} commands at once`] : []));
}

/** A place is taken a moment before its entry is dated, and instances know the database's time to some milliseconds. */
const MINUTE_MS = 60_000 - 1_000;

function tooManyAMinute({ log, perMinute }: History): string[] {
  const counted = log.filter(({ status, reconciles }) => status !== 'refused' && reconciles === null);
  return [...Map.groupBy(counted, ({ user_id }) => user_id)].flatMap(([user, entries]) => {
    const sorted = entries.toSorted((a, b) => a.created_at - b.created_at);
    return sorted.flatMap(({ created_at }, index) => {
      const span = (sorted[index + perMinute]?.created_at ?? Infinity) - created_at;
      if (span >= MINUTE_MS) return [];
      const how = [...Map.groupBy(sorted.slice(index, index + perMinute + 1), ({ status }) => status)];
      const told = how.map(([status, some]) => `${some.length} ${status}`).join(', ');
      return [`${user} began more than ${perMinute} commands in a minute: one more in ${span} ms (${told})`];
    });
  });
}
