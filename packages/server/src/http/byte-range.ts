/** The header `Range`: one stretch of bytes. Whatever else it says is passed over, as the standard allows. */

/** `last`: the last so many. */
export type ByteRange = { readonly from: number; readonly to: number | null } | { readonly last: number };

export function byteRangeOf(header: string | undefined): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '') return to === '' || Number(to) === 0 ? null : { last: Number(to) };
  if (to !== '' && Number(to) < Number(from)) return null;
  return { from: Number(from), to: to === '' ? null : Number(to) };
}

export interface ContentRange {
  /** Null: nothing is sent, only asked how much there is. */
  readonly from: number | null;
  readonly to: number;
  readonly total: number;
}

/** The header `Content-Range` of a piece of a file; null: all of it in one. Undefined: not understood. */
export function contentRangeOf(header: string | undefined): ContentRange | null | undefined {
  if (header === undefined) return null;
  const found = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(header.trim());
  if (found === null) return undefined;
  const [, from, to, total] = found;
  if (from === undefined) return { from: null, to: -1, total: Number(total) };
  const range = { from: Number(from), to: Number(to), total: Number(total) };
  return range.from <= range.to && range.to < range.total ? range : undefined;
}
