/** However a process hides, it dies with its command, whatever ends that: its time, a cancel, its client, its service. */
import { expect, test } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { locateSshd } from '../engines/sshd.ts';
import { EVERYTHING, findPen, inPen, WITHIN_MS } from './pen.ts';
import { TRIGGERS } from './triggers.ts';
import { WAYS } from './ways.ts';

const [pen, sshd, docker] = await Promise.all([locate('pen', findPen), locateSshd(), locate('docker', findDockerd)]);
const missing = [pen, sshd, docker].find((engine) => 'missing' in engine);

/** So many of a user's fit into the thirty commands a minute, on four machines. */
const SHARE = 6;
const everywhere = WAYS.filter(({ needs }) => needs === 'posix').map(({ name }) => name);
/** Sheds all signs once it is in a control group. */
const BY_GROUP = 'no sign left';

/** Each trigger meets other ways; all of them meet all in the full run. */
const triggers = TRIGGERS.flatMap((trigger, turn) => {
  const shares = Math.ceil(everywhere.length / SHARE);
  const share = (number: number) => everywhere.filter((_, index) => index % shares === number);
  const numbers = EVERYTHING && trigger !== 'service killed' ? [...Array(shares).keys()] : [turn];
  return numbers.map((number) => ({ trigger, ways: [...share(number), BY_GROUP] }));
});

describeEngine(missing ?? pen, 'nobody outlives', () => {
  test(
    'a timeout, a cancel, a client that goes away, a service that is killed',
    async () => {
      expect(await inPen({ triggers })).toEqual({ left: [] });
    },
    WITHIN_MS + 5_000,
  );
});
