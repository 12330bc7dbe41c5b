/**
 * Text that somebody else wrote, as a person may safely be shown it: every character that draws nothing, or that changes
 * how others are drawn, is written out as `⟨U+202E⟩`. Line breaks and tabs stay. Pure; used wherever a command is shown.
 */

/** Controls, format characters (bidirectional, zero-width, tags), lone surrogates, private and unassigned ones, separators. */
const UNDRAWN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** Letters and signs that draw nothing, and marks that select a variant, enclose or strike through: first and last. */
const MISLEADING: readonly (readonly [number, number])[] = [
  ...([
    [0x334, 0x338],
    [0x34f, 0x34f],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
  ] as const),
  ...([
    [0x20d0, 0x20f0],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0e],
    [0xffa0, 0xffa0],
  ] as const),
  ...([[0xe0100, 0xe01ef]] as const),
];
/** What a mark may stand on: a letter, with few marks of its own. Elsewhere it hides what is there, or nothing shows it. */
const MOST_MARKS = 3;
const EMOJI_STYLE = '\ufe0f';

export function visibleText(text: string): string {
  let shown = '';
  let marks = 0;
  let letter = false;
  let emoji = false;
  for (const character of text) {
    const isMark = /\p{M}/u.test(character);
    marks = isMark ? marks + 1 : 0;
    if (!isMark) letter = /\p{L}/u.test(character);
    const isHidden =
      character === EMOJI_STYLE
        ? !emoji
        : isMark
          ? isMisleading(character) || !letter || marks > MOST_MARKS
          : isUnseen(character);
    emoji = /\p{Extended_Pictographic}/u.test(character);
    shown += isHidden ? written(character) : character;
  }
  return shown;
}

const isMisleading = (character: string): boolean => {
  const code = character.codePointAt(0)!;
  return MISLEADING.some(([first, last]) => code >= first && code <= last);
};

const isUnseen = (character: string): boolean =>
  character !== '\n' && character !== '\t' && (UNDRAWN.test(character) || isMisleading(character));

const written = (character: string): string =>
  `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** For a place with room for one line: the first that says something, and how many others there are. */
export function firstLine(text: string): { readonly line: string; readonly more: number } {
  const lines = visibleText(text).split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return { line: lines.find((line) => line.trim() !== '') ?? '', more: lines.length - 1 };
}

/** The same as one text, in which the others are counted. */
export function shortText(text: string): string {
  const { line, more } = firstLine(text);
  return more === 0 ? line : `${line} ⏎ +${more}`;
}
