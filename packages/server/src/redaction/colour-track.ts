/**
 * The stream without terminal control sequences: finds a value that `grep --color` and others have coloured in parts.
 */
import type { Matcher } from './matcher.ts';
import { AnsiSkipper } from './skip-ansi.ts';

export class ColourTrack {
  readonly matcher: Matcher;
  active = false;
  readonly #ansi = new AnsiSkipper();

  constructor(matcher: Matcher) {
    this.matcher = matcher;
  }

  push(byte: number, position: number): void {
    if (this.#ansi.takes(byte)) this.matcher.diverge();
    else this.matcher.feed(byte, position, position + 1, false);
  }

  start(now: number): number {
    return this.matcher.start(now);
  }

  holdsLittle(): boolean {
    return this.matcher.holdsLittle();
  }

  agreesWith(state: number): boolean {
    return this.#ansi.idle && this.matcher.agreesWith(state);
  }

  end(): void {}
}
