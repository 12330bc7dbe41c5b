/** Permissions as `ls` writes them: `rw-r-----`, with `s` and `t` where those bits are set. */

const LETTERS = ['x', 'w', 'r'] as const;

export function permissionsOf(mode: string): string {
  const bits = Number.parseInt(mode, 8);
  const letters = Array.from({ length: 9 }, (_, index): string => {
    const bit = 8 - index;
    return (bits >> bit) & 1 ? (LETTERS[bit % 3] ?? '-') : '-';
  });
  for (const [place, flag, letter] of [
    [2, 0o4000, 's'],
    [5, 0o2000, 's'],
    [8, 0o1000, 't'],
  ] as const) {
    if (bits & flag) letters[place] = letters[place] === 'x' ? letter : letter.toUpperCase();
  }
  return letters.join('');
}
