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

const HELP = `synapse-agent ${VERSION}: lets your Synapse service run commands on this computer, as you.

  run        connect and wait for work, in the foreground (with --server and --code: enrol first)
  enrol      --server URL --code CODE: bring this computer in
  install    start with your session from now on (systemd user service, launchd agent)
  uninstall  remove the service, the program's copy, the key and the log
  status     enrolled where, connected or not, paused or not
  update     fetch the service's version of this program
  pause      refuse every command until "resume"
  resume

Limits, for run and install:
  --allow-dir DIR         commands may only start in DIR and below (repeatable)
  --allow-container NAME  only these containers (repeatable); with --allow-dir none unless named
  --container-only        nothing outside containers
  --read-only-commands    only plain commands that print: ls, cat, grep, git log …

Others:
  --home DIR              where key, log and switches live (${defaultHome()})
  --ca FILE               trust only this authority (its certificate, PEM) for the service; kept with the key
  --plain-http            allow a service without TLS on another computer
`;

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

// Files written here are readable only by their owner.
process.umask(0o077);
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
    throw new Error(`Node.js ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}`);
  }
  const { values: flags, positionals } = readArguments();
  if (flags.version) return say(VERSION);
  if (flags.help || positionals.length !== 1) return say(HELP);
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
      return say('installed: it runs now, and whenever you log in');
    case 'uninstall':
      own().uninstall();
      home.remove();
      return say('removed');
    case 'status':
      return showStatus(home);
    case 'update': {
      const identity = enrolled(home);
      const { installed, program, restart } = own();
      const changed = await update(identity, installed() ? program : self());
      if (changed && installed()) restart();
      return say(changed ? 'updated' : 'up to date');
    }
    case 'pause':
    case 'resume':
      home.setPaused(positionals[0] === 'pause');
      return say(home.paused() ? 'paused: every command is refused' : 'commands run again');
    default:
      throw new Error(`${positionals[0]}: no such command; --help lists them`);
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
  await runAgent({ home, identity, limits, signal: stop.signal, say }).catch((error: Error) => {
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
  if (flags.server === undefined) throw new Error('--code needs --server');
  const server = checkServer(flags.server, flags['plain-http'] ?? false);
  const identity = await enrol(home, { server, ca }, flags.code);
  say(`enrolled as "${identity.slug}"`);
  return identity;
}

function readAuthority(file: string): string {
  const pem = readFileSync(file, 'utf8');
  try {
    new X509Certificate(pem);
  } catch {
    throw new Error(`${file} holds no certificate (PEM)`);
  }
  return pem;
}

function enrolled(home: Home): Identity {
  const identity = home.identity();
  if (identity === null) throw new Refused('not enrolled: pass --server and --code');
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
  say(`machine    ${slug} on ${server}`);
  say(`running    ${alive ? `yes (process ${state.pid}, version ${state.version})` : 'no'}`);
  if (alive) say(`connected  ${state.connected ? 'yes' : `no: ${state.note}`} since ${state.since}`);
  say(`paused     ${home.paused() ? 'yes' : 'no'}`);
  say(`installed  ${own().installed() ? 'yes' : 'no'}`);
  say(`log        ${home.folder}/agent.log`);
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
