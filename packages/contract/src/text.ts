/** Text that people and assistants write: bounded in code points, storable by every database, kept as it is. */
import { z } from 'zod';

/** At most `max` code points, as JSON Schema counts them; no NUL, no half of a surrogate pair. */
export function boundedText(max: number, min = 0, text = z.string()) {
  return text
    .min(min)
    .refine((text) => codePoints(text, max) <= max, { error: `${max} caractères au plus` })
    .refine((text) => !text.includes('\0'), { error: 'sans caractère NUL' })
    .refine((text) => text.isWellFormed(), { error: 'texte Unicode valide' })
    .meta({ maxLength: max });
}

/** Text on one line, without spaces around it. */
export function boundedLine(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .refine((text) => codePoints(text, max) <= max, { error: `${max} caractères au plus` })
    .refine((text) => !/\p{Cc}|\u2028|\u2029/u.test(text), { error: 'une seule ligne, sans caractère de contrôle' })
    .refine((text) => text.isWellFormed(), { error: 'texte Unicode valide' })
    .meta({ maxLength: max });
}

/** Stops counting once the bound is passed: a long text costs no more than a short one. */
function codePoints(text: string, max: number): number {
  if (text.length <= max) return text.length;
  let count = 0;
  for (const _ of text) if (++count > max) break;
  return count;
}

export const Tags = z.array(boundedLine(40)).max(20);

/** Ids of projects, their items and journal entries. */
export const IntegerId = z.int();
