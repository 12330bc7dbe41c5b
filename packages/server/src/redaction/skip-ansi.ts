/** Recognises terminal control sequences (colours, titles, links), byte by byte, so that a track can skip them. */

export const ESC = 0x1b;
const BEL = 0x07;
const MAX_SEQUENCE = 1024;

type State = 'text' | 'escape' | 'csi' | 'osc' | 'osc-escape' | 'charset';

export class AnsiSkipper {
  #state: State = 'text';
  #length = 0;

  get idle(): boolean {
    return this.#state === 'text';
  }

  /** Whether this byte belongs to a control sequence. A malformed or too long one ends where that shows. */
  takes(byte: number): boolean {
    if (this.#state === 'text' && byte !== ESC) return false;
    this.#length = this.#state === 'text' ? 1 : this.#length + 1;
    const next = this.#length > MAX_SEQUENCE ? undefined : this.#next(byte);
    this.#state = next ?? 'text';
    return next !== undefined;
  }

  /** The next state after this byte, or undefined when it is text again. */
  #next(byte: number): State | undefined {
    if (byte === ESC) return this.#state === 'osc' ? 'osc-escape' : 'escape';
    switch (this.#state) {
      case 'escape':
        if (byte === 0x5b) return 'csi';
        if (byte === 0x5d) return 'osc';
        if (byte >= 0x20 && byte <= 0x2f) return 'charset';
        return byte >= 0x30 && byte <= 0x7e ? 'text' : undefined;
      case 'csi':
        if (byte >= 0x20 && byte <= 0x3f) return 'csi';
        return byte >= 0x40 && byte <= 0x7e ? 'text' : undefined;
      case 'osc':
        if (byte === BEL) return 'text';
        return byte === 0x0a ? undefined : 'osc';
      case 'osc-escape':
      case 'charset':
        return byte >= 0x30 && byte <= 0x7e ? 'text' : undefined;
      default:
        return undefined;
    }
  }
}
