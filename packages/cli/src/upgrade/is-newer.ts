/** Compares versions as npm does: 1.2.0 is newer than 1.2.0-rc.1, 1.10.0 than 1.9.0. */

export function isNewer(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)];
  for (let at = 0; at < 3; at++) {
    const difference = left.numbers[at]! - right.numbers[at]!;
    if (difference !== 0) return difference > 0;
  }
  if (left.before.length === 0 || right.before.length === 0) return left.before.length < right.before.length;
  for (let at = 0; at < Math.max(left.before.length, right.before.length); at++) {
    const order = compare(left.before[at], right.before[at]);
    if (order !== 0) return order > 0;
  }
  return false;
}

/** What is not there comes first, then numbers, then words. */
function compare(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(other === undefined) - Number(one === undefined);
  const [left, right] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (left && right) return Number(one) - Number(other);
  if (left !== right) return left ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}

function parts(version: string): { numbers: number[]; before: string[] } {
  const [plain = ''] = version.split('+', 1);
  const [numbers = '', ...before] = plain.split('-');
  return {
    numbers: [0, 1, 2].map((at) => Number(numbers.split('.')[at] ?? 0) || 0),
    before: before.length === 0 ? [] : before.join('-').split('.'),
  };
}
