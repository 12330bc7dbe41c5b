/** Text that people and assistants write: bounded in code points, storable by every database, kept as it is. */
import * as z from 'zod';
import { elseSay } from './reasons.ts';
import { visibleText } from './visible-text.ts';

/** At most `max` code points, counted as JSON Schema counts them. No NUL, no lone half of a surrogate pair. */
export function boundedText(max: number, min = 0, text = z.string()) {
  return text
    .min(min)
    .refine((text) => codePoints(text, max) <= max, elseSay('max_characters', { max }))
    .refine((text) => !text.includes('\0'), elseSay('no_nul'))
    .refine((text) => text.isWellFormed(), elseSay('unicode'))
    .meta({ maxLength: max });
}

/** A title: one line of any language, with its joiners and emoji, but nothing that turns the direction of what follows. */
export function titleLine(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .refine((text) => codePoints(text, max) <= max, elseSay('max_characters', { max }))
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), elseSay('one_line'))
    .refine((text) => !/\p{Bidi_Control}/u.test(text), elseSay('visible_characters'))
    .refine((text) => text.isWellFormed(), elseSay('unicode'))
    .meta({ maxLength: max });
}

/**
 * What a person calls something, as others read it: on one line, and every character can be seen. A space of another
 * width, as typographers set it, becomes a plain one.
 */
export function freeName(max: number) {
  return z
    .string()
    .overwrite((text) => text.replace(/\p{Zs}/gu, ' '))
    .trim()
    .min(1)
    .refine((text) => codePoints(text, max) <= max, elseSay('max_characters', { max }))
    .refine((text) => visibleText(text) === text && !/[\n\t]/.test(text), elseSay('visible_characters'))
    .meta({ maxLength: max });
}

/** Stops counting once the bound is passed, so a long text costs no more than a short one. */
function codePoints(text: string, max: number): number {
  if (text.length <= max) return text.length;
  let count = 0;
  for (const _ of text) if (++count > max) break;
  return count;
}

export const Tags = z.array(freeName(40)).max(20);

/** Ids of projects, their items and journal entries. */
export const IntegerId = z.int();

/** Without the characters at its end that are one of these. An expression would look at each run of them again. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
