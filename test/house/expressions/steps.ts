/** How many steps a backtracking engine takes with an expression and a text: counted, and given up at a bound. */
import type { Piece } from './expression.ts';

class TooMany extends Error {}
type Then = (at: number) => boolean;

/** The bound itself where it is more. `sticky`: it is tried at the first place alone. */
export function countSteps(root: Piece, text: string, bound: number, sticky: boolean): number {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps >= bound) throw new TooMany();
  };

  const match = (piece: Piece, at: number, then: Then): boolean => {
    step();
    switch (piece.kind) {
      case 'one':
        return at < text.length && piece.takes(text[at]!) && then(at + 1);
      case 'edge':
        return piece.holds(text, at) && then(at);
      case 'choice':
        return piece.pieces.some((each) => match(each, at, then));
      case 'sequence':
        return inTurn(piece.pieces, 0, at, then);
      case 'look':
        return (piece.behind ? false : match(piece.piece, at, () => true)) === piece.wanted && then(at);
      case 'again':
        return match(piece.group, at, then);
      case 'repeat':
        return piece.piece.kind === 'one' ? run(piece, piece.piece, at, then) : rounds(piece, 0, at, then);
    }
  };
  const inTurn = (pieces: readonly Piece[], index: number, at: number, then: Then): boolean =>
    index === pieces.length ? then(at) : match(pieces[index]!, at, (next) => inTurn(pieces, index + 1, next, then));
  /** Of single characters: without a call for each. */
  const run = (
    { least, most, lazy }: Piece & { kind: 'repeat' },
    { takes }: Piece & { kind: 'one' },
    at: number,
    then: Then,
  ): boolean => {
    let end = at;
    const goOn = (): boolean => {
      step();
      if (end - at >= most || end >= text.length || !takes(text[end]!)) return false;
      end += 1;
      return true;
    };
    if (lazy) {
      while (end - at < least) if (!goOn()) return false;
      do if (then(end)) return true;
      while (goOn());
      return false;
    }
    while (goOn());
    for (; end - at >= least; end -= 1) {
      step();
      if (then(end)) return true;
    }
    return false;
  };
  const rounds = (piece: Piece & { kind: 'repeat' }, count: number, at: number, then: Then): boolean => {
    const more = (): boolean =>
      count < piece.most &&
      match(piece.piece, at, (next) => (next > at || count < piece.least) && rounds(piece, count + 1, next, then));
    if (count < piece.least) return more();
    return piece.lazy ? then(at) || more() : more() || then(at);
  };

  try {
    for (let at = 0; at <= text.length; at += 1) {
      if (match(root, at, () => true) || sticky) return steps;
      // Nothing else is tried where it begins with the beginning of the text.
      if (startsAtStart(root)) return steps;
    }
    return steps;
  } catch (error) {
    if (error instanceof TooMany || error instanceof RangeError) return bound;
    throw error;
  }
}

function startsAtStart(piece: Piece): boolean {
  if (piece.kind === 'sequence') return piece.pieces.length > 0 && startsAtStart(piece.pieces[0]!);
  if (piece.kind === 'choice') return piece.pieces.every(startsAtStart);
  return piece.kind === 'edge' && piece.holds('ab', 0) && !piece.holds('ab', 1) && !piece.holds('\n\nb', 1);
}
