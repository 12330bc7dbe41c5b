/**
 * What an agent and the service say to each other over their one WebSocket. Control frames are JSON text, output frames
 * are binary. The service speaks first (`hello`); the agent answers with `enrol` or `prove`; then both may speak at will.
 */
import * as z from 'zod';
import { ERROR_CODES, type ErrorCode } from './errors.ts';

/** Raise this when an older program would misread a frame. */
export const AGENT_PROTOCOL = 1;
export const AGENT_LINK_PATH = '/agent/link';
export const AGENT_PROGRAM_PATH = '/agent/synapse-agent.mjs';

export const LINK_LIMITS = {
  /** The most output of one command that may be sent but not yet acknowledged. The agent keeps it, to send it again. */
  windowBytes: 4 * 1024 * 1024,
  /** The same for output in many small pieces, and for input that the command has not read yet. */
  smallWindowBytes: 1024 * 1024,
  /** The most output in one frame. */
  outputFrameBytes: 192 * 1024,
  /** The same for input, from the service to the agent. */
  inputFrameBytes: 64 * 1024,
  /** The largest frame from an agent. */
  agentFrameBytes: 256 * 1024,
  /** The largest frame from the service: a command with all its secrets. */
  serviceFrameBytes: 32 * 1024 * 1024,
  /** How many bytes of answers and other small frames may wait for an agent to read them. */
  unreadBytes: 1024 * 1024,
  /** Larger frames are commands. Their number is bounded by what the service itself has sent. */
  smallFrameBytes: 64 * 1024,
  /** How many commands an agent may hold at once. */
  commands: 256,
} as const;

/** Why a link was closed, as the WebSocket's close code. */
export const LINK_CLOSED = {
  malformed: 4400,
  refused: 4401,
  revoked: 4403,
  replaced: 4409,
  protocol: 4426,
} as const;

export const LINK_REFUSALS = [
  'unknown_machine',
  'not_enrolled',
  'key_changed',
  'bad_signature',
  'code_unknown',
  'code_expired',
  'code_used',
] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

const CommandId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const Position = z.int().min(0);
const Base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]+={0,2}$/)
  .max(256);
const Told = z.string().max(100);
/**
 * The variables that bring values to a command. The service makes up these names, and no program reads one of them; a
 * name such as `PATH`, or one that is shell code, makes the whole frame malformed.
 */
const VariableName = z.string().regex(/^__synapse_(?:v_{0,512}[0-9]{1,5}|e[0-9]{1,5}|sudo|line|j)$/);
const Details = z.record(z.string().max(40), z.string().max(5000));
const Progress = { id: CommandId, received: Position, consumed: Position };

const about = { protocol: z.int(), version: Told, platform: Told, hostname: Told };

export const AgentFrame = z.discriminatedUnion('type', [
  /** A new key, with the one-time code that allows it. */
  z.object({ type: z.literal('enrol'), ...about, code: Told, public_key: Base64, signature: Base64 }),
  z.object({
    type: z.literal('prove'),
    ...about,
    machine_id: Told,
    public_key: Base64,
    signature: Base64,
    /** New with every start of the agent. Whatever an earlier start was running is dead. */
    boot: CommandId,
    /** Counts the links of this start. When two links are open at once, the one with the higher number is valid. */
    attempt: z.int().min(0),
    /** Every command the agent still knows, running or ended. */
    commands: z.array(CommandId).max(LINK_LIMITS.commands),
  }),
  z.object({ type: z.literal('started'), id: CommandId }),
  /** The answer to `resume`: the frames after this one start at the position that `resume` named. */
  z.object({ type: z.literal('resumed'), id: CommandId }),
  /**
   * The command reads its input, and has taken this much. The service sends input only to an agent that has said so, and
   * no more ahead of it than `smallWindowBytes`.
   */
  z.object({ type: z.literal('fed'), id: CommandId, position: Position }),
  z.object({
    type: z.literal('refused'),
    id: CommandId,
    code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
    details: Details,
    /** The details whose text differs in English. */
    english: Details,
  }),
  z.object({
    type: z.literal('ended'),
    id: CommandId,
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('exited'), exitCode: z.int().min(0).max(255) }),
      z.object({ kind: z.literal('killed') }),
      z.object({ kind: z.literal('lost'), reason: z.string().max(500), english: z.string().max(500) }),
    ]),
  }),
]);
export type AgentFrame = z.infer<typeof AgentFrame>;

