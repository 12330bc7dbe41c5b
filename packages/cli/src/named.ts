/** What a word of a command names, for completion: a machine, a secret … told by how the catalogue writes it. */
import type { CommandSpec } from './command-spec.ts';

export const NAMED = [
  'machines',
  'places',
  'targets',
  'tags',
  'secrets',
  'aliases',
  'approvals',
  'jobs',
  'executions',
  'tokens',
  'crews',
] as const;
export type Named = (typeof NAMED)[number];

/** What its words name; null: something new, or no name. */
export function namedByArgument({ path, args = [] }: CommandSpec): Named | null {
  const [first = ''] = args;
  const [group, verb] = path.split(' ');
  // It names something new.
  if (verb === 'add') return null;
  if (path === 'cp') return 'places';
  if (first === '<crew>') return 'crews';
  if (/^[<[](slug|machine)[\]>]$/.test(first)) return 'machines';
  if (group === 'secret' && first === '<name>' && verb !== 'set') return 'secrets';
  if (group === 'alias' && /code/.test(first)) return 'aliases';
  if (!/id|execution/.test(first)) return null;
  if (path === 'approve' || path === 'deny') return 'approvals';
  if (group === 'jobs') return 'jobs';
  return path === 'logs' || path === 'output' ? 'executions' : null;
}

/** The same for the value of an option, by its flag. */
export function namedByOption(flag: string): Named | null {
  if (flag.endsWith('-secret')) return 'secrets';
  if (flag === '--machine' || flag === '--jump') return 'machines';
  if (flag === '--on') return 'targets';
  if (flag === '--tag') return 'tags';
  if (flag === '--crew') return 'crews';
  return flag === '--token' ? 'tokens' : null;
}
