/** Configurations for ssh, made at random from a seed, out of everything that the reader knows. */

export type Random = (below: number) => number;

/** The same numbers for the same seed, on every computer. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const NAMES = ['web', 'web-1', 'db', 'db.example', 'Jump', 'bastion', 'x'];
const PATTERNS = ['web*', '*', 'db?*', '!web-1', '*.example', '!db', 'w?b', '!*', 'bast*'];
const HOSTS = ['10.0.0.7', '%h.internal', 'Db.Example.org', 'web.example', '%h', 'a%%b'];
const USERS = ['deploy', 'root', 'ada', 'Ada'];
const JUMPS = ['bastion', 'deploy@bastion:2200', 'a,b', 'x:22,ada@web', 'ssh://root@Jump:9', '[::1]:22'];

export interface RandomConfig {
  readonly text: string;
  /** By name, as an `Include` names them. */
  readonly included: ReadonlyMap<string, string>;
  readonly hosts: readonly string[];
}

export function randomConfig(random: Random): RandomConfig {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => Array.from({ length: 1 + random(most) }, () => one(list));
  const included = new Map<string, string>();
  // Whether `ProxyJump none` leaves a ProxyCommand that follows alone depends on the version, so these are kept apart.
  const jumps = random(2) === 0 ? [...JUMPS, 'none'] : JUMPS;
  const commands = jumps === JUMPS ? ['nc %h %p', 'none'] : ['none'];
  const quoted = (text: string): string => (random(6) === 0 ? `"${text}"` : text);
  const spelled = (keyword: string): string => one([keyword, keyword.toLowerCase(), keyword.toUpperCase()]);
  const between = (): string => one([' ', '  ', '=', ' = ', '\t']);

  const setting = (): string => {
    const [keyword, value] = one<() => [string, string]>([
      () => ['HostName', one(HOSTS)],
      () => ['Port', String(1 + random(65_535))],
      () => ['User', one(USERS)],
      () => ['IdentityFile', one(['~/.ssh/id_ed25519', '~/.ssh/%r', '/keys/a b', '~/.ssh/work'])],
      () => ['ProxyJump', one(jumps)],
      () => ['HostKeyAlias', one(['shared', 'Other.Name'])],
      () => ['ProxyCommand', one(commands)],
      () => ['ForwardAgent', 'no'],
    ])();
    const text = value.includes(' ') && keyword === 'IdentityFile' ? `"${value}"` : value;
    const own = ['HostName', 'User', 'HostKeyAlias'].includes(keyword) ? quoted(text) : text;
    return `${one(['', '  ', '\t'])}${spelled(keyword)}${between()}${own}${one(['', ' ', ''])}`;
  };
  const condition = (): string => {
    const list = (values: readonly string[]): string => some(values, 3).join(',');
    return one([
      () => `${one(['', '!'])}host ${list([...NAMES, ...PATTERNS, '10.*', '*.internal'])}`,
      () => `${one(['', '!'])}originalhost ${list([...NAMES, ...PATTERNS])}`,
      () => `${one(['', '!'])}user ${list([...USERS, 'r*', '!ada'])}`,
      () => 'final',
      () => 'canonical',
    ])();
  };
  const block = (depth: number): string[] => {
    const head = one([
      () =>
        `${spelled('Host')}${between()}${some([...NAMES, ...PATTERNS], 4)
          .map(quoted)
          .join(' ')}`,
      () => `${spelled('Host')} ${some(NAMES, 2).join(' ')}`,
      () => `${spelled('Match')} ${some([0, 0], 2).map(condition).join(' ')}`,
      () => `${spelled('Match')} ${one(['all', 'final all', 'canonical all'])}`,
    ])();
    return [head, ...lines(depth, 4)];
  };
  const lines = (depth: number, most: number): string[] =>
    Array.from({ length: random(most + 1) }, () => {
      if (random(8) === 0) return one(['', '# Host web', '   # User nobody']);
      return depth < 2 && random(8) === 0 ? include(depth + 1) : setting();
    });
  const include = (depth: number): string => {
    const name = `part-${included.size}`;
    included.set(name, '');
    included.set(name, file(depth));
    return `Include ${name}`;
  };
  const file = (depth: number): string =>
    [...lines(depth, 3), ...Array.from({ length: random(5) }, () => block(depth)).flat()].join('\n');
  return { text: file(0), included, hosts: some([...NAMES, 'WEB', 'other.example'], 3) };
}
