/** What an instance needs to go on with a command of another one: written, sealed, and read. */
import type { Position } from '../../agents/handed-over.ts';
import { type KeptOrder, keptOrder } from '../../approvals/kept-order.ts';
import { redactedBytesFromStore, type StreamState } from '../../redaction/index.ts';
import type { Sealer } from '../../vault/sealer.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';
import type { OpenExecution } from '../execution.ts';
import type { KeptState } from '../kept-bytes.ts';
import type { OutputState, Stream } from '../output.ts';

/** Raise this when an older instance would misread what is written. */
export const FORM = 1;

export interface HandedState {
  readonly at: Position;
  /** When it began to run, by the clock that instances share. */
  readonly begunAt: number;
  readonly deadline: number;
  readonly order: KeptOrder;
  readonly template: string;
  readonly machineId: string;
  readonly cwd: string | null;
  readonly container: string | null;
  readonly placedAt: number;
  readonly secretsUsed: readonly string[];
  /** What its output has to be searched for, whatever became of the vault: what it was given, and what was replaced. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly output: OutputState;
}

const context = (userId: string, executionId: string): string[] => ['hand-over', userId, executionId];

/** `now`: the vault as the heir will find it. */
export function handedState(
  execution: OpenExecution,
  at: Position,
  times: Pick<HandedState, 'begunAt' | 'deadline'>,
  now: VaultSnapshot,
): HandedState {
  const { order, template, target, command, place, secretsUsed, vault, output } = execution;
  const { cwd, container } = command;
  return {
    ...{ at, ...times, order: keptOrder(order), template, machineId: target.id, cwd, container },
    ...{ placedAt: place.at, secretsUsed, values: valuesOf(vault, now, secretsUsed), output: output.state() },
  };
}

function valuesOf(then: VaultSnapshot, now: VaultSnapshot, used: readonly string[]): [string, string][] {
  const wanted = new Map<string, string>();
  for (const name of then.names()) {
    const value = then.valueToRedact(name);
    if (value !== undefined && (used.includes(name) || now.valueToRedact(name) !== value)) wanted.set(name, value);
  }
  return [...wanted];
}

/** Facts as JSON, behind their length in four bytes; then the bytes, which may be megabytes, one after the other. */
export function sealState(sealer: Sealer, userId: string, executionId: string, state: HandedState): Buffer {
  const { output, ...facts } = state;
  const bytes: Buffer[] = [];
  const put = (piece: Buffer): number => {
    bytes.push(piece);
    return piece.length;
  };
  const one = ({ kept, leftOut, redaction }: OutputState['stdout']): WrittenStream => ({
    kept: { ...kept, bytes: put(kept.bytes) },
    leftOut,
    redaction: redaction && { ...redaction, raw: put(redaction.raw) },
  });
  const streams = { stdout: one(output.stdout), stderr: one(output.stderr) };
  const head = Buffer.from(JSON.stringify({ facts, redactions: output.redactions, streams } satisfies Written));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return sealer.seal(Buffer.concat([length, head, ...bytes]), context(userId, executionId));
}

/** Throws CannotOpen. */
export function openState(sealer: Sealer, userId: string, executionId: string, sealed: Buffer): HandedState {
  const whole = sealer.open(sealed, context(userId, executionId));
  let at = 4 + whole.readUInt32BE();
  const { facts, redactions, streams } = JSON.parse(whole.toString('utf8', 4, at)) as Written;
  const take = (length: number): Buffer => {
    at += length;
    return whole.subarray(at - length, at);
  };
  const one = ({ kept, leftOut, redaction }: WrittenStream): OutputState['stdout'] => ({
    kept: { ...kept, bytes: redactedBytesFromStore(take(kept.bytes)) },
    leftOut,
    redaction: redaction && { ...redaction, raw: take(redaction.raw) },
  });
  return { ...facts, output: { stdout: one(streams.stdout), stderr: one(streams.stderr), redactions } };
}

/** With the lengths of the bytes instead of the bytes. */
interface Written {
  readonly facts: Omit<HandedState, 'output'>;
  readonly redactions: number;
  readonly streams: Readonly<Record<Stream, WrittenStream>>;
}

interface WrittenStream {
  readonly kept: Omit<KeptState, 'bytes'> & { readonly bytes: number };
  readonly leftOut: number;
  readonly redaction: (Omit<StreamState, 'raw'> & { readonly raw: number }) | null;
}
