/** The checker of histories finds what it is there to find. */
import { expect, it } from 'vitest';
import { type Asked, checkHistory, type History, type Logged, type Told } from './check-history.ts';

const told = (status: string | null, exitCode: number | null, executionId: string | null = 'e1'): Told => ({
  by: 'a',
  code: null,
  executionId,
  status,
  exitCode,
});
const asked = (...answers: Told[]): Asked => ({ key: 'k1', user: 'u', answers });
const logged = (status: string, exit_code: number | null, more: Partial<Logged> = {}): Logged => ({
  execution_id: 'e1',
  status,
  exit_code,
  reconciles: null,
  command_template: 'echo k1',
  workspace_id: 'u',
  created_at: 0,
  ...more,
});
const begin = { what: 'begin', key: 'k1', user: 'u' } as const;
const end = { ...begin, what: 'end' } as const;
const frozen = { name: 'frozen', from: 6_000, to: 7_000 };
const job = logged('interrupted', null, { duration_ms: 90_000, command_template: 'echo k1; : as-a-job' });
const fine: History = {
  asked: [asked(told('done', 0))],
  log: [logged('done', 0)],
  witnessed: [begin, end],
  atOnce: 1,
  perMinute: 2,
  verdicts: ['intact'],
};

it.each<[string, Partial<History>, RegExp | null]>([
  ['all is well', {}, null],
  ['a lost call', { asked: [asked(told(null, null, null), told('done', 0))] }, null],
  ['what became known later', { log: [logged('interrupted', null), late('done', 0)] }, null],
  ['run twice', { witnessed: [begin, end, begin, end] }, /ran 2 times/],
  ['two executions', { asked: [asked(told('done', 0), told('done', 0, 'e2'))] }, /stood for 2 executions/],
  ['not in the log', { log: [], witnessed: [] }, /is not in the log/],
  ['another end', { log: [logged('interrupted', null)] }, /told as done 0, and the log says interrupted null/],
  ['never ran', { witnessed: [] }, /never ran/],
  ['ran though refused', { asked: [asked(told('refused', null))], log: [logged('refused', null)] }, /and ran/],
  ['open for ever', { asked: [], log: [logged('running', null)] }, /is running for ever/],
  ['unrecorded', { asked: [], log: [] }, /ran unrecorded/],
  ['a broken chain', { verdicts: ['intact', 'damaged'] }, /the log is damaged/],
  [
    'too many at once',
    { witnessed: [begin, { ...begin, key: 'k2' }, end, { ...end, key: 'k2' }] },
    /2 commands at once/,
  ],
  ['a 503 that says when to come back', { asked: [asked(unavailable('2'), told('done', 0))] }, null],
  ['a 503 that does not', { asked: [asked(unavailable(null), told('done', 0))] }, /503, and not told when/],
  ['told as running, and ended since', { asked: [asked(told('running', null))] }, null],
  ['closed in time', { asked: [], log: [interrupted(16_000)], faults: [frozen], leaseMs: 6_000 }, null],
  ['closed late', { asked: [], log: [interrupted(16_001)], faults: [frozen], leaseMs: 6_000 }, /open for 4001 ms/],
  [
    'closed late, because its machine was gone',
    { asked: [], log: [{ ...interrupted(20_000), refusal: 'execution_lost' }], faults: [frozen], leaseMs: 6_000 },
    null,
  ],
  [
    'closed in time, once there was a database again',
    { asked: [], log: [interrupted(17_000)], faults: [{ ...frozen, databaseAway: true }], leaseMs: 6_000 },
    null,
  ],
  ['a job that somebody else has closed', { asked: [], log: [job], faults: [frozen], leaseMs: 6_000 }, null],
  ['waited', { waits: [{ key: 'k2', from: 6_500, ms: 10_000 }], faults: [frozen], leaseMs: 6_000 }, null],
  [
    'waited too long',
    { waits: [{ key: 'k2', from: 6_500, ms: 10_001 }], faults: [frozen], leaseMs: 6_000 },
    /k2 waited for 10001 ms/,
  ],
  [
    'waited while the computer stood still',
    {
      waits: [{ key: 'k2', from: 6_500, ms: 10_500 }],
      faults: [frozen],
      leaseMs: 6_000,
      stalls: [
        { from: 0, ms: 6_700 },
        { from: 9_000, ms: 300 },
      ],
    },
    null,
  ],
  ['something left', { foldersLeft: ['/home/x/.synapse-job-1'] }, /the folder of a job is left/],
  ['as many a minute as are allowed', { log: minute(0, 1, 59_000, 60_001) }, null],
  ['too many a minute', { log: minute(0, 1, 58_999) }, /u began more than 2 commands in a minute/],
])('a history: %s', (_name, change, problem) => {
  const problems = checkHistory({ ...fine, ...change });
  if (problem === null) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toMatch(problem);
});

function unavailable(retryAfter: string | null): Told {
  return { ...told(null, null, null), code: 'not_ready', answered: { status: 503, retryAfter } };
}

/** Opened at once, and closed so much later. */
function interrupted(duration_ms: number): Logged {
  return logged('interrupted', null, { duration_ms });
}

function late(status: string, exit_code: number | null): Logged {
  return logged(status, exit_code, { execution_id: 'e9', reconciles: 'e1', command_template: 'reconciled e1' });
}

/** Entries of one user that were opened at these moments; the first is the one that was asked for. */
function minute(...moments: number[]): Logged[] {
  return moments.map((created_at, index) => logged('done', 0, { execution_id: `e${index + 1}`, created_at }));
}
