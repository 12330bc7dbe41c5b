/** What an ssh configuration says of one host, as `ssh -G` does: the first value that applies counts. */
import { matchesHostLine, matchesHostList, matchesList } from './patterns.ts';
import { type ConfigFile, type ConfigLine, splitConditions } from './read-lines.ts';

/** The files of a configuration, and its user. */
export interface SshConfig {
  /** In the order in which ssh reads them: that of the user, then that of the system. */
  readonly files: readonly ConfigFile[];
  /** The files that an `Include` names, in order. */
  readonly include: (pattern: string, user: boolean) => readonly ConfigFile[];
  readonly localUser: string;
}

/** What a command line, or a chain of hosts to jump through, says before any file does. */
export interface HostWish {
  readonly host: string;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  /** The hosts to jump through, as `ProxyJump` writes them. */
  readonly jump?: string | undefined;
}

export interface HostSettings {
  readonly hostname: string;
  readonly port: number;
  readonly user: string;
  /** As written. Empty: ssh would try its usual ones. */
  readonly identityFiles: readonly string[];
  readonly certificateFiles: readonly string[];
  readonly hostKeyAlias: string | null;
  readonly knownHostsFiles: readonly string[] | null;
  /** As `ProxyJump` writes it. Null: none. */
  readonly proxyJump: string | null;
  readonly proxyCommand: string | null;
  /** Conditions that were not tried, because they run a command or ask for the network. */
  readonly refused: readonly string[];
}

const DEPTH_MAX = 16;
const SINGLE = new Set(['hostname', 'port', 'user', 'hostkeyalias', 'userknownhostsfile', 'proxyjump', 'proxycommand']);
const SEVERAL = new Set(['identityfile', 'certificatefile']);

interface State {
  readonly config: SshConfig;
  readonly original: string;
  readonly single: Map<string, readonly string[]>;
  readonly several: Map<string, string[]>;
  readonly refused: Set<string>;
  wantsFinal: boolean;
  readonly final: boolean;
}

export function settingsOf(config: SshConfig, wish: HostWish): HostSettings {
  const state: State = {
    config,
    original: wish.host,
    single: new Map(),
    several: new Map(),
    refused: new Set(),
    wantsFinal: false,
    final: false,
  };
  if (wish.user !== undefined) state.single.set('user', [wish.user]);
  if (wish.port !== undefined) state.single.set('port', [String(wish.port)]);
  if (wish.jump !== undefined) state.single.set('proxyjump', [wish.jump]);
  readFiles(state);
  if (state.wantsFinal) {
    state.single.set('hostname', [hostnameOf(state).toLowerCase()]);
    readFiles({ ...state, final: true });
  }
  const one = (keyword: string): string | undefined => state.single.get(keyword)?.[0];
  const jump = one('proxyjump');
  const command = state.single.get('proxycommand')?.[0];
  return {
    hostname: hostnameOf(state).toLowerCase(),
    port: Number(one('port') ?? 22),
    user: one('user') ?? config.localUser,
    identityFiles: state.several.get('identityfile') ?? [],
    certificateFiles: state.several.get('certificatefile') ?? [],
    hostKeyAlias: one('hostkeyalias')?.toLowerCase() ?? null,
    knownHostsFiles: state.single.get('userknownhostsfile') ?? null,
    proxyJump: jump === undefined || jump.toLowerCase() === 'none' ? null : jump,
    proxyCommand: command === undefined || command.toLowerCase() === 'none' ? null : command,
    refused: [...state.refused],
  };
}

/** `%h` in `HostName` is the name that was asked for. */
function hostnameOf({ single, original }: State): string {
  const written = single.get('hostname')?.[0];
  return written === undefined ? original : written.replace(/%([h%])/g, (_, token) => (token === 'h' ? original : '%'));
}

function readFiles(state: State): void {
  for (const [index, file] of state.config.files.entries()) {
    readFile(state, file, { active: true }, { user: index === 0, never: false, depth: 0 });
  }
}

interface Where {
  /** Whether it is the user's own file, or included by it. */
  readonly user: boolean;
  /** Included where nothing applies: its own conditions never do, either. */
  readonly never: boolean;
  readonly depth: number;
}

function readFile(state: State, { lines }: ConfigFile, block: { active: boolean }, where: Where): void {
  for (const line of lines) readLine(state, line, block, where);
}

function readLine(state: State, line: ConfigLine, block: { active: boolean }, where: Where): void {
  const { keyword, args } = line;
  if (keyword === 'host') {
    // The second reading goes by the name that the first one has found.
    block.active = !where.never && matchesHostLine(state.final ? hostnameOf(state) : state.original, args);
  } else if (keyword === 'match') {
    // It may ask for a second reading even where it does not apply.
    block.active = matches(state, line) && !where.never;
  } else if (keyword === 'include') {
    if (where.depth >= DEPTH_MAX) return;
    const inner = { ...where, never: where.never || !block.active, depth: where.depth + 1 };
    for (const pattern of args) {
      for (const file of state.config.include(pattern, where.user)) {
        // What is switched on in there ends with its file.
        readFile(state, file, { active: block.active }, inner);
      }
    }
  } else if (block.active) set(state, keyword, line);
}

function set({ single, several }: State, keyword: string, { args, rest }: ConfigLine): void {
  if (SEVERAL.has(keyword)) {
    const list = several.get(keyword) ?? [];
    if (!list.includes(args[0]!)) several.set(keyword, [...list, args[0]!]);
  } else if (SINGLE.has(keyword) && !single.has(keyword)) {
    // Of these two, the one that comes first switches off the other; `none` is neither.
    const jump = single.get('proxyjump')?.[0]?.toLowerCase() ?? 'none';
    if (keyword === 'proxycommand' && jump !== 'none') return;
    if (keyword === 'proxyjump' && single.has('proxycommand')) return;
    single.set(keyword, keyword === 'proxycommand' ? [rest.replace(/^=?[ \t]*/, '')] : args);
  }
}

/** All conditions of a `Match` line must hold. Each is looked at, since one may ask for a second reading. */
function matches(state: State, { rest }: ConfigLine): boolean {
  const words = splitConditions(rest);
  let holds = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const negated = word.startsWith('!');
    const condition = (negated ? word.slice(1) : word).toLowerCase();
    if (condition === 'all') continue;
    if (condition === 'final') state.wantsFinal = true;
    const isPass = condition === 'final' || condition === 'canonical';
    const holdsHere = isPass ? state.final : fits(state, condition, words[++at] ?? '');
    if (holdsHere === null && holds) state.refused.add(`${word} ${words[at] ?? ''}`);
    if (holdsHere === null || holdsHere === negated) holds = false;
  }
  return holds && words.length > 0;
}

/** Null: only a command or the network could tell, and neither is asked. What depends on it does not apply. */
function fits(state: State, condition: string, list: string): boolean | null {
  switch (condition) {
    case 'host':
      return matchesHostList(hostnameOf(state), list);
    case 'originalhost':
      return matchesHostList(state.original, list);
    case 'user':
      return matchesList(state.single.get('user')?.[0] ?? state.config.localUser, list);
    case 'localuser':
      return matchesList(state.config.localUser, list);
    default:
      return null;
  }
}
