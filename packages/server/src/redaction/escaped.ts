/** How a value is written where `echo`, or the format of `printf`, interprets it, so that the value is printed. Pure. */

export type Escape = 'echo' | 'format';

/** Whether it is the same text in all of these places. */
export const isPlain = (value: string): boolean => !/[\\%]/.test(value);

export function escaped(value: string, escapeFor: Escape): string {
  const doubled = value.replaceAll('\\', '\\\\');
  return escapeFor === 'format' ? doubled.replaceAll('%', '%%') : doubled;
}

/** Each that differs from the value: what a shell that traces its commands shows. */
export function escapedForms(value: string): string[] {
  return isPlain(value) ? [] : [...new Set([escaped(value, 'echo'), escaped(value, 'format')])];
}
