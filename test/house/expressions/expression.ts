/** A regular expression as it is written, read into a tree: for texts that it stumbles over, and to count its steps. */

export type Piece =
  | { readonly kind: 'one'; readonly takes: (letter: string) => boolean; readonly samples: readonly string[] }
  | { readonly kind: 'sequence'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'choice'; readonly pieces: readonly Piece[] }
  | {
      readonly kind: 'repeat';
      readonly piece: Piece;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: 'edge'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'look'; readonly piece: Piece; readonly wanted: boolean; readonly behind: boolean }
  /** What a group took, once more. */
  | { readonly kind: 'again'; readonly group: Piece };

/** Tried against a class, for samples of what it takes. */
const COMMON = [...'a0 -/["\'\\{(.:=_A,\n\t'];
const WORD = /\w/;

export function readExpression(source: string, flags: string): Piece {
  let at = 0;
  const groups: Piece[] = [];
  const kept = flags.replace(/[gy]/g, '');
  const known = new Map<string, Piece>();

  const one = (said: string, own: readonly string[] = []): Piece => {
    const before = known.get(said);
    if (before !== undefined) return before;
    const expression = new RegExp(`^${said}$`, kept);
    const answers = new Map<string, boolean>();
    const takes = (letter: string): boolean => {
      let answer = answers.get(letter);
      if (answer === undefined) {
        answer = expression.test(letter);
        answers.set(letter, answer);
      }
      return answer;
    };
    const made: Piece = { kind: 'one', takes, samples: [...new Set([...own, ...COMMON])].filter(takes).slice(0, 5) };
    known.set(said, made);
    return made;
  };
  const choice = (): Piece => {
    const pieces = [sequence()];
    while (source[at] === '|') {
      at += 1;
      pieces.push(sequence());
    }
    return pieces.length === 1 ? pieces[0]! : { kind: 'choice', pieces };
  };
  const sequence = (): Piece => {
    const pieces: Piece[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') pieces.push(repeated(atom()));
    return pieces.length === 1 ? pieces[0]! : { kind: 'sequence', pieces };
  };
  const repeated = (piece: Piece): Piece => {
    const [said, first, second] = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/.exec(source.slice(at, at + 20)) ?? [];
    if (said === undefined) return piece;
    at += said.length;
    const least = first === undefined ? Number(said[0] === '+') : Number(first);
    const infinite = /^[*+]/.test(said) || second === '';
    const most = infinite ? Number.POSITIVE_INFINITY : said[0] === '?' ? 1 : Number(second ?? first);
    return { kind: 'repeat', piece, least, most, lazy: said.length > 1 && said.endsWith('?') };
  };
  const edge = (holds: (text: string, at: number) => boolean): Piece => ({ kind: 'edge', holds });
  const multiline = flags.includes('m');
  const wordEdge = (text: string, place: number): boolean =>
    WORD.test(text[place - 1] ?? ' ') !== WORD.test(text[place] ?? ' ');
  const atom = (): Piece => {
    const sign = source[at]!;
    if (sign === '(') return group();
    if (sign === '[') return set();
    if (sign === '\\') return escaped();
    const letter = String.fromCodePoint(source.codePointAt(at)!);
    at += letter.length;
    if (letter === '^') return edge((text, place) => place === 0 || (multiline && text[place - 1] === '\n'));
    if (letter === '$') return edge((text, place) => place === text.length || (multiline && text[place] === '\n'));
    return one(/[{}\]/-]/.test(letter) ? `\\${letter}` : letter, letter === '.' ? [] : [letter]);
  };
  const group = (): Piece => {
    const [opening] = /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at))!;
    at += opening.length;
    const captures = opening === '(' || /<\w+>$/.test(opening);
    const number = captures ? groups.push({ kind: 'sequence', pieces: [] }) - 1 : -1;
    const piece = choice();
    at += 1;
    if (captures) groups[number] = piece;
    if (!/[=!]$/.test(opening)) return piece;
    return { kind: 'look', piece, wanted: opening.endsWith('='), behind: opening.includes('<') };
  };
  const escaped = (): Piece => {
    const [said] = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[1-9]|.)/s.exec(
      source.slice(at),
    )!;
    at += said.length;
    if (said === '\\b') return edge(wordEdge);
    if (said === '\\B') return edge((text, place) => !wordEdge(text, place));
    if (/^\\[1-9]$/.test(said)) return { kind: 'again', group: groups[Number(said[1]) - 1]! };
    return one(said, [character(said)]);
  };
  const set = (): Piece => {
    const start = at;
    at += 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    at += 1;
    const text = source.slice(start, at);
    const own = [...text.slice(1, -1).matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs)].map(([said]) => character(said));
    return one(text, own);
  };
  return choice();
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', 0: '\0' };

function character(said: string): string {
  if (said[0] !== '\\') return said;
  const hex = /^\\(?:u\{?|x)([0-9a-fA-F]+)/.exec(said)?.[1];
  return hex === undefined ? (CONTROLS[said[1]!] ?? said[1]!) : String.fromCodePoint(Number.parseInt(hex, 16));
}

/** It may go on for as long as the text does. */
export function repeats(piece: Piece): boolean {
  if (piece.kind === 'repeat') return piece.most > LONG || repeats(piece.piece);
  if (piece.kind === 'look') return repeats(piece.piece);
  return 'pieces' in piece && piece.pieces.some(repeats);
}
const LONG = 64;
