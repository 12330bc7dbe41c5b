/** What an agent sends of a command's output: no more than a window, in frames that are not too large. */
import { decodeOutput, LINK_LIMITS } from '@synapse/contract';
import { expect, it } from 'vitest';
import { HeldCommand } from './held-command.ts';

const KIB = 1024;
const { windowBytes, smallWindowBytes, outputFrameBytes, agentFrameBytes } = LINK_LIMITS;

/** Everything that it has to send now: types of frames, and the range of each piece of output. */
function sentBy(command: HeldCommand): (string | readonly [number, number])[] {
  const sent: (string | readonly [number, number])[] = [];
  for (let frame = command.nextFrame(); frame !== null; frame = command.nextFrame()) {
    if (!(frame instanceof Uint8Array)) {
      sent.push(frame.type);
      continue;
    }
    expect(frame.length).toBeLessThanOrEqual(agentFrameBytes);
    const { position, data } = decodeOutput(frame)!;
    sent.push([position, position + data.length]);
  }
  return sent;
}
/** The last byte of output among them. */
const reach = (sent: ReturnType<typeof sentBy>) =>
  Math.max(...sent.map((one) => (typeof one === 'string' ? 0 : one[1])));
const flood = (command: HeldCommand, bytes: number) => {
  for (let at = 0; at < bytes; at += 64 * KIB) void command.write('stdout', Buffer.alloc(64 * KIB));
};

it('puts pieces of one stream into one frame, and never two streams', () => {
  const command = new HeldCommand('a', () => {});
  for (const size of [10, 20, 300 * KIB]) void command.write('stdout', Buffer.alloc(size, size));
  void command.write('stderr', Buffer.alloc(5));
  void command.write('stdout', Buffer.alloc(7));
  const frames: { stream: string; position: number; length: number }[] = [];
  for (let frame = command.nextFrame(); frame !== null; frame = command.nextFrame()) {
    const { stream, position, data } = decodeOutput(frame as Uint8Array)!;
    expect(data.length).toBeLessThanOrEqual(outputFrameBytes);
    frames.push({ stream, position, length: data.length });
  }
  expect(frames.map(({ stream }) => stream)).toEqual(['stdout', 'stdout', 'stderr', 'stdout']);
  let position = 0;
  for (const frame of frames) {
    expect(frame.position).toBe(position);
    position += frame.length;
  }
  expect(position).toBe(30 + 300 * KIB + 5 + 7);
});

it('holds and sends a window, and waits for more room', async () => {
  const command = new HeldCommand('a', () => {});
  flood(command, windowBytes - 64 * KIB);
  expect(command.write('stdout', Buffer.alloc(1))).toBeUndefined();
  const waits = command.write('stdout', Buffer.alloc(64 * KIB));
  expect(waits).toBeInstanceOf(Promise);
  expect(reach(sentBy(command))).toBe(windowBytes + 1);
  command.ack(2);
  await waits;
});

it('holds fewer bytes in small pieces, and sends them in many frames', () => {
  const command = new HeldCommand('a', () => {});
  let pieces = 0;
  for (; command.write('stdout', Buffer.alloc(100)) === undefined; pieces++);
  expect(pieces).toBe(Math.ceil(smallWindowBytes / 100) - 1);
  const sent = sentBy(command);
  expect(sent.length).toBeGreaterThan(pieces / 300);
  expect(reach(sent)).toBe((pieces + 1) * 100);
});

it('sends again what was not received, and reports its end after the last byte', async () => {
  const command = new HeldCommand('a', () => {});
  flood(command, windowBytes + 64 * KIB);
  command.end({ type: 'ended', id: 'a', outcome: { kind: 'exited', exitCode: 0 } });
  expect(reach(sentBy(command))).toBe(windowBytes);
  command.ack(128 * KIB);
  expect(sentBy(command).at(-1)).toBe('ended');

  command.resume({ received: 192 * KIB, consumed: 128 * KIB });
  const first = sentBy(command);
  expect(first.slice(0, 2)).toEqual(['resumed', [192 * KIB, 384 * KIB]]);
  expect([reach(first), first.at(-1)]).toEqual([windowBytes + 64 * KIB, 'ended']);

  command.rewind({ received: 512 * KIB, consumed: 512 * KIB });
  expect(sentBy(command)[0]).toEqual([512 * KIB, 704 * KIB]);
});
