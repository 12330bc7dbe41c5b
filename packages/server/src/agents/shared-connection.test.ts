/** What a holder passes on for other instances: only the command that was asked for, only from the place asked for. */
import { LINK_LIMITS, type ServiceFrame } from '@synapse/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { HANG_UP } from './relay-channel.ts';
import { createSharedConnection } from './shared-connection.ts';

afterEach(() => vi.useRealTimers());

/** An agent's link, and the lines of the instances that ask, as lists of what was sent to them. */
function share(commands: string[] = [], heard = () => true) {
  const sent: ServiceFrame[] = [];
  const closed: number[] = [];
  const link = {
    send: (frame: ServiceFrame) => void sent.push(frame),
    close: (code: number) => void closed.push(code),
  };
  const shared = createSharedConnection({ link, commands, claimMs: 1_000, heard, passed: () => {} });
  const ask = (id: string, received = 0) => {
    const said: (string | Uint8Array)[] = [];
    const line = { say: (_frame: string | Buffer) => {}, leave: () => {}, said, ended: false };
    const { known } = shared.openLine({ id, received, consumed: received }, (_, on) => {
      Object.assign(line, { say: on.frame, leave: on.end });
      const end = () => void Object.assign(line, { ended: true });
      return { start: () => {}, send: (frame) => void said.push(frame), end };
    });
    return { line, known };
  };
  return { shared, sent, closed, ask };
}
const run = (id: string) =>
  JSON.stringify({ type: 'run', id, script: '', secrets: {}, cwd: null, container: null, timeout_ms: null });
const output = (id: string, position: number, bytes = 1) =>
  ({ id, stream: 'stdout', position, data: new Uint8Array(bytes) }) as const;

it('passes on a command’s frames, and those of no other', () => {
  const { shared, sent, ask } = share();
  const { line, known } = ask('a');
  expect(known).toBe(false);
  line.say(run('a'));
  expect(sent).toMatchObject([{ type: 'run', id: 'a' }]);
  expect(shared.frame({ type: 'started', id: 'a' })).toBe(true);
  shared.output(output('a', 0));
  expect(line.said).toHaveLength(2);
  expect(shared.frame({ type: 'started', id: 'b' })).toBe(false);
  shared.output(output('b', 0));
  expect(line.said).toHaveLength(2);
  line.say(JSON.stringify({ type: 'cancel', id: 'b' }));
  expect([sent.length, line.ended]).toEqual([1, true]);
});

it('passes on nothing of what was said before the agent went back to where it was asked to', () => {
  const { shared, sent, ask } = share(['a']);
  const { line, known } = ask('a', 100);
  expect(known).toBe(true);
  expect(sent).toEqual([{ type: 'resume', id: 'a', received: 100, consumed: 100 }]);
  shared.output(output('a', 500));
  expect(shared.frame({ type: 'ended', id: 'a', outcome: { kind: 'killed' } })).toBe(true);
  expect(line.said).toEqual([]);
  shared.frame({ type: 'resumed', id: 'a' });
  shared.output(output('a', 100));
  expect(line.said).toHaveLength(1);
  const { line: newer } = ask('a', 101);
  expect(line.ended).toBe(true);
  shared.output(output('a', 101));
  expect([line.said.length, newer.said.length]).toEqual([1, 0]);
});

it('has an agent that sends more than it may, or nonsense, hung up on', () => {
  const { shared, closed, ask } = share();
  const { line } = ask('a');
  line.say(run('a'));
  shared.output(output('a', LINK_LIMITS.windowBytes + LINK_LIMITS.agentFrameBytes));
  expect([closed, line.said]).toEqual([[4400], []]);
  line.say(HANG_UP);
  expect(closed).toEqual([4400, 4400]);
});

it('counts the window from where a resumed command was', () => {
  const { shared, closed, ask } = share(['a']);
  const from = 10 * LINK_LIMITS.agentFrameBytes;
  const { line } = ask('a', from);
  shared.frame({ type: 'resumed', id: 'a' });
  shared.output(output('a', from, LINK_LIMITS.windowBytes));
  expect([closed, line.said.length]).toEqual([[], 1]);
  shared.output(output('a', from + LINK_LIMITS.windowBytes, LINK_LIMITS.agentFrameBytes + 1));
  expect([closed, line.said.length]).toEqual([[4400], 1]);
});

it('kills a command without a receiver after a time, unless no instance can be heard', () => {
  vi.useFakeTimers();
  let reachable = false;
  const { sent, ask } = share(['asked-for', 'left', 'ended'], () => reachable);
  const [asked, ended] = [ask('asked-for').line, ask('ended').line];
  ended.say(JSON.stringify({ type: 'forget', id: 'ended' }));
  ended.leave();
  sent.length = 0;
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([]);
  reachable = true;
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([{ type: 'forget', id: 'left' }]);
  asked.leave();
  vi.advanceTimersByTime(999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([
    { type: 'forget', id: 'left' },
    { type: 'forget', id: 'asked-for' },
  ]);
});
