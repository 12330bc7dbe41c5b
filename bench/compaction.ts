/**
 * `node bench/compaction.ts`: megabytes of output per second of this thread's work, and whether that stays linear with
 * size. `node bench/compaction.ts 1` measures one megabyte only, without targets.
 */
import { workClock } from '../packages/compaction/src/budget.ts';
import { compact } from '../packages/compaction/src/compact.ts';
import { redactedFromStore } from '../packages/server/src/redaction/index.ts';
import { report } from './figure.ts';

const MEGABYTE = 1_000_000;
const LARGEST = Number(process.argv[2] ?? 8);
const SIZES = [1, 2, 4, 8].filter((size) => size <= LARGEST);
const WHOLE = LARGEST === 8;
const WARM_UP = 3;
/** Rounds measured together, because the clock of a thread's own work is coarse. The best batch was disturbed least. */
const ROUNDS = 4;
const BATCHES = 5;
/**
 * Linear is 8, quadratic is 64. Between 2 and 4 MB the lines outgrow V8's young generation and are copied once more,
 * which allows up to twice linear. The work itself is counted in growth.test.ts.
 */
const MOST_GROWTH = 16;

/** The same numbers on every run. */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

function fill(size: number, next: (i: number) => string): string {
  const lines: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const line = next(i);
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function appLog(size: number): string {
  const random = randomSource(7);
  return fill(size, (i) => {
    const time = new Date(Date.UTC(2026, 0, 1) + i * 731).toISOString();
    const kind = random(100);
    if (kind === 0)
      return `${time} ERROR [orders] req=${random(1e9).toString(16)} could not book shipment ${random(9999)}: 503`;
    if (kind < 5) return `${time} WARN  [db] slow query ${random(9000)}ms on shard ${random(16)}`;
    return `${time} INFO  [http] req=${random(1e9).toString(16)} GET /api/orders/${random(99999)} 200 ${random(300)}ms`;
  });
}

function accessLog(size: number): string {
  const random = randomSource(11);
  return fill(size, () => {
    const status = random(200) === 0 ? 502 : 200;
    return `10.0.${random(256)}.${random(256)} - - [15/Nov/2026:01:27:${10 + random(50)} +0000] "GET /item/${random(9999)} HTTP/1.1" ${status} ${random(20000)} "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"`;
  });
}

function diff(size: number): string {
  const random = randomSource(13);
  return fill(size, (i) => {
    const file = Math.floor(i / 40);
    const at = i % 40;
    if (at === 0) return `diff --git a/src/part${file % 50}/file${file}.ts b/src/part${file % 50}/file${file}.ts`;
    if (at === 1) return `index ${random(1e7).toString(16)}..${random(1e7).toString(16)} 100644`;
    if (at === 2) return `--- a/src/part${file % 50}/file${file}.ts`;
    if (at === 3) return `+++ b/src/part${file % 50}/file${file}.ts`;
    if (at % 9 === 4) return `@@ -${at * 10},8 +${at * 10},8 @@ export function load${file}(input: string): number {`;
    const sign = at % 9 === 7 ? '-' : at % 9 === 8 ? '+' : ' ';
    return `${sign}  const value${random(100)} = compute(input, ${random(9999)}, "${random(1e9).toString(36)}");`;
  });
}

function jsonRecords(size: number): string {
  const random = randomSource(17);
  return `[${fill(size, (i) => `${i === 0 ? '' : ','}{"id":${i},"name":"user ${random(9999)}","tags":["a","b"],"total":${random(99999)}.50}`)}]`;
}

const KINDS: ReadonlyArray<readonly [string, string, (size: number) => string]> = [
  ['application log', 'cat app.log', appLog],
  ['access log', 'tail -n 100000 access.log', accessLog],
  ['git diff', 'git diff', diff],
  ['JSON records', 'curl -s localhost/items', jsonRecords],
  ['unknown text', 'some-tool', (size) => fill(size, (i) => `step ${i} of the long march through the text`)],
  ['failed, unknown', 'some-tool --fail', (size) => fill(size, (i) => `error ${i} of the long march through the text`)],
];

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`${'kind'.padEnd(18)}${SIZES.map((size) => `${size} MB`.padStart(11)).join('')}   MB/s  growth 1→8  filter`);
for (const [name, command, make] of KINDS) {
  const times: number[] = [];
  let filter: string | null = null;
  for (const size of SIZES) {
    const stdout = make(size * MEGABYTE);
    const exitCode = command.includes('--fail') ? 1 : 0;
    const once = () => compact({ command, exitCode, stdout: redactedFromStore(stdout), recovery: 'bench' });
    for (let round = 0; round < WARM_UP; round++) ({ filter } = once());
    let best = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < BATCHES; batch++) {
      const start = workClock();
      for (let round = 0; round < ROUNDS; round++) once();
      best = Math.min(best, (workClock() - start) / ROUNDS);
    }
    times.push(best);
  }
  const last = times[times.length - 1] as number;
  const growth = last / (times[0] as number);
  const rate = ((SIZES[SIZES.length - 1] as number) * 1000) / last;
  print(
    `${name.padEnd(18)}${times.map((time) => `${time.toFixed(1)} ms`.padStart(11)).join('')}${rate.toFixed(0).padStart(7)}${growth.toFixed(1).padStart(12)}  ${filter ?? '-'}`,
  );
  const least = name.endsWith(' log') ? 100 : name === 'git diff' ? 50 : null;
  report({ name: `${name}, ${LARGEST} MB`, value: rate, unit: 'MB/s', ...(WHOLE && least ? { atLeast: least } : {}) });
  if (!WHOLE) continue;
  report({ name: `${name}, time for 8 MB over that for 1 MB`, value: growth, unit: '×', atMost: MOST_GROWTH });
  if (name === 'git diff') report({ name: 'git diff, 1 MB', value: times[0] as number, unit: 'ms', atMost: 30 });
}
