/** How the lines of a text end. */

export type LineEnds = 'lf' | 'crlf' | 'mixed';

export function lineEndsOf(text: string): LineEnds {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  const lone = text.replaceAll('\r\n', '').includes('\r');
  if (lone || (crlf > 0 && crlf < all)) return 'mixed';
  return crlf > 0 ? 'crlf' : 'lf';
}

export const withLineEnds = (text: string, ends: LineEnds): string =>
  ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
