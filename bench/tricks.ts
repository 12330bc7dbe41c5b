/**
 * What each trick for the sake of speed or memory is worth: the service with it and without it, under the same work, in
 * turns. A figure is what is needed without the trick, divided by what is needed with it: 2 × says that it halves that.
 * It is the geometric mean of all rounds; behind the name, between which two the middle half of them lies. `nothing` is the
 * service beside itself: a trick whose figure is no further from 1 was not seen.
 * Usage: node bench/tricks.ts [trick …]
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { report } from './figure.ts';
import { type BuiltServer, type ServerSettings, startBuiltServer } from './service/built-server.ts';
import { geometricMean, quantile } from './times.ts';
import { bundleService } from './without/bundle.ts';
import { stopPostgres } from './without/call-loads.ts';
import { stopSshd } from './without/command-loads.ts';
import type { Figures, Load } from './without/load.ts';
import { LOADS } from './without/loads.ts';
import type { Trick } from './without/trick.ts';

const STARTS = 4;
const ROUNDS = 3;

type Start = (settings?: ServerSettings) => Promise<BuiltServer>;

/** Those that run: none is left behind by a load that fails. */
const running = new Set<BuiltServer>();

const startWith =
  (more: ServerSettings): Start =>
  async (settings) => {
    const server = await startBuiltServer({ ...settings, ...more });
    const stop = async (): Promise<void> => {
      running.delete(server);
      await server.stop();
    };
    running.add(server);
    return { ...server, stop };
  };

/**
 * Who goes first takes turns, and so does who is started first: the later one was seen to be slower. Of one program no
 * two processes are equally fast, so there are several.
 */
async function compare(load: Load, withIt: Start, without: Start): Promise<[Figures, Figures][]> {
  const pairs: [Figures, Figures][] = [];
  for (let start = 0; start < STARTS; start++) {
    const order = start % 2 === 0 ? [withIt, without] : [without, withIt];
    const started = [await load(order[0]!), await load(order[1]!)];
    const both = start % 2 === 0 ? started : started.toReversed();
    const { warmUp = 1 } = both[0]!;
    for (let round = 0; round < warmUp + ROUNDS; round++) {
      const first = (start + round) % 2;
      const one = await both[first]!.round();
      const other = await both[1 - first]!.round();
      if (round >= warmUp) pairs.push(first === 0 ? [one, other] : [other, one]);
    }
    for (const each of both) await each.stop();
  }
  return pairs;
}

function show(name: string, pairs: readonly [Figures, Figures][]): void {
  for (const figure of Object.keys(pairs[0]![0])) {
    const ratios = pairs.map(([withIt, without]) => without[figure]! / withIt[figure]!);
    const [low, high] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2));
    report({ name: `${name}: ${figure} (${low}–${high})`, value: geometricMean(ratios), unit: '×' });
  }
}

const files = globSync(join(import.meta.dirname, 'tricks', '*.ts')).sort();
const wanted = process.argv.slice(2);
const program = await bundleService('all');
try {
  if (wanted.length === 0 || wanted.includes('nothing')) {
    for (const load of ['calls', 'ssh 16 at once', 'start'] as const) {
      show(`nothing, ${load}`, await compare(LOADS[load], startWith({ program }), startWith({ program })));
    }
  }
  for (const twin of files.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.ts')))) {
    const name = basename(twin, '.ts');
    const { trick } = (await import(twin)) as { trick: Trick };
    const plain = { program: await bundleService(name, { trick, twin }), leaveOut: trick.without?.leaveOut ?? [] };
    for (const load of trick.loads) {
      show(`${name}, ${load}`, await compare(LOADS[load], startWith({ program }), startWith(plain)));
    }
  }
} finally {
  for (const server of running) await server.stop();
  await stopSshd();
  stopPostgres();
}
