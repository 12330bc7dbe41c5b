/** The machines that an ssh configuration would make: every name that it gives to one host. */
import { type HostSettings, type HostWish, type SshConfig, settingsOf } from './evaluate.ts';
import type { ConfigFile } from './read-lines.ts';

/** A host on the way, or the machine itself. */
export interface PlannedHop extends Pick<HostSettings, 'port' | 'user' | 'identityFiles' | 'certificateFiles'> {
  readonly host: string;
  readonly hostKeyAlias: string | null;
  readonly knownHostsFiles: readonly string[] | null;
  readonly jump: PlannedHop | null;
}

/** Why it cannot be made, or what was left out. */
export type Remark =
  | { readonly kind: 'proxy_command' | 'bad_port' | 'bad_host' | 'bad_user' | 'jump_loop' }
  | { readonly kind: 'condition'; readonly text: string };

export interface PlannedMachine {
  /** As the configuration calls it. */
  readonly name: string;
  readonly slug: string;
  readonly hop: PlannedHop | null;
  readonly remarks: readonly Remark[];
}

const JUMPS_MAX = 8;
/** What a connection takes. */
const HOST = /^[a-zA-Z0-9]([a-zA-Z0-9.:_-]{0,253}[a-zA-Z0-9])?$/;
const USER = /^[a-zA-Z0-9_][a-zA-Z0-9_.@-]{0,63}$/;

export function planMachines(config: SshConfig): PlannedMachine[] {
  const slugs = new Set<string>();
  return namesIn(config).map((name) => {
    const slug = freeSlug(name, slugs);
    slugs.add(slug);
    const remarks: Remark[] = [];
    const hop = planHop(config, { host: name }, 0, remarks);
    return { name, slug, hop, remarks: unique(remarks) };
  });
}

/** Names without a wildcard, in the order in which they are written, each once. */
function namesIn(config: SshConfig): string[] {
  const names = new Set<string>();
  const seen = new Set<ConfigFile>();
  const visit = (file: ConfigFile, user: boolean): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { keyword, args } of file.lines) {
      if (keyword === 'host') for (const name of args) if (!/[*?!]/.test(name)) names.add(name);
      if (keyword === 'include')
        for (const inner of args.flatMap((arg) => config.include(arg, user))) visit(inner, user);
    }
  };
  for (const [index, file] of config.files.entries()) visit(file, index === 0);
  return [...names];
}

function planHop(config: SshConfig, wish: HostWish, depth: number, remarks: Remark[]): PlannedHop | null {
  const { hostname: host, proxyJump, proxyCommand, refused, ...settings } = settingsOf(config, wish);
  for (const text of refused) remarks.push({ kind: 'condition', text });
  const wrong = problemOf({ ...settings, host }, proxyCommand, depth);
  if (wrong !== null) {
    remarks.push({ kind: wrong });
    return null;
  }
  const jump = proxyJump === null ? null : planJump(config, proxyJump, depth, remarks);
  if (proxyJump !== null && jump === null) return null;
  const { port, user, identityFiles, certificateFiles, hostKeyAlias, knownHostsFiles } = settings;
  return { host, port, user, identityFiles, certificateFiles, hostKeyAlias, knownHostsFiles, jump };
}

function problemOf(
  { host, port, user }: { readonly host: string; readonly port: number; readonly user: string },
  proxyCommand: string | null,
  depth: number,
): Exclude<Remark['kind'], 'condition'> | null {
  if (depth > JUMPS_MAX) return 'jump_loop';
  if (proxyCommand !== null) return 'proxy_command';
  if (!(Number.isInteger(port) && port >= 1 && port <= 65535)) return 'bad_port';
  if (!HOST.test(host)) return 'bad_host';
  return USER.test(user) ? null : 'bad_user';
}

/** `a,b,c`: c is the last host before the machine, and is reached through `a,b`; a by what its own lines say. */
function planJump(config: SshConfig, written: string, depth: number, remarks: Remark[]): PlannedHop | null {
  const hosts = written.split(',');
  const last = readJump(hosts.at(-1)!);
  const before = hosts.slice(0, -1).join(',');
  return planHop(config, { ...last, ...(before === '' ? {} : { jump: before }) }, depth + 1, remarks);
}

/** `user@host:port`, or the same as a URL. */
export function readJump(text: string): HostWish {
  const [, user, host = '', , port] = /^(?:ssh:\/\/)?(?:(.*)@)?(\[[^\]]*\]|[^:]*)(:(\d+))?\/?$/.exec(text.trim()) ?? [];
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    ...(user === undefined ? {} : { user }),
    ...(port === undefined ? {} : { port: Number(port) }),
  };
}

/** Small letters, digits and dashes; with a number behind it where two names become the same. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 58);
  const base = plain === '' ? 'machine' : plain;
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

const unique = (remarks: readonly Remark[]): Remark[] => [
  ...new Map(remarks.map((remark) => [JSON.stringify(remark), remark])).values(),
];
