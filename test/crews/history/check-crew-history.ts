/**
 * Decides about what members of a crew did on several instances while they were removed, demoted and frozen: from what
 * they were told, what the log says, and what the commands themselves left behind. Pure. Times are those of one process,
 * which saw every call begin and end.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An approval that the service took. */
export interface Decision extends Span {
  readonly by: string;
}

export interface Order extends Span {
  readonly key: string;
  /** A username. */
  readonly actor: string;
  /** How many others have to approve it. */
  readonly approvals: 0 | 2;
  readonly executionId: string | null;
  /** Of the result, or of the refusal. */
  readonly told: string;
  readonly decisions: readonly Decision[];
}

/** A command without an end, whose actor lost the right to run it, or whose crew was frozen. */
export interface Ended {
  readonly key: string;
  readonly why: string;
  /** Of the result. */
  readonly told: string;
  /** From the answer to what ended it until the last sign of life. */
  readonly afterMs: number;
}

/** From `from` on they may have the right, and from `to` on they surely have it no more. */
export interface Right extends Span {
  readonly actor: string;
}

export interface CrewEntry {
  readonly execution_id: string;
  readonly source: string;
  readonly status: string;
  readonly command_template: string;
  readonly actor: string | null;
  readonly crew: string | null;
  readonly decided_by: string | null;
}

export interface CrewHistory {
  readonly crew: string;
  readonly orders: readonly Order[];
  /** The keys that commands wrote, in that order. */
  readonly witnessed: readonly string[];
  readonly rights: readonly Right[];
  /** Surely frozen: from the answer to the freeze until it began to be lifted. */
  readonly frozen: readonly Span[];
  readonly ended: readonly Ended[];
  /** How long such a command may live on. */
  readonly endsWithinMs: number;
  readonly log: readonly CrewEntry[];
  /** What each instance says of the log. */
  readonly intact: readonly boolean[];
}

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
const isWithin = (inner: Span, outer: Span): boolean => outer.from < inner.from && inner.to < outer.to;

/** Every broken promise, in words. */
export function checkCrewHistory(history: CrewHistory): string[] {
  const { crew, orders, witnessed, rights, frozen, ended, endsWithinMs, log, intact } = history;
  const problems: string[] = [];
  const runs = new Map<string, number>();
  for (const key of witnessed) runs.set(key, (runs.get(key) ?? 0) + 1);
  const entries = new Map(log.map((entry) => [entry.execution_id, entry]));
  const known = new Set(orders.map(({ key }) => key));
  for (const key of runs.keys()) if (!known.has(key)) problems.push(`${key}: ran, and nobody ordered it`);
  for (const order of orders) {
    const { key, actor, told, executionId, approvals } = order;
    const count = runs.get(key) ?? 0;
    if (count > 1) problems.push(`${key}: ran ${count} times`);
    if (told === 'done' && count === 0) problems.push(`${key}: told as done, and never ran`);
    if (count === 0) continue;
    if (!rights.some((right) => right.actor === actor && overlaps(right, order)))
      problems.push(`${key}: ran for ${actor}, who could not`);
    if (frozen.some((span) => isWithin(order, span))) problems.push(`${key}: ran while the crew was frozen`);
    const entry = executionId === null ? undefined : entries.get(executionId);
    if (entry === undefined) {
      problems.push(`${key}: ran, and the log of the crew does not have it`);
      continue;
    }
    if (entry.actor !== actor) problems.push(`${key}: ran for ${actor}, and the log names ${entry.actor}`);
    if (entry.crew !== crew) problems.push(`${key}: the log names the crew ${entry.crew}`);
    const deciders = new Set((entry.decided_by ?? '').split(', ').filter((name) => name !== ''));
    if (approvals > 0 && (deciders.size !== approvals || deciders.has(actor)))
      problems.push(`${key}: approved by ${[...deciders].join(', ') || 'nobody'}`);
    for (const name of deciders) {
      const problem = problemOfDecider(name, order, deciders, rights);
      if (problem !== null) problems.push(`${key}: ${problem}`);
    }
  }
  for (const { key, why, told, afterMs } of ended) {
    if (told !== 'cancelled') problems.push(`${key}: ${why}, and it was told as ${told}`);
    if (afterMs > endsWithinMs) problems.push(`${key}: ${why}, and it lived on for ${Math.round(afterMs)} ms`);
  }
  for (const { execution_id, actor, command_template } of log)
    if (actor === null) problems.push(`${execution_id}: no actor (${command_template})`);
  intact.forEach((isIntact, index) => {
    if (!isIntact) problems.push(`instance ${index}: the log is not intact`);
  });
  return problems;
}

/** Who approved has to have the right still when the last of them approves. */
function problemOfDecider(
  name: string,
  { decisions }: Order,
  deciders: ReadonlySet<string>,
  rights: readonly Right[],
): string | null {
  const counted = decisions.filter(({ by }) => deciders.has(by));
  if (!counted.some(({ by }) => by === name)) return `approved by ${name}, whose approval was not taken`;
  const last = {
    from: Math.max(...counted.map(({ from }) => from)),
    to: Math.max(...counted.map(({ to }) => to)),
  };
  const could = rights.some((right) => right.actor === name && overlaps(right, last));
  return could ? null : `approved by ${name}, who could not any more`;
}
