/**
 * Three instances in trouble at once: killed, frozen for longer than their lease, cut off from the database, with clocks
 * that are wrong by minutes. A checker of what was told, logged and really run decides. The long form is bench/faults.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { befall, type Member } from './history/member.ts';
import { LEASE_SECONDS, startTrouble, type Trouble } from './history/trouble.ts';

const LOST_MS = (LEASE_SECONDS + 2.5) * 1000;
const MINUTES = 60_000;

describeEngine(await locate('nats', findNats), 'three instances in trouble', (root) => {
  let trouble: Trouble;
  beforeAll(async () => {
    trouble = await startTrouble({
      natsRoot: root(),
      databaseUrl: await createPostgresDatabase(),
      users: 6,
      skewsMs: [0, 5 * MINUTES, -5 * MINUTES],
      agents: 2,
    });
  });
  afterAll(() => trouble?.stop());

  it('lose nothing, run nothing twice, and never tell anything else than the log', async () => {
    const [a, b, c] = trouble.members as [Member, Member, Member];
    const rest = trouble.load(18);
    await trouble.begun(10);
    // One is left to see that the others are gone.
    await Promise.all([befall.kill(c), befall.freeze(a, LOST_MS)]);
    await befall.cut(b, LOST_MS);
    for (const { instance } of trouble.members) {
      const ready = async () => (await instance.call('GET', '/readyz')).status;
      await expect.poll(ready).toBe(200);
    }
    await rest();
    const { problems, asked, log } = await trouble.decide();
    expect(problems).toEqual([]);
    expect(asked.length).toBeGreaterThan(20);
    // The trouble was real: somebody was interrupted, and whoever lost its lease said so.
    expect(log.some(({ status }) => status === 'interrupted')).toBe(true);
    expect(a.instance.stderr()).toContain('lease lost');
    expect(b.instance.stderr()).toContain('lease lost');
  });
});
