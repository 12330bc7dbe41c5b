/** The program inside the pen: tries the ways it was given, and prints which processes survived. */
import { allSeen, type Hidden, hide, survivors } from './hide.ts';
import { startServiceRig } from './service-rig.ts';
import { startTarget, type Target } from './targets.ts';
import { endAll, type Trigger } from './triggers.ts';
import { WAYS, type Way } from './ways.ts';

/**
 * Commands of an executor that are aborted, or of a service that are ended by each of the triggers in turn. Ways are
 * given by name.
 */
export type Order =
  | { readonly target: Target; readonly ways: readonly string[] }
  | { readonly triggers: readonly { readonly trigger: Trigger; readonly ways: readonly string[] }[] };

export interface Findings {
  /** How many were seen alive before their commands were ended, if they are counted. */
  readonly hidden?: number;
  /** Which were still there afterwards. */
  readonly left: readonly string[];
}

const AT_ONCE = 8;

const order: Order = JSON.parse(process.argv[2]!);
// If whoever started the pen is gone, nobody needs an answer.
process.stdin.resume().once('end', () => process.exit(1));
const findings = 'target' in order ? await abortAll(order.target, order.ways) : await triggerAll(order.triggers);
console.log(JSON.stringify(findings));
process.exit(0);

async function abortAll(target: Target, names: readonly string[]): Promise<Findings> {
  const place = await startTarget(target);
  let hidden = 0;
  const left: string[] = [];
  for (const batch of dealt(named(names))) {
    const all = await Promise.all(batch.map((way) => hide(place.executor, way, place.container)));
    const needles = all.map(({ needle }) => needle);
    const unseen = await allSeen(needles);
    if (unseen.length > 0) throw new Error(`hidden in vain: ${namesOf(all, unseen).join(', ')}`);
    for (const { abort } of all) abort.abort();
    const ended = await Promise.all(all.map(({ running }) => running.done));
    const unsure = all.filter((_, index) => ended[index]!.outcome.kind !== 'killed');
    if (unsure.length > 0) throw new Error(`not known to be dead: ${unsure.map(({ way }) => way.name).join(', ')}`);
    left.push(...namesOf(all, await survivors(needles)));
    hidden += all.length;
  }
  return { hidden, left };
}

async function triggerAll(triggers: Extract<Order, { triggers: unknown }>['triggers']): Promise<Findings> {
  const rig = await startServiceRig();
  const left: string[] = [];
  const end = async ({ trigger, ways }: (typeof triggers)[number]) => {
    const found = await endAll(rig, trigger, named(ways));
    left.push(...found.map((name) => `${trigger}: ${name}`));
  };
  for (const one of triggers) await end(one);
  return { left };
}

function named(names: readonly string[]): Way[] {
  return WAYS.filter(({ name }) => names.includes(name));
}

function namesOf(hidden: readonly Hidden[], needles: readonly string[]): string[] {
  return hidden.filter(({ needle }) => needles.includes(needle)).map(({ way }) => way.name);
}

/** Dealt into batches like cards, so that neighbours, which are much alike, are not together. */
function dealt(ways: readonly Way[]): Way[][] {
  const count = Math.ceil(ways.length / AT_ONCE);
  return Array.from({ length: count }, (_, batch) => ways.filter((_way, index) => index % count === batch));
}
