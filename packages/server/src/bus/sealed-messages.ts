/**
 * What instances tell each other, as NATS sees it: encrypted under a key of the installation, bound to its topic, fresh,
 * and taken once. A reader of the bus learns nothing, and messages of others are dropped.
 */
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Sealer } from '../vault/sealer.ts';

export interface Opened {
  /** Of this message; its answer names it. */
  readonly id: string;
  readonly message: unknown;
}

export interface SealedMessages {
  seal(topic: string, message: unknown): { readonly id: string; readonly bytes: Uint8Array };
  /** Null for what is forged, meant for another topic, too old, or was here before. */
  open(topic: string, bytes: Uint8Array): Opened | null;
  /** The answer to one message, and to no other. */
  sealAnswer(topic: string, id: string, message: unknown): Uint8Array;
  openAnswer(topic: string, id: string, bytes: Uint8Array): unknown;
}

/** All instances go by the database's clock, so they differ by far less. */
const FRESH_MS = 60_000;

interface Envelope {
  readonly id: string;
  readonly at: number;
  readonly message: unknown;
}

export function createSealedMessages(sealer: Sealer, clock: Clock): SealedMessages {
  /** In the order of arrival, so the oldest are forgotten first. Only genuine messages get here. */
  const taken = new Map<string, number>();
  const isNew = (id: string, now: number): boolean => {
    for (const [old, at] of taken) {
      if (now - at <= 2 * FRESH_MS) break;
      taken.delete(old);
    }
    if (taken.has(id)) return false;
    taken.set(id, now);
    return true;
  };
  const answerContext = (topic: string, id: string): string[] => ['bus answer', topic, id];

  return {
    seal: (topic, message) => {
      const id = newId();
      const envelope: Envelope = { id, at: clock(), message: message ?? null };
      return { id, bytes: sealer.seal(Buffer.from(JSON.stringify(envelope)), ['bus', topic]) };
    },
    open: (topic, bytes) => {
      const text = opened(sealer, bytes, ['bus', topic]);
      if (text === null) return null;
      const { id, at, message } = JSON.parse(text) as Envelope;
      const now = clock();
      return Math.abs(now - at) <= FRESH_MS && isNew(id, now) ? { id, message } : null;
    },
    sealAnswer: (topic, id, message) =>
      sealer.seal(Buffer.from(JSON.stringify(message ?? null)), answerContext(topic, id)),
    openAnswer: (topic, id, bytes) => {
      const text = opened(sealer, bytes, answerContext(topic, id));
      return text === null ? null : JSON.parse(text);
    },
  };
}

function opened(sealer: Sealer, bytes: Uint8Array, context: readonly string[]): string | null {
  try {
    return sealer.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), context).toString();
  } catch {
    return null;
  }
}
