/**
 * What the service does when an agent comes back, or breaks the protocol. The test plays the agents, frame by frame.
 */
import { encodeOutput, LINK_LIMITS } from '@synapse/contract';
import type { Executor } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../executors/run-command.ts';
import { type Service, startService } from '../service.ts';
import { executorOf, newAgentMachine } from './agent-rig.ts';
import { enrolRaw, openTalk, proveFrame, rawKey, type Talk } from './raw-agent.ts';

describe('an agent that comes back', () => {
  let service: Service;
  let executor: Executor;
  let machineId: string;
  const key = rawKey();
  beforeAll(async () => {
    service = await startService();
    const session = await service.login();
    machineId = await enrolRaw(service.url, key, (await newAgentMachine(service, session, 'raw')).code);
    executor = await executorOf(service, session, 'raw');
  });
  afterAll(() => service.stop());

  /** A link whose proof names this start of the agent and the commands that it still knows. */
  const link = async (boot: string, commands: string[] = []) => {
    const talk = await openTalk(service.url);
    const welcome = talk.next('welcome');
    talk.send(proveFrame(key, talk.nonce, machineId, boot, commands));
    return { talk, resume: (await welcome).resume };
  };
  const output = (talk: Talk, id: string, position: number, text: string) =>
    talk.socket.send(encodeOutput({ id, stream: 'stdout', position }, Buffer.from(text)));
  const end = (talk: Talk, id: string) => talk.send({ type: 'ended', id, outcome: { kind: 'exited', exitCode: 0 } });
  const drop = async (talk: Talk) => {
    talk.socket.terminate();
    await talk.closed;
  };
  /** Starts a command and waits until the agent has been sent it. */
  const sent = async (talk: Talk, options: Parameters<typeof start>[2] = {}) => {
    const run = talk.next('run');
    const running = start(executor, 'work', options);
    const frame = await run;
    expect(frame).toMatchObject({ id: running.tag, script: 'work', timeout_ms: null });
    return running;
  };

  it('is sent a command again only if the same start of it never heard of it', async () => {
    const { talk } = await link('boot-a');
    const { tag, done } = await sent(talk);
    await drop(talk);
    const second = await link('boot-a');
    expect(second.resume).toEqual([]);
    const again = await second.talk.next('run');
    expect(again.id).toBe(tag);
    second.talk.send({ type: 'started', id: tag });
    end(second.talk, tag);
    expect(await done).toMatchObject({ outcome: { kind: 'exited', exitCode: 0 }, started: 1 });
    expect(await second.talk.next('forget')).toEqual({ type: 'forget', id: tag });
    await drop(second.talk);
  });

  it('goes on where it was, and repeats nothing', async () => {
    const { talk } = await link('boot-b');
    const { tag, done } = await sent(talk);
    talk.send({ type: 'started', id: tag });
    output(talk, tag, 0, 'first ');
    output(talk, tag, 6, 'second ');
    await talk.socket.ping();
    await new Promise((resolve) => talk.socket.once('pong', resolve));
    await drop(talk);
    const { talk: next, resume } = await link('boot-b', [tag, 'unknown-to-us']);
    expect(resume).toMatchObject([{ id: tag, received: 13, consumed: 13 }]);
    next.send({ type: 'started', id: tag });
    output(next, tag, 6, 'second ');
    output(next, tag, 13, 'third');
    end(next, tag);
    end(next, tag);
    expect(await done).toMatchObject({ text: 'first second third', started: 1, outcome: { kind: 'exited' } });
    expect(next.frames.filter(({ type }) => type === 'run')).toEqual([]);
    await drop(next);
  });

  it('has lost what an earlier start of it was sent, started or not', async () => {
    const { talk } = await link('boot-c');
    const [quiet, started] = [await sent(talk), await sent(talk)];
    talk.send({ type: 'started', id: started.tag });
    const { talk: next, resume } = await link('boot-d', [quiet.tag, started.tag]);
    expect(resume).toEqual([]);
    for (const { done } of [quiet, started]) expect((await done).outcome).toMatchObject({ kind: 'lost' });
    expect(next.frames.filter(({ type }) => type === 'run')).toEqual([]);
    await drop(next);
  });

  it('is cut off when it sends more than it may, or leaves something out', async () => {
    const abort = new AbortController();
    const stuck = () => new Promise<void>(() => {});
    const { talk: flooding } = await link('boot-e');
    const flood = await sent(flooding, { stdoutSink: stuck, signal: abort.signal });
    flooding.send({ type: 'started', id: flood.tag });
    const data = Buffer.alloc(LINK_LIMITS.outputFrameBytes);
    for (let position = 0; position < 2 * LINK_LIMITS.windowBytes; position += data.length) {
      flooding.socket.send(encodeOutput({ id: flood.tag, stream: 'stdout', position }, data));
    }
    expect((await flooding.closed).code).toBe(4400);
    const { talk: skipping } = await link('boot-e', [flood.tag]);
    const skipped = await sent(skipping, { signal: abort.signal });
    output(skipping, skipped.tag, 5, 'from nowhere');
    expect((await skipping.closed).code).toBe(4400);
    abort.abort();
    for (const { done } of [flood, skipped]) expect((await done).outcome).toMatchObject({ kind: 'lost' });
  });

  it('may refuse a command, in the words it is given and no others', async () => {
    const { talk } = await link('boot-f');
    for (const [code, seen] of [
      ['agent_refused', 'agent_refused'],
      ['cwd_not_found', 'cwd_not_found'],
      ['token_invalid', 'machine_unreachable'],
    ]) {
      const { tag, done } = await sent(talk);
      talk.send({ type: 'refused', id: tag, code, details: { reason: 'no' }, english: {} });
      await expect(done).rejects.toMatchObject({ code: seen });
    }
    const { tag, done } = await sent(talk);
    talk.send({ type: 'started', id: tag });
    talk.send({ type: 'refused', id: tag, code: 'agent_refused', details: {}, english: {} });
    expect((await done).outcome).toMatchObject({ kind: 'lost' });
    await drop(talk);
  });
});
