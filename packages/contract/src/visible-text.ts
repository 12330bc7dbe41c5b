/**
 * Text that somebody else wrote, as a person may safely be shown it: every character that draws nothing, or that changes
 * how others are drawn, is written out as `⟨U+202E⟩`. Line breaks and tabs stay. Pure; used wherever a command is shown.
 */

/** Controls, format characters, half pairs, private and unassigned ones; separators, but the space; what Unicode says to draw as nothing. */
const UNDRAWN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;
/** The scripts of languages that are written today, and what all of them share. Others have blanks and fillers among their letters. */
const WRITTEN =
  /[\p{Script=Common}\p{Script=Inherited}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Bengali}\p{Script=Bopomofo}\p{Script=Braille}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Georgian}\p{Script=Greek}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Hangul}\p{Script=Han}\p{Script=Hebrew}\p{Script=Hiragana}\p{Script=Kannada}\p{Script=Katakana}\p{Script=Khmer}\p{Script=Lao}\p{Script=Latin}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thaana}\p{Script=Thai}\p{Script=Tibetan}]/u;
/** Symbols that draw nothing, for which Unicode has no property: the blank pattern of Braille, the notehead that is none. */
const BLANK = /[\u2800\u{1d159}]/u;
/** Marks that strike through or enclose. */
const COVERS = /[\u0334-\u0338\u20d0-\u20f0]/u;
/** Their letters take marks that all scripts share, and no others: among those are some that only join letters. */
const ALPHABETS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const SHARED = /\p{Script=Inherited}/u;
/** What a mark may stand on: a letter, with few marks of its own. Elsewhere it hides what is there, or nothing shows it. */
const MOST_MARKS = 3;
const EMOJI_STYLE = '\ufe0f';

export function visibleText(text: string): string {
  if (!/[^\n\t\x20-\x7e]/.test(text)) return text;
  let shown = '';
  let marks = 0;
  let letter = '';
  let emoji = false;
  for (const character of text) {
    const isMark = /\p{M}/u.test(character);
    marks = isMark ? marks + 1 : 0;
    if (!isMark) letter = /\p{L}/u.test(character) ? character : '';
    const fits = letter !== '' && marks <= MOST_MARKS && (SHARED.test(character) || !ALPHABETS.test(letter));
    const isHidden =
      character === EMOJI_STYLE ? !emoji : isUnseen(character) || (isMark && (!fits || COVERS.test(character)));
    emoji = /\p{Extended_Pictographic}/u.test(character);
    shown += isHidden ? written(character) : character;
  }
  return shown;
}

const isUnseen = (character: string): boolean =>
  character !== '\n' &&
  character !== '\t' &&
  (UNDRAWN.test(character) || BLANK.test(character) || !WRITTEN.test(character));

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
