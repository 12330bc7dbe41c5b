import { LIMITS, OwnFilter, Refusal } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import { afterEach, describe, expect, it } from 'vitest';
import { personalWorkspaceId } from '../ids.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { PolicyDecisionJob } from '../policy/helper-jobs.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { redactedFromStore } from '../redaction/index.ts';
import { TextWorkKilled } from './helper-process.ts';
import { createTextPool, type PoolLimits, type TextPool, TextWorkBusy } from './text-pool.ts';
import { createTextWork, type TextWork, type TextWorkOutcome } from './text-work.ts';

/** Counted repeats, which RE2 unrolls, on lines that nearly match: these once blocked the service for minutes. */
const [ada, eve] = [personalWorkspaceId('ada'), personalWorkspaceId('eve')];
const repeats = (last: string) => Array.from({ length: 30 }, (_, i) => `^${'a{0,30}'.repeat(28)}${last}${i}$`);
const HEAVY_FILTER: OwnFilter = OwnFilter.parse({
  name: 'heavy',
  match_command: '^deploy',
  strip_lines_matching: repeats('b'),
  keep_lines_matching: repeats('c'),
  cases: Array.from({ length: 20 }, (_, i) => ({
    name: `case ${i}`,
    stdout: `${'a'.repeat(990)}\n`.repeat(20),
    expected: '',
  })),
});

