/** Shell text that passes so many bytes of its stdin on, and does not wait for an end of it. */

const BLOCK = 256 * 1024;
/** From here on it is worth asking what `dd` can do. */
const LARGE = 4 * BLOCK;
/** After so much, writing to disk begins. There are never more than so many stretches. */
const STRETCH = 256 * BLOCK;
const MOST_STRETCHES = 64;

/**
 * `head` is everywhere, but reads 8 KiB at a time; `dd` takes blocks of any size, where it can wait for whole ones. One
 * that cannot says so before it has read anything. `file`: where the bytes go, as the shell names it. A large one is
 * written to the disk while it comes, so that the last sync finds little to do.
 */
export function take(bytes: number, file?: string): string {
  if (bytes === 0) return ':';
  if (bytes < LARGE) return `head -c ${bytes}`;
  const blocks = Math.floor(bytes / BLOCK);
  const each = Math.max(STRETCH / BLOCK, Math.ceil(blocks / MOST_STRETCHES));
  const rest = bytes - blocks * BLOCK;
  const copy = (count: number | string) => `dd bs=${BLOCK} count=${count} iflag=fullblock status=none`;
  const stretches = `b=${blocks}; while [ "$b" -gt ${each} ]; do
${copy(each)} || exit; b=$((b-${each})); sync ${file} </dev/null >/dev/null 2>&1 &
done; ${copy('"$b"')}`;
  const copied = file === undefined || blocks <= each ? copy(blocks) : stretches;
  return `if dd count=0 iflag=fullblock status=none </dev/null 2>/dev/null; then
${copied}${rest === 0 ? '' : ` && head -c ${rest}`}
else head -c ${bytes}; fi`;
}
