/** Package managers: what is installed, and what there is to install. */
import type { Effect } from '@synapse/contract';
import { textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { CHANGE, CODE, many } from './shared.ts';

/** What they install runs code of its own on the way. */
const INSTALLS: Program = { operands: 'text', words: /^-/, does: ['change', 'network'] };
const NETWORK: Program = { operands: 'text', words: /^-/, does: ['network'] };
const asks = (long = '', short = ''): Program => ({ short, long, operands: /^[\w.+:*?=~@/-]*$/ });

const APT_LONG = 'installed upgradable all-versions manual-installed names-only full no-pager verbose';

/** Letters of a query; without `q` it would install, remove or verify. */
function rpm(read: ReadArgs, call: Call): Finding | undefined {
  if (read.operands.some((arg) => arg.pattern.includes('://'))) return having(call, 'network');
  if (read.given.has('version')) return having(call, 'read');
  return read.given.has('q') || read.given.has('query') ? undefined : having(call, 'change', 'opaque');
}

/** `-Q` and what it is asked about; `-S` with `i` or `s`, but not with what fetches or clears. */
function pacman(read: ReadArgs, call: Call): Finding | undefined {
  const { given } = read;
  if (given.has('Q') || given.has('query') || given.has('V')) return undefined;
  const does = ['y', 'u', 'c'].some((name) => given.has(name));
  if (given.has('S') && (given.has('i') || given.has('s')) && !does) return undefined;
  return having(call, 'change', 'network');
}

const DNF: Program = {
  short: 'qCv',
  long: 'quiet cacheonly version',
  sub: {
    ...many(
      'list info search repolist provides repoquery',
      asks('installed available updates upgrades all extras recent showduplicates enabled disabled', 'qC'),
    ),
    // `history undo` does it again the other way round.
    history: { sub: { '': {}, ...many('list info', asks('', 'qC')) } },
    ...many('check-update makecache', NETWORK),
    ...many(
      'install remove update upgrade downgrade reinstall erase autoremove clean groupinstall localinstall module swap distro-sync',
      INSTALLS,
    ),
  },
};

const VERSION = /^(?:-v|-V|--version|version)$/;
/** Only asked for its version: anything else runs code that a project brings. */
const version = (sub: Readonly<Record<string, Program>> = {}, ...others: Effect[]): Program => ({
  words: /^-/,
  operands: 'text',
  judge: (_read, call) => {
    const [first, ...rest] = call.args;
    const name = textOf(first) ?? '';
    if (VERSION.test(name) && rest.length === 0) return having(call, 'read');
    const known = Object.hasOwn(sub, name) ? sub[name]! : null;
    if (known === null) return { ...opaque(call, 'runs_code'), effects: [...others, 'opaque'] };
    return judgeSub(known, { ...call, args: rest });
  },
});

function judgeSub(program: Program, call: Call): Finding {
  const operands = call.args.filter((arg) => !arg.pattern.startsWith('-'));
  const options = call.args.filter((arg) => arg.pattern.startsWith('-'));
  const long = new Set((program.long ?? '').split(' '));
  const odd = options.find((arg) => !long.has(arg.pattern.replace(/=.*$/s, '')));
  if (odd !== undefined) return opaque(call, 'unknown_option', odd.pattern);
  return byOperands(program, { given: new Map(), operands, shown: [], written: [], refused: null }, call);
}

/** `-s` only says what would be done. */
function aptGet(read: ReadArgs, call: Call): Finding {
  const asks = ['s', 'simulate', 'dry-run', 'just-print', 'version'].some((name) => read.given.has(name));
  return asks && read.refused === null ? having(call, 'read') : having(call, 'change', 'network');
}

export const PACKAGES: Readonly<Record<string, Program>> = {
  apt: {
    short: 'q',
    long: 'version',
    sub: {
      ...many('list show search policy depends rdepends', asks(APT_LONG, 'an')),
      update: INSTALLS,
      ...many(
        'install remove purge upgrade full-upgrade dist-upgrade autoremove autoclean clean edit-sources source build-dep reinstall satisfy',
        INSTALLS,
      ),
      changelog: NETWORK,
    },
  },
  'apt-get': { short: 'qysV', long: 'version simulate dry-run just-print', operands: 'text', judge: aptGet },
  'apt-cache': {
    short: 'anq',
    long: 'names-only full installed recurse',
    sub: many('policy show search depends rdepends madison pkgnames showpkg stats showsrc', asks(APT_LONG, 'anfi')),
  },
  'apt-mark': {
    sub: { ...many('showhold showmanual showauto showinstall', asks()), ...many('hold unhold auto manual', CHANGE) },
  },
  'apt-file': { sub: { ...many('search list find show', asks('', 'lx')), update: INSTALLS } },
  dpkg: {
    short: 'lLsSpcIVC',
    long: 'list listfiles status search print-avail contents info get-selections print-architecture version verify audit',
    operands: 'names',
    // Each of its accepted options says what it is asked for.
    judge: (read, call) => (read.given.size > 0 && read.refused === null ? undefined : having(call, 'change')),
  },
  'dpkg-query': {
    short: 'WlLsSp f=',
    long: 'show list listfiles status search print-avail showformat= version',
    operands: 'text',
  },
  'dpkg-reconfigure': CHANGE,
  rpm: {
    short: 'qailfcdpRvsg',
    long: 'query all info list file configfiles docfiles package requires provides changelog scripts last whatprovides whatrequires queryformat= qf= version conflicts obsoletes dump state filesbypkg',
    operands: 'text',
    judge: rpm,
  },
  dnf: DNF,
  yum: DNF,
  microdnf: DNF,
  zypper: {
    sub: {
      ...many('search se info if lr repos packages pa', asks('installed-only', 'i')),
      ...many('install in remove rm update up dup refresh ref', INSTALLS),
    },
  },
  apk: {
    sub: {
      ...many(
        'info list search policy version stats',
        asks('installed all available upgradable description', 'IaevdLRrswWq'),
      ),
      ...many('add del update upgrade fix cache', INSTALLS),
    },
  },
  pacman: { short: 'QSVqeimtdlkogsucyRU', long: 'query version', operands: 'text', judge: pacman },
  brew: {
    short: 'v',
    long: 'version prefix? config',
    sub: {
      ...many(
        'list ls info deps leaves config doctor outdated --prefix --version',
        asks('versions cask formula json? tree installed', 'v1'),
      ),
      search: NETWORK,
      ...many('install uninstall upgrade update tap untap link unlink cleanup services', INSTALLS),
      '': {},
    },
  },
  snap: {
    sub: {
      ...many('list services connections version changes', asks('all', 'a')),
      ...many('info find', NETWORK),
      ...many('install remove refresh enable disable start stop restart set connect disconnect revert', INSTALLS),
    },
  },
  flatpak: {
    long: 'version',
    sub: {
      ...many('list info remotes', asks('app runtime columns=', 'd')),
      ...many('install uninstall update', INSTALLS),
      '': {},
    },
  },
  npm: version({
    ...many('ls list ll', {
      long: '--depth -g --global --all --json --parseable --long --prod --omit',
      operands: 'text',
    }),
    ...many('root prefix', { long: '-g --global', operands: 'none' }),
    ...many('outdated view info show search whoami ping', { ...NETWORK, long: '--json --long -g --global' }),
    explain: { operands: 'text', long: '--json' },
    ...many('install i ci uninstall update publish link audit', {
      operands: 'text',
      does: ['change', 'network', 'opaque'],
    }),
  }),
  npx: CODE,
  pip: version({
    ...many('list', { long: '--format --user --local -v', operands: 'none' }),
    show: { long: '-f --files', operands: 'text' },
    freeze: { long: '--all --user --local' },
    check: {},
    ...many('install uninstall download wheel', { operands: 'text', does: ['change', 'network', 'opaque'] }),
  }),
  gem: version({
    list: { long: '--local -l --no-versions', operands: 'text' },
    ...many('env environment', { operands: 'none' }),
  }),
  bundle: CODE,
  ...many('yarn pnpm composer', version({}, 'change')),
  ...many('cargo rustc rustup make cmake mvn gradle dotnet gcc g++ clang', version()),
  go: version({ env: { operands: /^[A-Z_0-9]+$/, long: '-json' } }),
};
