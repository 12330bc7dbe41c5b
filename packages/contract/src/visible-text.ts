/**
 * Text that somebody else wrote, as a person may safely be shown it: every character that draws nothing, or that changes
 * how others are drawn, is written out as `⟨U+202E⟩`. Line breaks and tabs stay. Pure; used wherever a command is shown.
 */

/**
 * Controls, format characters (bidirectional ones, zero-width ones, tags), lone surrogates, private and unassigned ones;
 * separators of lines, and every space but the ordinary one; letters that draw nothing; marks that strike through.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Me}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{2800}\u{3164}\u{ffa0}\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}\u{334}-\u{338}\u{20d0}-\u{20f0}]|(?! )\p{Zs}/u;
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
      character === EMOJI_STYLE ? !emoji : isMark ? HIDDEN.test(character) || !letter || marks > MOST_MARKS : isUnseen(character);
    emoji = /\p{Extended_Pictographic}/u.test(character);
    shown += isHidden ? written(character) : character;
  }
  return shown;
}

const isUnseen = (character: string): boolean =>
  character !== '\n' && character !== '\t' && HIDDEN.test(character);

const written = (character: string): string =>
  `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** For a place with room for one line: the first that says something, and how many others there are. */
export function firstLine(text: string): { readonly line: string; readonly more: number } {
  const lines = visibleText(text).replace(/\n+$/, '').split('\n');
  return { line: lines.find((line) => line.trim() !== '') ?? '', more: lines.length - 1 };
}

/** The same as one text, in which the others are counted. */
export function shortText(text: string): string {
  const { line, more } = firstLine(text);
  return more === 0 ? line : `${line} ⏎ +${more}`;
}
