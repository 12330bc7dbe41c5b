/** One open link to an agent that may not be identified yet: frames out, frames in, and a heartbeat on both sides. */
import {
  AgentFrame,
  decodeOutput,
  LINK_CLOSED,
  LINK_LIMITS,
  type OutputFrame,
  parseFrame,
  type ServiceFrame,
} from '@synapse/contract';
import type { RawData, WebSocket } from 'ws';

export interface LinkListener {
  onFrame(frame: AgentFrame): void;
  onOutput(frame: OutputFrame): void;
  /** The other side has sent something. */
  onSign(): void;
  onClose(): void;
}

/** What one command needs of a link, whether the link is here or on another instance. */
export interface CommandLink {
  send(frame: ServiceFrame): void;
  close(code: number, reason: string): void;
  /** From now on only this listener gets the command's events. */
  listen(listener: LinkListener): void;
  /** The command no longer uses this link. */
  release(): void;
}

export interface AgentLink extends CommandLink {
  /** Whether the other side answered before the link or the signal ended. */
  ping(signal: AbortSignal): Promise<boolean>;
}

/**
 * After this many silent beats the other side is gone; a half-open connection gives no other sign. Beats are counted,
 * not time: after a stall of our own process, signs that arrived meanwhile are still to be read.
 */
const SILENT_BEATS = 3;
const CLOSE_MS = 1_000;
/** Roughly what a frame costs in memory besides its content. */
const FRAME_BYTES = 256;

/** `onDefect`: if a frame makes our own code fail, only its link ends. */
export function createAgentLink(socket: WebSocket, heartbeatMs: number, onDefect: (error: unknown) => void): AgentLink {
  let listener: LinkListener | null = null;
  let closed = false;
  let silentBeats = 0;
  let unread = 0;

  const sign = (): void => {
    silentBeats = 0;
    listener?.onSign();
  };
  const close: AgentLink['close'] = (code, reason) => {
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  };
  /**
   * Checked for every small frame, also those that the other side makes us send. A side that reads nothing is cut off.
   */
  const sendSmall = (bytes: number, write: (done: () => void) => void): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (unread + bytes > LINK_LIMITS.unreadBytes) {
      socket.terminate();
      return;
    }
    unread += bytes;
    write(() => {
      unread -= bytes;
    });
  };
  const beat = setInterval(() => {
    silentBeats += 1;
    if (silentBeats > SILENT_BEATS) socket.terminate();
    else socket.ping();
  }, heartbeatMs);

  const take = (data: RawData, isBinary: boolean): void => {
    sign();
    const read = isBinary ? decodeOutput(data as Buffer) : parseFrame(AgentFrame, data.toString());
    if (read === null) close(LINK_CLOSED.malformed, 'malformed frame');
    else if ('type' in read) listener?.onFrame(read);
    else listener?.onOutput(read);
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    try {
      take(data, isBinary);
    } catch (error) {
      onDefect(error);
      socket.terminate();
    }
  });
  socket.on('ping', (data: Buffer) => {
    sign();
    sendSmall(data.length + FRAME_BYTES, (done) => socket.pong(data, false, done));
  });
  socket.on('pong', sign);
  // The error is also reported with the end of the link.
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    clearInterval(beat);
    listener?.onClose();
  });

  return {
    close,
    // It concerns all commands.
    release: () => {},
    send: (frame) => {
      const text = JSON.stringify(frame);
      if (text.length <= LINK_LIMITS.smallFrameBytes)
        sendSmall(text.length + FRAME_BYTES, (done) => socket.send(text, done));
      else if (socket.readyState === socket.OPEN) socket.send(text);
    },
    ping: (signal) =>
      new Promise((resolve) => {
        const done = (answered: boolean) => {
          socket.off('pong', onPong).off('close', onEnd);
          signal.removeEventListener('abort', onEnd);
          resolve(answered);
        };
        const onPong = () => done(true);
        const onEnd = () => done(false);
        if (closed || signal.aborted) return resolve(false);
        socket.on('pong', onPong).on('close', onEnd);
        signal.addEventListener('abort', onEnd, { once: true });
        socket.ping();
      }),
    listen: (to) => {
      listener = to;
      if (closed) to.onClose();
    },
  };
}