export const ServiceFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), protocol: z.int(), nonce: Base64, heartbeat_ms: z.int().min(10).max(600_000) }),
  z.object({ type: z.literal('enrolled'), machine_id: z.string().max(64), slug: z.string().max(63) }),
  z.object({
    type: z.literal('welcome'),
    slug: z.string().max(63),
    /** Commands that the service still waits for, with the position it has reached in each. */
    resume: z.array(z.object(Progress)),
    /**
     * Commands that another instance may still ask for. They keep running without sending anything. The agent kills all
     * others.
     */
    keep: z.array(CommandId),
  }),
  /**
   * An instance asks for a command that was kept, or has lost track of one. The agent sends again from that position.
   */
  z.object({ type: z.literal('resume'), ...Progress }),
  z.object({
    type: z.literal('run'),
    id: CommandId,
    script: z.string(),
    /** Not given: the script is for any shell. */
    shell: z.enum(['auto', 'bash', 'sh']).optional(),
    secrets: z.record(VariableName, z.string()),
    cwd: z.string().nullable(),
    container: z.string().nullable(),
    /**
     * A duration, not a time of day, because the two clocks may differ. Null: the command has no deadline of its own.
     */
    timeout_ms: z.int().min(0).nullable(),
    /** The longest wait for the shell to get ready, where the service does not want the agent's own. */
    shell_ms: z.int().min(1).optional(),
    /** The command reads an input, which follows in frames of its own. */
    input: z.boolean().optional(),
  }),
  /** More input of a command, in base64. Null: there will be no more, though it was not all. */
  z.object({
    type: z.literal('input'),
    id: CommandId,
    data: z
      .string()
      .max(1024 * 1024)
      .nullable(),
  }),
  /** The output up to here was taken, so the agent may send that much more. */
  z.object({ type: z.literal('ack'), id: CommandId, position: Position }),
  z.object({ type: z.literal('cancel'), id: CommandId }),
  /** The service has taken the command's end: the agent may forget it. */
  z.object({ type: z.literal('forget'), id: CommandId }),
]);
export type ServiceFrame = z.infer<typeof ServiceFrame>;

/** What the agent signs. Valid only for this link, this purpose and this subject (a machine's id, or a code). */
export function proofText(purpose: 'enrol' | 'link', nonce: string, subject: string): string {
  return ['synapse-agent', AGENT_PROTOCOL, purpose, nonce, subject].join('\n');
}

export interface OutputFrame {
  readonly id: string;
  readonly stream: 'stdout' | 'stderr';
  /** How many bytes of both streams came before these. */
  readonly position: number;
  readonly data: Uint8Array;
}

const STREAMS = ['stdout', 'stderr'] as const;
/** One byte for the stream, six for the position, one for the length of the id. */
const FIXED = 8;

/** The data may lie in several pieces. */
export function encodeOutput(output: Omit<OutputFrame, 'data'>, ...data: readonly Uint8Array[]): Uint8Array {
  const pieces = [outputHead(output), ...data];
  const frame = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    frame.set(piece, at);
    at += piece.length;
  }
  return frame;
}

/** The frame without its data, for a sender that does not join them. */
export function outputHead({ id, stream, position }: Omit<OutputFrame, 'data'>): Uint8Array {
  const head = new Uint8Array(FIXED + id.length);
  const view = new DataView(head.buffer);
  view.setUint8(0, STREAMS.indexOf(stream));
  view.setUint16(1, Math.floor(position / 2 ** 32));
  view.setUint32(3, position % 2 ** 32);
  view.setUint8(7, id.length);
  for (let index = 0; index < id.length; index++) head[FIXED + index] = id.charCodeAt(index);
  return head;
}

/** Null for anything that is not an output frame. */
export function decodeOutput(frame: Uint8Array): OutputFrame | null {
  if (frame.length < FIXED) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const stream = STREAMS[view.getUint8(0)];
  const start = FIXED + view.getUint8(7);
  const id = String.fromCharCode(...frame.subarray(FIXED, start));
  if (stream === undefined || start > frame.length || !CommandId.safeParse(id).success) return null;
  return { id, stream, position: view.getUint16(1) * 2 ** 32 + view.getUint32(3), data: frame.subarray(start) };
}

/** One control frame, or null for anything else. */
export function parseFrame<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
