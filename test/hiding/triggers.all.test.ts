/**
 * However a process hides, it dies with its command, whatever ends that: its deadline, a cancel, its client, its agent,
 * its service.
 */
import { expect, test } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { locateSshd } from '../engines/sshd.ts';
import { EVERYTHING, findPen, inPen, WITHIN_MS } from './pen.ts';
import { TRIGGERS } from './triggers.ts';
import { WAYS } from './ways.ts';

const [pen, sshd, docker] = await Promise.all([locate('pen', findPen), locateSshd(), locate('docker', findDockerd)]);
const missing = [sshd, docker].find((engine) => 'missing' in engine);

const everywhere = WAYS.filter(({ needs }) => needs === 'posix').map(({ name }) => name);
/** About four on each of four machines: nobody may start more than thirty commands a minute. */
const SHARES = Math.ceil(everywhere.length / 4);
const shareOf = (number: number) => everywhere.filter((_, index) => index % SHARES === number % SHARES);
/** Removes all signs once it is in a control group. */
const BY_GROUP = 'no sign left';

describeEngine(
  missing ?? pen,
  'nobody outlives a timeout, a cancel, a freeze, a client that goes, an agent or a service that is killed',
  () => {
    // Each of them gets a different share of the ways. After all rounds, each has had all.
    test.each(Array.from({ length: EVERYTHING ? SHARES : 1 }, (_, round) => ({ round })))(
      'round $round',
      async ({ round }) => {
        const triggers = TRIGGERS.map((trigger, turn) => ({ trigger, ways: [...shareOf(round + turn), BY_GROUP] }));
        expect(await inPen({ triggers })).toEqual({ left: [] });
      },
      WITHIN_MS + 5_000,
    );
  },
);
