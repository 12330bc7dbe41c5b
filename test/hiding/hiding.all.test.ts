/** However a process hides, it dies with its command when that is aborted: on every kind of machine, in every way. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { locateSshd } from '../engines/sshd.ts';
import { EVERYTHING, findPen, inPen, WITHIN_MS } from './pen.ts';
import type { Target } from './targets.ts';
import { WAYS, type Way } from './ways.ts';

const isRoot = process.getuid?.() === 0;
/** Whether the user who runs the tests may make a control group here: then commands of root get one. */
const hasGroups =
  isRoot && readdirSync('/sys/fs/cgroup').some((name) => ['unified', 'freezer', 'cgroup.procs'].includes(name));

const asRunner = WAYS.filter(({ needs, held }) => (isRoot || needs !== 'root') && (hasGroups || !held));
const asAnybody = WAYS.filter(({ needs }) => needs !== 'root');
const inContainer = WAYS.filter(({ needs }) => needs === 'posix');

function nobodyOutlives(name: string, target: Target, ways: readonly Way[]): void {
  test(
    name,
    async () => {
      const names = ways.map((way) => way.name);
      expect(await inPen({ target, ways: names })).toEqual({ hidden: ways.length, left: [] });
    },
    WITHIN_MS + 5_000,
  );
}

test('there are sixty ways and more', () => {
  expect(new Set(WAYS.map(({ name }) => name)).size).toBe(WAYS.length);
  expect(WAYS.length).toBeGreaterThanOrEqual(60);
});

const [pen, sshd, docker] = await Promise.all([locate('pen', findPen), locateSshd(), locate('docker', findDockerd)]);

describeEngine(pen, 'nobody outlives an abort', () => {
  nobodyOutlives('on the host of the service', 'local', asRunner);
  nobodyOutlives('on an agent', 'agent', asRunner);

  describeEngine(sshd, 'over ssh', () => {
    if (isRoot) nobodyOutlives('as root', 'ssh as root', asRunner);
    nobodyOutlives('as an ordinary user, without a control group', 'ssh', asAnybody);
  });

  describeEngine(docker, 'in a container', () => {
    nobodyOutlives('by the engine’s API', 'engine', inContainer);
    const some = EVERYTHING ? inContainer : inContainer.filter((_, index) => index % 5 === 1);
    nobodyOutlives('by the program of its host', 'container by its host', some);
  });
});
