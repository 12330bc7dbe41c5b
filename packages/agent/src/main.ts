/** `synapse-agent`: the commands that its owner types. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { enrol } from './enrol.ts';
import { defaultHome, type Home, type Identity, openHome } from './home.ts';
import { type Installation, installation } from './install.ts';
import { createLimits } from './limits.ts';
import { checkServer } from './open-socket.ts';
import { runAgent } from './run-agent.ts';
import { REFUSED_STATUS } from './service-files.ts';
import { update } from './update.ts';
import { VERSION } from './version.ts';
import { tell } from './words.ts';

const OLDEST_NODE = 22;

const OPTIONS = {
  server: { type: 'string' },
  code: { type: 'string' },
  home: { type: 'string' },
  ca: { type: 'string' },
  'allow-dir': { type: 'string', multiple: true },
  'allow-container': { type: 'string', multiple: true },
  'container-only': { type: 'boolean' },
  'read-only-commands': { type: 'boolean' },
  'plain-http': { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

/** Thrown to exit with a status other than 1. */
class Refused extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Files written here are readable only by their owner; commands get the login's own.
const loginUmask = process.umask(0o077);
try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof Refused ? REFUSED_STATUS : 1;
}

function readArguments() {
  return parseArgs({ options: OPTIONS, allowPositionals: true });
}

async function main(): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Error(tell('old_node', { oldest: OLDEST_NODE, version: process.versions.node }));
  }
  const { values: flags, positionals } = readArguments();
  if (flags.version) return say(VERSION);
  if (flags.help || positionals.length !== 1) return say(tell('help', { version: VERSION, home: defaultHome() }));
  const home = openHome(resolve(flags.home ?? defaultHome()));
  switch (positionals[0]) {
    case 'run':
      return run(home, flags);
    case 'enrol':
      await identify(home, flags);
      return;
    case 'install':
      await identify(home, flags);
      own().install(home.folder, keptFlags(home, flags));
      return say(tell('installed'));
    case 'uninstall':
      own().uninstall();
      home.remove();
      return say(tell('removed'));
    case 'status':
      return showStatus(home);
    case 'update': {
      const identity = enrolled(home);
      const { installed, program, restart } = own();
      const changed = await update(identity, installed() ? program : self());
      if (changed && installed()) restart();
      return say(tell(changed ? 'updated' : 'up_to_date'));
    }
    case 'pause':
    case 'resume':
      home.setPaused(positionals[0] === 'pause');
      return say(tell(home.paused() ? 'paused' : 'resumed'));
    default:
      throw new Error(tell('no_command', { name: positionals[0] ?? '' }));
  }
}

async function run(home: Home, flags: Flags): Promise<void> {
  const identity = await identify(home, flags);
  const limits = createLimits({
    allowDirs: (flags['allow-dir'] ?? []).map((folder) => resolve(folder)),
    allowContainers: flags['allow-container'] ?? [],
    containerOnly: flags['container-only'] ?? false,
    readOnlyCommands: flags['read-only-commands'] ?? false,
    home: home.folder,
  });
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  await runAgent({ home, identity, limits, umask: loginUmask, signal: stop.signal, say }).catch((error: Error) => {
    throw new Refused(error.message);
  });
}

/** The existing identity, or the one that a code brings. */
async function identify(home: Home, flags: Flags): Promise<Identity> {
  const ca = flags.ca === undefined ? null : readAuthority(flags.ca);
  if (flags.code === undefined) {
    const known = enrolled(home);
    if (ca === null) return known;
    home.saveIdentity({ ...known, ca });
    return { ...known, ca };
  }
  if (flags.server === undefined) throw new Error(tell('code_needs_server'));
  const server = checkServer(flags.server, flags['plain-http'] ?? false);
  const identity = await enrol(home, { server, ca }, flags.code);
  say(tell('enrolled', { slug: identity.slug }));
  return identity;
}

function readAuthority(file: string): string {
  const pem = readFileSync(file, 'utf8');
  try {
    new X509Certificate(pem);
  } catch {
    throw new Error(tell('no_certificate', { file }));
  }
  return pem;
}

function enrolled(home: Home): Identity {
  const identity = home.identity();
  if (identity === null) throw new Refused(tell('not_enrolled'));
  return identity;
}

/** What the service manager must pass to `run`. The code has been used by then. */
function keptFlags(home: Home, flags: Flags): string[] {
  return [
    '--home',
    home.folder,
    ...(flags['allow-dir'] ?? []).flatMap((folder) => ['--allow-dir', resolve(folder)]),
    ...(flags['allow-container'] ?? []).flatMap((name) => ['--allow-container', name]),
    ...(flags['container-only'] ? ['--container-only'] : []),
    ...(flags['read-only-commands'] ? ['--read-only-commands'] : []),
  ];
}

function showStatus(home: Home): void {
  const { server, slug } = enrolled(home);
  const state = home.state();
  const alive = state !== null && isAlive(state.pid);
  say(tell('status_machine', { slug, server }));
  say(alive ? tell('status_running', { pid: state.pid, version: state.version }) : tell('status_stopped'));
  const { since = '', note } = state ?? {};
  if (alive) say(tell(state.connected ? 'status_connected' : 'status_away', { since, note: note ?? '' }));
  say(tell('status_paused', { answer: tell(home.paused() ? 'yes' : 'no') }));
  say(tell('status_installed', { answer: tell(own().installed() ? 'yes' : 'no') }));
  say(tell('status_log', { file: `${home.folder}/agent.log` }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function self(): string {
  return realpathSync(process.argv[1]!);
}

function own(): Installation {
  return installation(self());
}
