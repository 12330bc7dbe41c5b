/**
 * A private line between two instances, for one command on an agent: frames of any size over the bus, encrypted and in
 * order. Anything lost, repeated or forged ends the line; the caller opens another one if needed.
 */
import { LINK_LIMITS } from '@synapse/contract';
import type { Bus } from '../bus/bus.ts';
import type { LineCipher } from '../vault/cipher.ts';
import type { Sealer } from '../vault/sealer.ts';

/** The asker waits for the command. The holder has the agent's link. */
export type Side = 'asker' | 'holder';

export interface RelayChannel {
  /** Both sides make their keys with the holder's nonce, so a recorded line cannot be played again. */
  start(nonce: string): void;
  /** Text, or bytes in one or more pieces. */
  send(frame: string | Uint8Array, ...more: readonly Uint8Array[]): void;
  /** Ends it on both sides; `onEnd` is not called here. */
  end(): void;
}

export interface ChannelOptions {
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly id: string;
  readonly side: Side;
  readonly beatMs: number;
  readonly onFrame: (frame: string | Buffer) => void;
  /** The other side ended it, or has been silent for too long. */
  readonly onEnd: () => void;
}

/** Sent instead of a frame: the agent sends nonsense, and its link must be closed. */
export const HANG_UP = 'hang up';

/**
 * First byte of every message. A frame that is too large is sent in parts, and the last part has the frame's own kind.
 * In front of each of several frames in a message stand its kind and, in four bytes, its length.
 */
const KIND = { text: 0, bytes: 1, part: 2, beat: 3, end: 4, several: 5 } as const;
const HEAD_BYTES = 5;
/** With its seal, well below the largest message. */
const PART_BYTES = 512 * 1024;
const SMALL_BYTES = 4_096;
const SILENT_BEATS = 3;
/** Messages that came before the nonce: more than an agent may send unasked. */
const EARLY_MAX = 64;

export function createRelayChannel(options: ChannelOptions): RelayChannel {
  const { bus, sealer, id, side, onFrame, onEnd } = options;
  const other: Side = side === 'asker' ? 'holder' : 'asker';
  /** Once the nonce is known: what is sent, and what comes. */
  let ciphers: Readonly<Record<'out' | 'back', LineCipher>> | null = null;
  let over = false;
  let silentBeats = 0;
  let early: Uint8Array[] = [];
  let parts: Buffer[] = [];
  let partBytes = 0;
  /** Frames that leave in one message, at the end of this turn of the event loop. */
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;

  const topic = (to: Side): string => `agents.relay.${id}.${to}`;
  const cipher = (from: Side, nonce: string): LineCipher => sealer.line(['agent relay', id, nonce, from]);

  const post = (kind: number, ...payload: readonly Uint8Array[]): void => {
    if (over || ciphers === null) return;
    bus.send(topic(other), ciphers.out.seal(Buffer.of(kind), ...payload));
  };
  const stop = (): void => {
    over = true;
    clearInterval(beat);
    leave();
    [early, parts, gathered, gatheredBytes] = [[], [], [], 0];
  };
  const broken = (): void => {
    if (over) return;
    stop();
    onEnd();
  };

  const take = (message: Uint8Array): void => {
    if (over) return;
    silentBeats = 0;
    if (ciphers === null) return void (early.push(message) > EARLY_MAX && broken());
    let plain: Buffer;
    try {
      plain = ciphers.back.open(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
    } catch {
      return void broken();
    }
    const [kind, payload] = [plain[0], plain.subarray(1)];
    if (kind === KIND.beat) return;
    if (kind === KIND.several) return void takeSeveral(payload);
    if (kind !== KIND.text && kind !== KIND.bytes && kind !== KIND.part) return void broken();
    partBytes += payload.length;
    if (partBytes > LINK_LIMITS.serviceFrameBytes) return void broken();
    parts.push(payload);
    if (kind === KIND.part) return;
    const whole = parts.length === 1 ? payload : Buffer.concat(parts);
    [parts, partBytes] = [[], 0];
    onFrame(kind === KIND.text ? whole.toString() : whole);
  };

  const takeSeveral = (payload: Buffer): void => {
    for (let at = 0; at < payload.length && !over; ) {
      const start = at + HEAD_BYTES;
      const end = start <= payload.length ? start + payload.readUInt32BE(at + 1) : Number.POSITIVE_INFINITY;
      const kind = payload[at];
      if (end > payload.length || parts.length > 0 || (kind !== KIND.text && kind !== KIND.bytes)) return void broken();
      const frame = payload.subarray(start, end);
      onFrame(kind === KIND.text ? frame.toString() : frame);
      at = end;
    }
  };
  const flush = (): void => {
    if (gathered.length === 0) return;
    const pieces = gathered;
    [gathered, gatheredBytes] = [[], 0];
    post(KIND.several, ...pieces);
  };
  const gather = (kind: number, pieces: readonly Uint8Array[], length: number): void => {
    if (over || ciphers === null) return;
    if (gatheredBytes + HEAD_BYTES + length > PART_BYTES) flush();
    if (gathered.length === 0) setImmediate(flush);
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeUInt8(kind);
    head.writeUInt32BE(length, 1);
    // Heads are small: joined, they are encrypted in one piece.
    const small = pieces.findIndex((piece) => piece.length > SMALL_BYTES);
    const [first, rest] = small < 0 ? [pieces, []] : [pieces.slice(0, small), pieces.slice(small)];
    gathered.push(Buffer.concat([head, ...first]), ...rest);
    gatheredBytes += HEAD_BYTES + length;
  };

  const leave = bus.receive(topic(side), take);
  const beat = setInterval(() => {
    silentBeats += 1;
    if (silentBeats > SILENT_BEATS) broken();
    else post(KIND.beat);
  }, options.beatMs).unref();

  return {
    start: (nonce) => {
      ciphers = { out: cipher(side, nonce), back: cipher(other, nonce) };
      const waiting = early;
      early = [];
      for (const message of waiting) take(message);
    },
    send: (frame, ...more) => {
      const kind = typeof frame === 'string' ? KIND.text : KIND.bytes;
      const pieces = [typeof frame === 'string' ? Buffer.from(frame) : frame, ...more];
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (length + HEAD_BYTES <= PART_BYTES) return gather(kind, pieces, length);
      flush();
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      let at = 0;
      for (; bytes.length - at > PART_BYTES; at += PART_BYTES) post(KIND.part, bytes.subarray(at, at + PART_BYTES));
      post(kind, bytes.subarray(at));
    },
    end: () => {
      if (over) return;
      flush();
      post(KIND.end);
      stop();
    },
  };
}