const all = (ms: number) => ({ compact: ms, filter: ms, page: ms, policy: ms, judge: ms, decide: ms });
const pools: TextPool[] = [];
const poolOf = (limits: Partial<PoolLimits> = {}): TextPool => {
  const pool = createTextPool({ ...LIMITS.textWork, ...limits });
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const grep = (text: string, wanted: string) =>
  ({
    executionId: 'x',
    text: redactedFromStore(text),
    query: { stream: 'stdout', offset: 0, limit: 100, grep: wanted },
  }) as const;
const small = grep('one\ntwo', 'two');

describe('helper processes', () => {
  it('start with the first job, are used again, and end when idle', async () => {
    const pool = poolOf({ idleMs: 50 });
    expect(pool.helpers).toBe(0);
    const page = await pool.run('ada', 'page', () => small, 7);
    expect(page.text).toBe('2:two');
    await pool.run('ada', 'page', () => small, 7);
    expect(pool.helpers).toBe(1);
    await expect.poll(() => pool.helpers).toBe(0);
  });

  it('are killed when time is over, and replaced', async () => {
    const pool = poolOf({ workMs: { ...all(20_000), filter: 1_000 } });
    await expect(pool.run('eve', 'filter', () => HEAVY_FILTER, 0)).rejects.toBeInstanceOf(TextWorkKilled);
    expect((await pool.run('eve', 'page', () => small, 7)).text).toBe('2:two');
  });

  it('die of memory alone', async () => {
    const pool = poolOf({ heapMiB: 48 });
    const many = 'a\n'.repeat(12_000_000);
    await expect(pool.run('eve', 'page', () => grep(many, 'a'), many.length)).rejects.toBeInstanceOf(TextWorkKilled);
    expect((await pool.run('eve', 'page', () => small, 7)).text).toBe('2:two');
  });

  it('leave nobody waiting behind somebody else’s heavy work', async () => {
    const pool = poolOf({ workMs: all(60_000) });
    const heavy = Array.from({ length: 5 }, () =>
      pool.run('eve', 'filter', () => HEAVY_FILTER, 0).catch(() => 'ended'),
    );
    expect((await pool.run('bob', 'page', () => small, 7)).text).toBe('2:two');
    expect(pool.helpers).toBe(2);
    await pool.close();
    expect(await Promise.all(heavy)).toEqual(Array(5).fill('ended'));
    expect(pool.helpers).toBe(0);
  });

  it('take so many of one user and no more, and say so in time', async () => {
    const pool = poolOf({ waitingPerUser: 2, waitMs: 300, workMs: { ...all(20_000), filter: 1_000 } });
    const outcomes: string[] = [];
    const one = () =>
      pool.run('eve', 'filter', () => HEAVY_FILTER, 0).catch((error) => outcomes.push(error.constructor.name));
    await Promise.all([one(), one(), one(), one()]);
    expect(outcomes).toEqual(['TextWorkBusy', 'TextWorkBusy', 'TextWorkBusy', 'TextWorkKilled']);
    // The next helper may start as slowly as it likes.
    const next = () => pool.run('eve', 'page', () => small, 7).catch(() => null);
    await expect.poll(next).not.toBeNull();
  });

  it('refuse what comes after the end', async () => {
    const pool = poolOf();
    await pool.close();
    await expect(pool.run('ada', 'page', () => small, 7)).rejects.toBeInstanceOf(TextWorkBusy);
  });
});

describe('work on text', () => {
  const rig = (limits: Partial<PoolLimits> = {}) => {
    const outcomes: TextWorkOutcome[] = [];
    const work = createTextWork(poolOf(limits), (outcome) => outcomes.push(outcome));
    return { work, outcomes };
  };
  const job = (stdout: string, ownFilters = '') => ({
    command: 'deploy',
    exitCode: 0,
    stdout: redactedFromStore(stdout),
    recovery: null,
    ownFilters,
  });

  it('is done at once when it is small, by a helper when it is not, with the same result', async () => {
    const { work, outcomes } = rig();
    const short = await work.compact(ada, job('y\n'.repeat(1_000)));
    const long = await work.compact(ada, job('y\n'.repeat(100_000)));
    expect(outcomes).toEqual(['inline', 'done']);
    expect(short).toEqual({ text: 'y (×1000)', filter: 'lossless', leftOut: true });
    expect(long).toEqual({ text: 'y (×100000)', filter: 'lossless', leftOut: true });
  });

  it('never matches a person’s own patterns in the serving process', async () => {
    const { work, outcomes } = rig();
    const filter = OwnFilter.parse({ name: 'mine', match_command: '^deploy', strip_lines_matching: ['^noise'] });
    const kept = await work.compact(ada, job('noise and noise\nkept', JSON.stringify([filter])));
    expect(kept).toEqual({ text: 'kept', filter: 'own:mine', leftOut: true });
    expect(outcomes).toEqual(['done']);
  });

  it('gives the raw text where compaction does not come to an end', async () => {
    const { work, outcomes } = rig({ workMs: all(1) });
    const text = `${'a'.repeat(990)}\n`.repeat(2_000);
    const filters = JSON.stringify([HEAVY_FILTER]);
    expect(await work.compact(eve, job(text, filters))).toEqual({ text, filter: null });
    expect(outcomes).toEqual(['killed']);
  });

  it('refuses a filter and a search that are too much', async () => {
    const { work } = rig({ workMs: { ...all(20_000), filter: 1_000 }, heapMiB: 16 });
    const code = (error: unknown) => (error instanceof Refusal ? error.code : error);
    const many = redactedFromStore('a\n'.repeat(4_000_000));
    const query = { stream: 'stdout', offset: 0, limit: 100, grep: 'a' } as const;
    expect(await work.checkFilter(eve, HEAVY_FILTER).catch(code)).toBe('text_work_too_heavy');
    expect(await work.page(eve, 'x', { chars: many.length, read: async () => many }, query).catch(code)).toBe(
      'text_work_too_heavy',
    );
  });
});

describe('judging', () => {
  const here: PolicyDecisionJob['here'] = {
    machine: { slug: 'web', tags: [], confirmed: true },
    container: null,
    source: 'mcp',
    tokenLabel: null,
    at: 0,
  };
  const RULES = 'rules:\n  - { name: keys, when: { path: "/root/**" }, then: deny }';
  const rig = (limits: Partial<PoolLimits> = {}) => {
    const outcomes: TextWorkOutcome[] = [];
    const kinds: string[] = [];
    const pool = poolOf(limits);
    const run: TextPool['run'] = (userId, kind, job, chars) => {
      kinds.push(kind);
      return pool.run(userId, kind, job, chars);
    };
    const work = createTextWork({ ...pool, run }, (outcome) => outcomes.push(outcome));
    return { work, outcomes, kinds };
  };
  const place = { cwd: null, home: null, isSecret: (name: string) => name === 'lower' };
  const compiled = async (text: string) => compilePolicy(await readPolicy(text), text);
  const decided = async (work: TextWork, policy: string, judgement: Judgement) =>
    work.decide(eve, [await compiled(policy)], { judgement, here, secrets: [] });

  it('is done at once where the command is short, by a helper where it is long or takes many steps, and says the same', async () => {
    const { work, outcomes, kinds } = rig();
    const short = await work.judge(ada, 'cat /root/x {{lower}}', place);
    expect([outcomes, kinds]).toEqual([['inline'], []]);
    const long = await work.judge(
      ada,
      `cat /root/x {{lower}} #${' '.repeat(LIMITS.textWork.inlineJudge.chars)}`,
      place,
    );
    expect([outcomes, kinds]).toEqual([['inline', 'done'], ['judge']]);
    expect(long.parts).toEqual(short.parts);
    expect(short.parts[0]!.secrets).toEqual(['lower']);
    const busy = 'ls;'.repeat(LIMITS.textWork.inlineJudge.steps);
    expect(busy.length).toBeLessThan(LIMITS.textWork.inlineJudge.chars);
    expect((await work.judge(ada, busy, place)).effects).toEqual(['read']);
    expect(kinds).toEqual(['judge', 'judge']);
  });

  it('that does not come to an end is one opaque part, which every rule that holds something back matches', async () => {
    const { work, outcomes } = rig({ workMs: all(1) });
    const judgement = await work.judge(eve, 'ls;'.repeat(20_000), place);
    expect(outcomes).toEqual(['killed']);
    expect(judgement.parts).toMatchObject([{ program: null, effects: ['opaque'], unlooked: true }]);
    for (const then of ['deny', 'ask']) {
      const rule = (when: string) => `rules:\n  - { name: it, when: { ${when} }, then: ${then} }`;
      for (const when of ['path: "/root/**"', 'program: rm', 'effect: network', 'secret: S']) {
        expect(await decided(work, rule(when), judgement), when).toMatchObject({ verdict: then, rule: 'it' });
      }
    }
    const allow = 'default: careful\nrules:\n  - { name: it, when: { program: ls }, then: allow }';
    expect(await decided(work, allow, judgement)).toMatchObject({ verdict: 'ask', rule: null });
  });

  it('by a large policy is done by a helper, and where that is killed, all of its rules hold', async () => {
    const globs = Array.from({ length: 90 }, (_, at) => `"/srv/${at}/${'x*'.repeat(30)}/**"`).join(', ');
    const many = [1, 2, 3, 4].map((n) => `\n  - { name: many ${n}, when: { path: [${globs}] }, then: deny }`);
    const large = RULES + many.join('');
    const { work, kinds, outcomes } = rig();
    const words = Array.from({ length: 40 }, (_, at) => `/var/${at}/${'y'.repeat(100)}`).join(' ');
    const judgement = await work.judge(ada, `cat ${words}`, place);
    expect(await decided(work, large, judgement)).toMatchObject({ verdict: 'allow' });
    expect(await decided(work, large, await work.judge(ada, `cat /root/x ${words}`, place))).toMatchObject({
      verdict: 'deny',
      rule: 'keys',
    });
    expect(kinds.filter((kind) => kind === 'decide')).toHaveLength(2);
    expect(outcomes).not.toContain('killed');
    const hurried = rig({ workMs: all(1) });
    expect(await decided(hurried.work, large, judgement)).toMatchObject({ verdict: 'deny' });
    expect(hurried.outcomes).toEqual(['killed']);
  });
});
