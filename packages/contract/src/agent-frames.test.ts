import { describe, expect, it } from 'vitest';
import { AgentFrame, decodeOutput, encodeOutput, parseFrame, ServiceFrame } from './agent-frames.ts';

describe('output frames', () => {
  it('come back as they were, also beyond four gigabytes', () => {
    for (const position of [0, 1, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 47 + 5]) {
      for (const stream of ['stdout', 'stderr'] as const) {
        const frame = { id: 'abc-123', stream, position, data: new Uint8Array([0, 255, 7]) };
        expect(decodeOutput(encodeOutput(frame, frame.data))).toEqual(frame);
        expect(decodeOutput(encodeOutput(frame, Buffer.of(0), Buffer.of(255, 7)))).toEqual(frame);
      }
    }
    const empty = { id: 'x'.repeat(64), stream: 'stdout' as const, position: 3, data: new Uint8Array() };
    expect(decodeOutput(encodeOutput(empty))).toEqual(empty);
  });

  it('are told from anything else', () => {
    const good = encodeOutput({ id: 'abc', stream: 'stdout', position: 0 }, new Uint8Array(4));
    const broken = (index: number, value: number) => {
      const frame = new Uint8Array(good);
      frame[index] = value;
      return frame;
    };
    expect(decodeOutput(new Uint8Array())).toBeNull();
    expect(decodeOutput(good.subarray(0, 7))).toBeNull();
    expect(decodeOutput(broken(0, 2))).toBeNull();
    expect(decodeOutput(broken(7, 0))).toBeNull();
    expect(decodeOutput(broken(7, 200))).toBeNull();
    expect(decodeOutput(broken(8, 0))).toBeNull();
  });
});

describe('control frames', () => {
  it('are checked to the letter', () => {
    expect(parseFrame(ServiceFrame, '{"type":"cancel","id":"a1"}')).toEqual({ type: 'cancel', id: 'a1' });
    for (const text of ['', '{', 'null', '[]', '{"type":"nothing"}', '{"type":"cancel","id":"../x"}']) {
      expect(parseFrame(ServiceFrame, text), text).toBeNull();
      expect(parseFrame(AgentFrame, text), text).toBeNull();
    }
    const refused = { type: 'refused', id: 'a', code: 'no_such_code', details: {} };
    expect(parseFrame(AgentFrame, JSON.stringify(refused))).toBeNull();
    const ended = { type: 'ended', id: 'a', outcome: { kind: 'exited', exitCode: 256 } };
    expect(parseFrame(AgentFrame, JSON.stringify(ended))).toBeNull();
  });
});

it('bring values under names of the service’s own alone', () => {
  const frame = (name: string) => {
    const command = { type: 'run', id: 'a', script: '', cwd: null, container: null, timeout_ms: null };
    return ServiceFrame.safeParse({ ...command, secrets: { [name]: 'x' } }).success;
  };
  for (const name of ['__synapse_v0', '__synapse_v__12', '__synapse_e0', '__synapse_sudo'])
    expect(frame(name)).toBe(true);
  for (const name of ['PATH', '__synapse_e', '__synapse_e0;id', '__synapse_b', 'e0']) expect(frame(name)).toBe(false);
});
