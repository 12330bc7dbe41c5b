/** Splits the one stream in which a container engine sends stdout and stderr, without collecting whole frames. */

export interface Piece {
  /** `raw`: the engine broke the format, as Docker does to report that a program could not be started. */
  readonly from: 'stdout' | 'stderr' | 'raw';
  readonly bytes: Buffer;
}

const HEADER_LENGTH = 8;
/** With 3, newer engines report problems of their own. */
const SOURCES = { 1: 'stdout', 2: 'stderr', 3: 'stderr' } as const satisfies Record<number, Piece['from']>;

export class FrameReader {
  #header = Buffer.alloc(0);
  #from: Piece['from'] = 'raw';
  #left = 0;

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left === 0) rest = this.#readHeader(rest);
      const bytes = rest.subarray(0, this.#left);
      if (bytes.length > 0) pieces.push({ from: this.#from, bytes });
      this.#left -= bytes.length;
      rest = rest.subarray(bytes.length);
    }
    return pieces;
  }

  #readHeader(chunk: Buffer): Buffer {
    const missing = HEADER_LENGTH - this.#header.length;
    this.#header = Buffer.concat([this.#header, chunk.subarray(0, missing)]);
    if (!isHeader(this.#header)) {
      this.#from = 'raw';
      this.#left = Number.POSITIVE_INFINITY;
      return Buffer.concat([this.#header, chunk.subarray(missing)]);
    }
    if (this.#header.length === HEADER_LENGTH) {
      this.#from = SOURCES[this.#header[0] as keyof typeof SOURCES];
      this.#left = this.#header.readUInt32BE(4);
      this.#header = Buffer.alloc(0);
    }
    return chunk.subarray(missing);
  }
}

/** The source, three zeros, the length. A header that is not complete yet may still be one. */
function isHeader(bytes: Buffer): boolean {
  return bytes[0]! in SOURCES && !bytes.subarray(1, 4).some((byte) => byte !== 0);
}
