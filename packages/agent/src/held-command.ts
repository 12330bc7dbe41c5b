/** A command whose end the service has not heard yet: its output that was not acknowledged, and its end. */
import { type AgentFrame, encodeOutput, LINK_LIMITS, type ServiceFrame } from '@synapse/contract';
import { HeldInput } from './held-input.ts';

type EndFrame = Extract<AgentFrame, { type: 'ended' | 'refused' }>;

/** How far the receiver has got. */
type Progress = Omit<Extract<ServiceFrame, { type: 'resume' }>, 'id' | 'type'>;

/** What is acknowledged and sent again as one. A frame may hold several. */
const RECORD_BYTES = 64 * 1024;
const FRAME_RECORDS = 256;
/** So many small pieces take much more memory than their bytes: they get the smaller window. */
const MANY_RECORDS = 8_192;

interface OutputRecord {
  readonly stream: 'stdout' | 'stderr';
  readonly position: number;
  readonly data: Buffer;
}

export class HeldCommand {
  readonly id: string;
  readonly abort = new AbortController();
  readonly #wake: () => void;
  #records: OutputRecord[] = [];
  /** Index of the first record that this link has not carried yet. */
  #next = 0;
  #position = 0;
  #acked = 0;
  #room: PromiseWithResolvers<void> | null = null;
  #started = false;
  #startedSent = false;
  #end: EndFrame | null = null;
  #endSent = false;
  #parked = false;
  #resumed = false;
  #dropped = false;
  /** Set if the command reads an input. */
  readonly input: HeldInput | null;
  #fedSaid = -1;

  /** `wake` is called whenever there is something to send. */
  constructor(id: string, wake: () => void, readsInput = false) {
    this.id = id;
    this.#wake = wake;
    this.input = readsInput ? new HeldInput(wake) : null;
  }

  get dropped(): boolean {
    return this.#dropped;
  }

  /** Keeps the bytes until the service has taken them. When the window is full, the command waits. */
  write(stream: 'stdout' | 'stderr', chunk: Buffer): void | Promise<void> {
    if (this.#dropped) return;
    for (let at = 0; at < chunk.length; at += RECORD_BYTES) {
      const data = chunk.subarray(at, at + RECORD_BYTES);
      this.#records.push({ stream, position: this.#position, data });
      this.#position += data.length;
    }
    this.#wake();
    if (!this.#full()) return;
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  started(): void {
    this.#started = true;
    this.#wake();
  }

  end(frame: EndFrame): void {
    this.#end = frame;
    this.#wake();
  }

  ack(position: number): void {
    this.#acked = Math.max(this.#acked, Math.min(position, this.#position));
    let gone = 0;
    while (gone < this.#next && this.#endOf(gone) <= this.#acked) gone += 1;
    if (gone > 0) this.#records = this.#records.slice(gone);
    this.#next -= gone;
    if (!this.#full()) this.#giveRoom();
    // What was beyond the window until now.
    if (this.#next < this.#records.length) this.#wake();
  }

  /** The command keeps running without sending anything, until an instance asks for it. */
  park(): void {
    this.#parked = true;
  }

  /**
   * Asked for in the middle of a link. It says so first, because frames still on their way belong to what was before.
   */
  resume(progress: Progress): void {
    this.#resumed = true;
    this.rewind(progress);
    this.#wake();
  }

  /** A new link: sends again what the service has not received. */
  rewind({ received, consumed }: Progress): void {
    this.#parked = false;
    this.#next = this.#records.findIndex(({ position }) => position >= received);
    if (this.#next < 0) this.#next = this.#records.length;
    this.#startedSent = false;
    this.#endSent = false;
    this.ack(consumed);
  }

  /** The receiver is gone: the command is killed, and what it still prints is dropped. */
  drop(): void {
    this.#dropped = true;
    this.#records = [];
    this.#next = 0;
    this.#giveRoom();
    this.input?.fail();
    this.abort.abort();
  }

  /** What to send next, in the one possible order. Null: nothing now. */
  nextFrame(): AgentFrame | Uint8Array | null {
    if (this.#parked) return null;
    if (this.#resumed) {
      this.#resumed = false;
      return { type: 'resumed', id: this.id };
    }
    if (this.#started && !this.#startedSent) {
      this.#startedSent = true;
      return { type: 'started', id: this.id };
    }
    if (this.input !== null && this.input.taken > this.#fedSaid) {
      this.#fedSaid = this.input.taken;
      return { type: 'fed', id: this.id, position: this.#fedSaid };
    }
    const records = this.#nextRecords();
    if (records.length > 0) {
      this.#next += records.length;
      const { stream, position } = records[0]!;
      return encodeOutput({ id: this.id, stream, position }, ...records.map(({ data }) => data));
    }
    if (this.#end === null || this.#endSent || this.#next < this.#records.length) return null;
    this.#endSent = true;
    return this.#end;
  }

  #full(): boolean {
    const ahead = this.#position - this.#acked;
    const many = this.#records.length >= MANY_RECORDS;
    return ahead >= (many ? LINK_LIMITS.smallWindowBytes : LINK_LIMITS.windowBytes);
  }

  /** Those that fit into one frame and into the window. */
  #nextRecords(): OutputRecord[] {
    const first = this.#records[this.#next];
    if (first === undefined || first.position - this.#acked >= LINK_LIMITS.windowBytes) return [];
    let end = this.#next + 1;
    for (; end < this.#records.length && end - this.#next < FRAME_RECORDS; end++) {
      const { stream, position } = this.#records[end]!;
      if (stream !== first.stream || position - this.#acked >= LINK_LIMITS.windowBytes) break;
      if (this.#endOf(end) - first.position > LINK_LIMITS.outputFrameBytes) break;
    }
    return this.#records.slice(this.#next, end);
  }

  #endOf(index: number): number {
    const { position, data } = this.#records[index]!;
    return position + data.length;
  }

  #giveRoom(): void {
    this.#room?.resolve();
    this.#room = null;
  }
}
