/** Texts that an expression would stumble over: pieces of itself, many times over, in front of what it does not expect. */
import { type Piece, repeats } from './expression.ts';

const MOST_SAMPLES = 4;

/** Some texts that a piece takes. */
export function samplesOf(piece: Piece): string[] {
  switch (piece.kind) {
    case 'one':
      return [...piece.samples];
    case 'choice':
      return piece.pieces.flatMap((each) => samplesOf(each).slice(0, 2)).slice(0, 3 * MOST_SAMPLES);
    case 'repeat':
      return samplesOf(piece.piece).map((sample) => sample.repeat(Math.max(1, Math.min(piece.least, 8))));
    case 'again':
      return samplesOf(piece.group);
    case 'sequence': {
      const each = piece.pieces.map(samplesOf).filter((samples) => samples.length > 0);
      const rounds = Math.min(MOST_SAMPLES, Math.max(0, ...each.map(({ length }) => length)));
      return Array.from({ length: rounds }, (_, round) =>
        each.map((samples) => samples[round % samples.length]!).join(''),
      );
    }
    default:
      return [];
  }
}

/** What is worth repeating: whatever repeats, with what stands in front of it, and that alone. */
function* units(piece: Piece, before: string): Generator<readonly [before: string, unit: string]> {
  if (!repeats(piece)) return;
  if (piece.kind === 'repeat') {
    const samples = samplesOf(piece.piece);
    for (const sample of samples) yield [before, sample];
    if (before !== '') for (const sample of samples.slice(0, 2)) yield ['', before + sample];
    if (before !== '') yield ['', before];
    yield* units(piece.piece, before);
  } else if (piece.kind === 'choice' || piece.kind === 'look') {
    for (const each of piece.kind === 'look' ? [piece.piece] : piece.pieces) yield* units(each, before);
  } else if (piece.kind === 'sequence') {
    for (const sample of samplesOf(piece).slice(0, 2)) yield ['', sample];
    let lead = before;
    for (const each of piece.pieces) {
      yield* units(each, lead);
      lead += samplesOf(each)[0] ?? '';
    }
  }
}

const MOST_UNITS = 40;

export function* textsFor(root: Piece, size: number): Generator<string> {
  const seen = new Set<string>();
  for (const [before, unit] of units(root, '')) {
    const text = before + unit.repeat(Math.ceil(size / Math.max(1, unit.length)));
    if (unit === '' || seen.has(text) || seen.size > MOST_UNITS) continue;
    seen.add(text);
    yield text;
    // What no expression expects.
    yield `${text}\u0001`;
  }
}
