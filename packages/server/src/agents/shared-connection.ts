/** An agent's link, as its holder shares it with the other instances: each of their commands has a line of its own. */
import { randomUUID } from 'node:crypto';
import {
  type AgentFrame,
  LINK_CLOSED,
  LINK_LIMITS,
  type OutputFrame,
  outputHead,
  parseFrame,
  ServiceFrame,
} from '@synapse/contract';
import type { AgentLink } from './agent-link.ts';
import { HANG_UP, type RelayChannel } from './relay-channel.ts';
import type { Progress } from './remote-command.ts';

export interface SharedConnection {
  /** An instance waits for this command. The line belongs to that instance from now on. */
  openLine(progress: Progress, open: OpenLine): OpenedLine;
  /** False when the command belongs to no other instance. */
  frame(frame: CommandFrame): boolean;
  output(frame: OutputFrame): void;
  /** The link is gone. */
  close(): void;
}

/** Makes the holder's end of a line. */
export type OpenLine = (
  nonce: string,
  on: { frame: (frame: string | Buffer) => void; end: () => void },
) => RelayChannel;
export type CommandFrame = Extract<AgentFrame, { id: string }>;

export interface OpenedLine {
  readonly nonce: string;
  /** Whether the agent was sent the command before. */
  readonly known: boolean;
}

export interface SharedConnectionOptions {
  readonly link: Pick<AgentLink, 'send' | 'close'>;
  /** Commands of other instances that the agent reported when it connected. */
  readonly commands: readonly string[];
  /** A command without a receiver after this time is killed, because the instance that waited for it is dead. */
  readonly claimMs: number;
  /** While the other instances cannot be heard, none of them counts as dead. */
  readonly heard: () => boolean;
  /** Told how much output was passed on. */
  readonly passed: (bytes: number) => void;
}

interface Line {
  readonly channel: RelayChannel;
  /** False while the agent's frames still belong to an earlier line. */
  synced: boolean;
  acked: number;
}

export function createSharedConnection({
  link,
  commands,
  claimMs,
  heard,
  passed,
}: SharedConnectionOptions): SharedConnection {
  /** Commands of other instances that the agent was sent, and has not been told to forget. */
  const known = new Set(commands);
  const lines = new Map<string, Line>();
  const timers = new Map<string, NodeJS.Timeout>();

  const awaitClaim = (id: string): void => {
    clearTimeout(timers.get(id));
    const timer = setTimeout(() => {
      if (!heard()) return awaitClaim(id);
      timers.delete(id);
      forget(id);
    }, claimMs);
    timers.set(id, timer.unref());
  };
  const claimed = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const forget = (id: string): void => {
    known.delete(id);
    link.send({ type: 'forget', id });
  };

  const pass = (line: Line, id: string, message: string | Buffer): void => {
    if (message === HANG_UP) return void link.close(LINK_CLOSED.malformed, 'output out of bounds');
    const frame = typeof message === 'string' ? parseFrame(ServiceFrame, message) : null;
    // A line may carry frames of one command only, and only those that are allowed for it.
    if (frame === null || !('id' in frame) || frame.id !== id || frame.type === 'resume') return void end(line, id);
    if (frame.type === 'run') known.add(id);
    if (frame.type === 'ack') line.acked = Math.max(line.acked, frame.position);
    link.send(frame);
    if (frame.type === 'forget') known.delete(id);
  };
  const end = (line: Line, id: string): void => {
    line.channel.end();
    if (lines.get(id) !== line) return;
    lines.delete(id);
    if (known.has(id)) awaitClaim(id);
  };

  for (const id of commands) awaitClaim(id);

  return {
    openLine: ({ id, received, consumed }, open) => {
      lines.get(id)?.channel.end();
      claimed(id);
      const nonce = randomUUID();
      const channel = open(nonce, { frame: (message) => pass(line, id, message), end: () => end(line, id) });
      const line: Line = { channel, synced: !known.has(id), acked: consumed };
      lines.set(id, line);
      if (!line.synced) link.send({ type: 'resume', id, received, consumed });
      return { nonce, known: !line.synced };
    },
    frame: (frame) => {
      const line = lines.get(frame.id);
      if (line === undefined) return known.has(frame.id);
      if (frame.type === 'resumed') line.synced = true;
      else if (line.synced) line.channel.send(JSON.stringify(frame));
      return true;
    },
    output: (frame) => {
      const line = lines.get(frame.id);
      if (line === undefined || !line.synced) return;
      // Checked here too: output beyond the agent's credit must not pile up on its way.
      const ahead = frame.position + frame.data.length - line.acked;
      if (ahead > LINK_LIMITS.windowBytes + LINK_LIMITS.agentFrameBytes) {
        link.close(LINK_CLOSED.malformed, 'output out of bounds');
        return;
      }
      line.channel.send(outputHead(frame), frame.data);
      passed(frame.data.length);
    },
    close: () => {
      for (const line of lines.values()) line.channel.end();
      for (const timer of timers.values()) clearTimeout(timer);
      lines.clear();
      timers.clear();
      known.clear();
    },
  };
}
