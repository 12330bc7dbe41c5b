/** `SYNAPSE_LIMITS`: how many commands run at once and in a minute, and how many calls a day each plan has. */
import { DEFAULT_QUOTAS, LIMITS, type Quotas } from '@synapse/contract';
import { BadValue, list } from './parse-option.ts';

export interface InstanceLimits extends Quotas {
  /** Commands at once on one machine. */
  readonly machine: number;
  /** Commands at once of one user. */
  readonly user: number;
  /** Commands of one user in any 60 seconds. */
  readonly minute: number;
}

export const DEFAULT_LIMITS: InstanceLimits = {
  machine: 8,
  user: 16,
  minute: LIMITS.executions.max,
  ...DEFAULT_QUOTAS,
};
const CALLS_A_DAY = 10_000_000;
const MOST: InstanceLimits = {
  machine: 256,
  user: 1024,
  minute: 10_000,
  free: CALLS_A_DAY,
  plus: CALLS_A_DAY,
  pro: CALLS_A_DAY,
  equipage: CALLS_A_DAY,
};

export function limits(value: string): InstanceLimits {
  const given = list(value).map((item) => {
    const [, name, number] = /^(\w+)=(\d{1,8})$/.exec(item) ?? [];
    const most = Object.hasOwn(MOST, name ?? '') ? MOST[name as keyof InstanceLimits] : 0;
    if (!(Number(number) >= 1 && Number(number) <= most)) {
      const names = Object.entries(MOST).map(([one, largest]) => `${one} (1 to ${largest})`);
      throw new BadValue(`name=number, comma-separated: ${names.join(', ')}`);
    }
    return [name, Number(number)] as const;
  });
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}
