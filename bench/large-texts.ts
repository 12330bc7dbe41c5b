/**
 * Looks for texts that are expensive at their largest: random commands × 8 MiB texts made to be slow, through the helper
 * processes as the service uses them. `TEXTS=200 SEED=7 node bench/large-texts.ts` looks for longer, or elsewhere.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS } from '../packages/contract/src/plans.ts';
import { redactedFromStore } from '../packages/server/src/redaction/index.ts';
import { TextWorkKilled } from '../packages/server/src/text-work/helper-process.ts';
import { createTextPool } from '../packages/server/src/text-work/text-pool.ts';
import { CASE_SETS, readCases } from '../test/compaction/corpus-case.ts';
import { pathologicalText, randomSource } from '../test/compaction/pathological-text.ts';
import { report } from './figure.ts';

const TEXTS = Number(process.env.TEXTS ?? 40);
const SEED = Number(process.env.SEED ?? 1);
const SIZE = 8 * 1024 * 1024;
/** A helper's own limit on its heap, and what V8, the text and its copies take beside it. */
const MOST_MIB = 450;
const WEIGH_MS = 20;
/** From the answer of a helper that is killed to the refusal. */
const GRACE_MS = 500;

const commands = [...new Set(CASE_SETS.flatMap((set) => readCases(set)).map(({ command }) => command))];
const pool = createTextPool(LIMITS.textWork);
const delay = monitorEventLoopDelay({ resolution: 5 });

let [slowest, heaviest, killed] = [0, 0, 0];
const stalls: number[] = [];
const weighing = setInterval(() => {
  heaviest = Math.max(heaviest, helperMiB());
}, WEIGH_MS);

for (let seed = SEED; seed < SEED + TEXTS; seed++) {
  const random = randomSource(seed);
  const { kind, make } = pathologicalText(seed);
  const command = commands[random(commands.length)] as string;
  const job = {
    command,
    exitCode: random(2),
    recovery: 'id',
    ownFilters: '',
    stdout: redactedFromStore(make(SIZE)),
  };
  // Making the text was ours to do, not the service's.
  await turn();
  delay.enable();
  const before = performance.now();
  const outcome = await pool
    .run('somebody', 'compact', () => job, SIZE)
    .then(
      () => 'done',
      (error: unknown) => (error instanceof TextWorkKilled ? 'killed' : String(error)),
    );
  const took = performance.now() - before;
  delay.disable();
  stalls.push(delay.max / 1e6);
  delay.reset();
  if (outcome !== 'done') {
    killed++;
    process.stdout.write(`seed ${seed}, ${kind}, ${command.slice(0, 60)}: ${outcome} after ${took.toFixed(0)} ms\n`);
  }
  slowest = Math.max(slowest, took);
}
clearInterval(weighing);
await pool.close();

report({
  name: `${TEXTS} texts of 8 MiB: the slowest`,
  value: slowest,
  unit: 'ms',
  atMost: LIMITS.textWork.workMs.compact + GRACE_MS,
});
report({ name: 'stopped at a limit; the raw text goes out', value: killed, unit: '' });
report({ name: 'the heaviest helper process', value: heaviest, unit: 'MiB', atMost: MOST_MIB });
// Of all texts but one in twenty: the computer itself has its moments, too.
const stall = stalls.sort((a, b) => a - b)[Math.floor(stalls.length * 0.95)] ?? 0;
report({ name: 'stall of the serving process by 95 % of the texts', value: stall, unit: 'ms', atMost: 50 });

function helperMiB(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const weights = children.filter(Boolean).map((pid) => {
    try {
      return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...weights);
}
