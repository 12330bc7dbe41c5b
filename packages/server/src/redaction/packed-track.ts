/**
 * A gzip or zlib stream in base64 that begins a line: unpacked within bounds, and removed whole if it contains a value.
 */
import { gunzipSync, inflateSync, constants as zlib } from 'node:zlib';
import type { Report } from './matcher.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const PADDING = 0x3d;
/** The first characters of what gzip, and zlib at each of its levels, write. */
const HEADER = /^(?:H4sI|eJ[w-z]|eA[E-H]|eF[4-7]|eN[o-r])/;
const BEGINNING = /^(?:H(?:4(?:sI?)?)?|e(?:J[w-z]?|A[E-H]?|F[4-7]?|N[o-r]?)?)$/;
const HEADER_CHARS = 4;
/** Longer ones are let through, and so are those that unpack to more than is searched. */
const MOST_CHARS = 32 * 1024;
const MOST_BYTES = 256 * 1024;
const MOST_GROWTH = 32;
const LEAST_ROOM = 4096;

const IS_BASE64 = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether one may begin here, as far as the bytes tell. */
export function opensPacked(bytes: Buffer, index: number): boolean {
  const first = bytes[index];
  if (first !== undefined && first !== 0x48 && first !== 0x65) return false;
  const text = bytes.toString('latin1', index, index + HEADER_CHARS);
  return HEADER.test(text) || (text.length < HEADER_CHARS && (text === '' || BEGINNING.test(text)));
}

export class PackedTrack {
  readonly #report: Report;
  readonly #nameIn: (bytes: Buffer) => string | null;
  active = false;
  #start = 0;
  /** Just after its last character. */
  #end = 0;
  #run: number[] = [];
  #line = 0;
  #firstLine = 0;

  /** `nameIn` tells which secret is in some bytes. */
  constructor(report: Report, nameIn: (bytes: Buffer) => string | null) {
    this.#report = report;
    this.#nameIn = nameIn;
  }

  open(position: number): void {
    this.active = true;
    this.#start = position;
    this.#run = [];
    this.#line = 0;
    this.#firstLine = 0;
  }

  push(byte: number, position: number): void {
    if (IS_BASE64[byte] === 1 || byte === PADDING) this.#take(byte, position + 1);
    else if (byte === NEWLINE) this.#endLine();
    else if (byte !== RETURN) this.#finish();
  }

  start(): number {
    return this.#start;
  }

  /** Its first characters are the same in all packed data. */
  holdsLittle(): boolean {
    return this.#run.length < HEADER_CHARS;
  }

  end(): void {
    this.#finish();
  }

  #take(byte: number, end: number): void {
    this.#end = end;
    this.#run.push(byte);
    this.#line++;
    if (this.#run.length > MOST_CHARS) this.active = false;
    if (this.#run.length === HEADER_CHARS && !HEADER.test(Buffer.from(this.#run).toString('latin1')))
      this.active = false;
  }

  /** All lines have one length; a shorter one is the last. */
  #endLine(): void {
    if (this.#firstLine === 0) this.#firstLine = this.#line;
    if (this.#line === this.#firstLine && this.#line > 0) this.#line = 0;
    else this.#finish();
  }

  #finish(): void {
    this.active = false;
    const bytes = unpack(Buffer.from(Buffer.from(this.#run).toString('latin1'), 'base64'));
    const name = bytes === null ? null : this.#nameIn(bytes);
    if (name !== null) this.#report(this.#start, this.#end, name);
  }
}

/** One that was cut off is read as far as possible. */
function unpack(packed: Buffer): Buffer | null {
  const maxOutputLength = Math.min(MOST_BYTES, packed.length * MOST_GROWTH + LEAST_ROOM);
  try {
    const open = packed[0] === 0x1f ? gunzipSync : inflateSync;
    return open(packed, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
