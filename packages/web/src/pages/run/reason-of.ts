/** Why a command may run, or may not: in the words of the part that decided. Of several, the gravest speaks. */
import type { Explanation } from '../../api/policy.ts';

type Part = Explanation['parts'][number];

const GRAVEST_FIRST = ['catastrophe', 'opaque', 'privileged', 'sensitive', 'change', 'network', 'read'];

export function reasonOf({ verdict, rule, parts }: Explanation, byRule: (rule: string) => string): string {
  const deciding = parts.filter((part) => part.verdict === verdict && part.rule === rule);
  const [gravest] = (deciding.length > 0 ? deciding : parts).toSorted((one, other) => rankOf(one) - rankOf(other));
  const why = gravest?.why ?? '';
  return rule === null ? why : `${byRule(rule)} ${why}`;
}

const rankOf = ({ effects }: Part): number => {
  const rank = GRAVEST_FIRST.findIndex((effect) => (effects as readonly string[]).includes(effect));
  return rank < 0 ? GRAVEST_FIRST.length : rank;
};
