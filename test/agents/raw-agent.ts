/** Speaks to the link by hand, correctly or not: for tests of who is accepted. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { AGENT_PROTOCOL, proofText } from '@synapse/contract';
import { WebSocket } from 'ws';

export interface RawKey {
  readonly publicKey: string;
  sign(text: string): string;
}

export function rawKey(type: 'ed25519' | 'ed448' = 'ed25519'): RawKey {
  const { publicKey, privateKey } = (
    generateKeyPairSync as (type: string) => { publicKey: KeyObject; privateKey: KeyObject }
  )(type);
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

export interface Talk {
  readonly nonce: string;
  send(frame: unknown): void;
  readonly socket: WebSocket;
  /** The frames that came after `hello`. */
  readonly frames: Record<string, unknown>[];
  /** Resolves with the next frame of this type that nobody has asked for yet. */
  next(type: string): Promise<Record<string, unknown>>;
  /** How it was closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
}

export const ABOUT = { protocol: AGENT_PROTOCOL, version: '0.0.0', platform: 'test', hostname: 'test' };

export async function openTalk(url: string, headers: Record<string, string> = {}): Promise<Talk> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/agent/link`, { headers });
  const frames: Record<string, unknown>[] = [];
  const unclaimed: Record<string, unknown>[] = [];
  const waiting: { type: string; resolve: (frame: Record<string, unknown>) => void }[] = [];
  const hello = Promise.withResolvers<string>();
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', hello.reject);
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as Record<string, unknown>;
    if (frame.type === 'hello') return hello.resolve(frame.nonce as string);
    frames.push(frame);
    const index = waiting.findIndex(({ type }) => type === frame.type);
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(frame);
    else unclaimed.push(frame);
  });
  return {
    nonce: await hello.promise,
    socket,
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    next: (type) =>
      new Promise((resolve) => {
        const index = unclaimed.findIndex((frame) => frame.type === type);
        if (index >= 0) resolve(unclaimed.splice(index, 1)[0]!);
        else waiting.push({ type, resolve });
      }),
  };
}

export function enrolFrame(key: RawKey, nonce: string, code: string) {
  const signature = key.sign(proofText('enrol', nonce, code));
  return { type: 'enrol', ...ABOUT, code, public_key: key.publicKey, signature };
}

export function proveFrame(key: RawKey, nonce: string, machineId: string, boot = 'boot-1', commands: string[] = []) {
  const signature = key.sign(proofText('link', nonce, machineId));
  return {
    type: 'prove',
    ...ABOUT,
    machine_id: machineId,
    public_key: key.publicKey,
    signature,
    boot,
    attempt: ++attempts,
    commands,
  };
}

/** Counted over all of them, as if one agent had made them all. */
let attempts = 0;

/** Enrols a key with a code; returns the machine's id. */
export async function enrolRaw(url: string, key: RawKey, code: string): Promise<string> {
  const talk = await openTalk(url);
  const enrolled = talk.next('enrolled');
  talk.send(enrolFrame(key, talk.nonce, code));
  const { machine_id } = await Promise.race([enrolled, talk.closed.then(({ reason }) => Promise.reject(reason))]);
  return machine_id as string;
}
