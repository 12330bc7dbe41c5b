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
  /** Of HTTP, where somebody answered, and whether it said when to come back. */
  readonly answered?: { readonly status: number; readonly retryAfter: string | null } | undefined;
}

export interface Logged {
  readonly execution_id: string;
  readonly status: string;
  readonly exit_code: number | null;
  readonly reconciles: string | null;
  readonly command_template: string;
  readonly workspace_id: string;
  /** When it was opened, by the database's clock. */
  readonly created_at: number;
  readonly duration_ms?: number | null;
  readonly refusal?: string | null;
}

/** What befell some of the instances. Times are the database's. */
export interface Fault {
  readonly name: string;
  /** Whom; nobody where all could serve. */
  readonly members?: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Nobody could read or write the log meanwhile. */
  readonly databaseAway?: boolean;
  /** An instance was asked to stop, and lets commands end first. */
  readonly orderly?: boolean;
}

/** How long whoever called an instance that was well waited until the command began, or until it was told why not. */
export interface Wait {
  readonly key: string;
  readonly from: number;
  readonly ms: number;
}

export interface Stall {
  readonly from: number;
  readonly ms: number;
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
  readonly faults?: readonly Fault[];
  readonly waits?: readonly Wait[];
  /** How long the lease of an instance holds. */
  readonly leaseMs?: number;
  /** Times in which the computer gave the checker itself nothing to run on: they are nobody's delay. */
  readonly stalls?: readonly Stall[];
  /** Folders of jobs that are still there, though nothing runs any more. */
  readonly foldersLeft?: readonly string[];
}

/** After the lease of a dead instance has ended, what it held is free within this. */
export const MARGIN_MS = 4_000;
/** In the text of a job: it goes on without its instance, and is closed by whoever takes it over. */
export const JOB_MARK = 'as-a-job';

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
      if (told.answered?.status === 503 && told.answered.retryAfter === null)
        problems.push(`${key} was refused by ${told.by} with 503, and not told when to come back`);
      // That it runs is true for the moment.
      if (told.executionId === null || told.status === 'running') continue;
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
  for (const folder of history.foldersLeft ?? []) problems.push(`the folder of a job is left: ${folder}`);
  problems.push(...openTooLong(history), ...waitedTooLong(history));
  return [...problems, ...tooManyAtOnce(history), ...tooManyAMinute(history)];
}

/** The fault during which, or after which, this happened. */
export function faultAt(faults: readonly Fault[], at: number): Fault | undefined {
  return faults.findLast(({ from }) => from <= at);
}

/**
 * When an entry was closed because its instance was gone. Null for any other: where the machine is gone (`execution_lost`),
 * its own instance waits for it.
 */
export function interruptedAt(entry: Logged): number | null {
  const { status, created_at, duration_ms, command_template, refusal } = entry;
  if (status !== 'interrupted' || duration_ms == null || command_template.includes(JOB_MARK)) return null;
  if (refusal === 'execution_lost') return null;
  return created_at + duration_ms;
}

/** When the last lease had ended that somebody could not renew. */
export const leaseEnd = ({ from, to, databaseAway }: Fault, leaseMs: number): number =>
  (databaseAway ? to : from) + leaseMs;

/** How much of this time the computer stood still. */
export function stalled(stalls: readonly Stall[], from: number, to: number): number {
  const within = (stall: Stall): number => Math.min(to, stall.from + stall.ms) - Math.max(from, stall.from);
  return stalls.reduce((sum, stall) => sum + Math.max(0, within(stall)), 0);
}

function openTooLong({ log, faults = [], leaseMs = 0, stalls = [] }: History): string[] {
  return log.flatMap((entry) => {
    const closed = interruptedAt(entry);
    const fault = closed === null ? undefined : faultAt(faults, closed);
    if (closed === null || fault === undefined || fault.orderly) return [];
    const late = closed - leaseEnd(fault, leaseMs);
    if (late <= MARGIN_MS + stalled(stalls, leaseEnd(fault, leaseMs), closed)) return [];
    return [`${entry.execution_id} stayed open for ${late} ms after the lease had ended (${fault.name})`];
  });
}

function waitedTooLong({ waits = [], faults = [], leaseMs = 0, stalls = [] }: History): string[] {
  return waits.flatMap(({ key, from, ms }) => {
    const fault = faultAt(faults, from + ms);
    const most = leaseMs + MARGIN_MS + stalled(stalls, from, from + ms);
    if (fault === undefined || fault.databaseAway || ms <= most) return [];
    return [`${key} waited for ${ms} ms on an instance that was well (${fault.name})`];
  });
}

const toldAs = ({ status, exitCode }: Told): string => `${status} ${exitCode}`;
const loggedAs = (entry: Logged | undefined): string => (entry ? `${entry.status} ${entry.exit_code}` : '');

/**
 * Counts commands that ended by themselves. One that was killed leaves no `end`. One whose instance was frozen is over for
 * everybody when its entry is closed as interrupted, and nobody can reach it until the instance wakes up. A job runs
 * beside the others.
 */
function tooManyAtOnce({ witnessed, atOnce, log }: History): string[] {
  const isJob = ({ command_template }: Logged): boolean => command_template.includes(JOB_MARK);
  const uncounted = log.filter((entry) => entry.status === 'interrupted' || isJob(entry));
  const givenUp = uncounted.map(({ command_template }) => command_template);
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
  return [...Map.groupBy(counted, ({ workspace_id }) => workspace_id)].flatMap(([user, entries]) => {
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
