/** A command on an agent that is handed from one instance to another: what is taken in, what is said, by whom. */
import type { OutputFrame, ServiceFrame } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { HandedOver } from './handed-over.ts';
import { RemoteCommand } from './remote-command.ts';

const COMMAND = { script: 'work', secrets: new Map(), cwd: null, container: null, tag: 'one' };

function begin(from: { boot: string; taken: number } | null = null) {
  const sent: ServiceFrame[] = [];
  let released = 0;
  const link = {
    send: (frame: ServiceFrame) => void sent.push(frame),
    close: () => undefined,
    listen: () => undefined,
    release: () => void released++,
  };
  let text = '';
  const take = (chunk: Buffer) => {
    text += chunk.toString();
  };
  const abort = new AbortController();
  const options = {
    ...{ output: { stdout: take, stderr: take }, signal: abort.signal },
    ...{ mayStart: async () => undefined, onStarted: () => undefined },
  };
  const remote = new RemoteCommand(COMMAND, options, from);
  remote.outcome.catch(() => undefined);
  return { remote, link, sent, abort, text: () => text, released: () => released };
}

const output = (position: number, text: string): OutputFrame => ({
  ...{ id: 'one', stream: 'stdout' as const, position, data: Buffer.from(text) },
});
const ended = { type: 'ended', id: 'one', outcome: { kind: 'exited', exitCode: 0 } } as const;

function running() {
  const one = begin();
  one.remote.send(one.link, 'boot');
  one.remote.started();
  one.remote.output(output(0, 'first '));
  return one;
}

describe('a command that is paused', () => {
  it('takes nothing in, and all of it when it goes on', async () => {
    const { remote, text } = running();
    expect(remote.pause()).toEqual({ boot: 'boot', taken: 6 });
    expect(remote.pause()).toBeNull();
    expect(remote.output(output(6, 'second'))).toBe(true);
    remote.heard(ended);
    expect(text()).toBe('first ');
    remote.goOn();
    expect(text()).toBe('first second');
    expect(await remote.outcome).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('is killed when it goes on, if somebody wants that meanwhile', () => {
    const { remote, sent, abort } = running();
    remote.pause();
    abort.abort();
    remote.abort();
    expect(sent.map(({ type }) => type)).toEqual(['run']);
    remote.goOn();
    expect(sent.map(({ type }) => type)).toEqual(['run', 'cancel']);
    remote.heard({ ...ended, outcome: { kind: 'killed' } });
  });

  it('says nothing more to the agent once it is given away, whatever happens', async () => {
    const { remote, link, sent, abort, text, released } = running();
    remote.pause();
    remote.letGo();
    expect([released(), remote.adrift]).toEqual([1, false]);
    abort.abort();
    remote.abort();
    remote.lose({ fr: '', en: '' });
    expect(remote.detach(link)).toBe(false);
    remote.leave();
    await expect(remote.outcome).rejects.toBeInstanceOf(HandedOver);
    expect(sent.map(({ type }) => type)).toEqual(['run']);
    expect(text()).toBe('first ');
  });

  it('is none that has not begun, or is over', () => {
    const fresh = begin();
    fresh.remote.send(fresh.link, 'boot');
    expect(fresh.remote.pause()).toBeNull();
    const { remote } = running();
    remote.heard(ended);
    expect(remote.pause()).toBeNull();
  });
});

describe('a command of another instance', () => {
  it('goes on at the byte that was not taken, and hears nothing of what was said to the other', async () => {
    const { remote, link, sent, text } = begin({ boot: 'boot', taken: 6 });
    expect(remote.reattach(link, 'boot', true)).toBe('resume');
    await remote.attached;
    remote.askAnew();
    expect(sent).toMatchObject([{ type: 'resume', id: 'one', received: 6, consumed: 6 }]);
    expect(remote.output(output(99, 'of another time'))).toBe(true);
    remote.heard({ ...ended, outcome: { kind: 'killed' } });
    remote.heard({ type: 'resumed', id: 'one' });
    remote.heard({ type: 'started', id: 'one' });
    remote.output(output(6, 'second'));
    remote.heard(ended);
    expect(text()).toBe('second');
    expect(await remote.outcome).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('is stopped over the next link, if the one of its former instance ends before it is dead', async () => {
    const { remote, link, sent, abort } = begin({ boot: 'boot', taken: 6 });
    const next = { ...link };
    remote.catchUp(remote.reattach(link, 'boot', true), link, 'boot');
    abort.abort();
    remote.abort();
    expect(remote.detach(link)).toBe(true);
    expect(remote.adrift).toBe(true);
    remote.catchUp(remote.reattach(next, 'boot', true), next, 'boot');
    expect(sent.map(({ type }) => type)).toEqual(['cancel', 'cancel']);
    remote.heard({ ...ended, outcome: { kind: 'killed' } });
    expect(await remote.outcome).toEqual({ kind: 'killed' });
  });

  it.each([
    ['another start of the agent', 'later boot', true],
    ['an agent that does not know it', 'boot', false],
  ])('is lost to %s, and not sent again', async (_, boot, known) => {
    const { remote, link, sent } = begin({ boot: 'boot', taken: 0 });
    expect(remote.reattach(link, boot, known)).toBe('lost');
    expect(await remote.outcome).toMatchObject({ kind: 'lost' });
    expect(sent).toEqual([]);
  });
});
