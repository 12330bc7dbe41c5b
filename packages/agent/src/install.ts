/** Makes the agent start by itself, and removes it again without a trace. Never needs root. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { loginPath } from '@synapse/runner';
import { configFolder } from './home.ts';
import { LABEL, launchdPlist, systemdUnit, UNIT } from './service-files.ts';
import { LANGUAGE, tell } from './words.ts';

export interface Installation {
  /** The copy that the service manager starts. */
  readonly program: string;
  readonly installed: () => boolean;
  /** `home` is the agent's own folder, `flags` are the options of its `run`. */
  install(home: string, flags: readonly string[]): void;
  restart(): void;
  uninstall(): void;
}

export function installation(source: string, platform: NodeJS.Platform = process.platform): Installation {
  const program = join(homedir(), '.local', 'share', 'synapse-agent', 'synapse-agent.mjs');
  const mac = platform === 'darwin';
  const file = mac
    ? join(homedir(), 'Library', 'LaunchAgents', `${LABEL}.plist`)
    : join(configFolder(), 'systemd', 'user', UNIT);
  const domain = `gui/${process.getuid?.() ?? 0}`;

  return {
    program,
    installed: () => existsSync(file),
    install: (home, flags) => {
      mkdirSync(dirname(program), { recursive: true });
      if (source !== program) copyFileSync(source, program);
      const argv = [process.execPath, program, 'run', ...flags];
      const environment = keptEnvironment();
      const text = mac ? launchdPlist(argv, environment, join(home, 'errors.log')) : systemdUnit(argv, environment);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: 0o600 });
      if (mac) manage('launchctl', ['bootstrap', domain, file]);
      else {
        manage('systemctl', ['--user', 'daemon-reload']);
        manage('systemctl', ['--user', 'enable', '--now', UNIT]);
      }
    },
    restart: () => {
      if (mac) manage('launchctl', ['kickstart', '-k', `${domain}/${LABEL}`]);
      else manage('systemctl', ['--user', 'restart', UNIT]);
    },
    uninstall: () => {
      if (existsSync(file)) {
        if (mac) manage('launchctl', ['bootout', `${domain}/${LABEL}`]);
        else manage('systemctl', ['--user', 'disable', '--now', UNIT]);
        rmSync(file, { force: true });
        if (!mac) manage('systemctl', ['--user', 'daemon-reload']);
      }
      rmSync(dirname(program), { recursive: true, force: true });
    },
  };
}

/** What the agent needs from the environment that it is installed from. A service manager knows nothing of it. */
function keptEnvironment(): Record<string, string> {
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  return {
    PATH: loginPath(PATH),
    SYNAPSE_LANG: LANGUAGE,
    ...(NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}),
  };
}

function manage(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim();
    throw new Error(
      tell('program_failed', { program: [program, ...args].join(' '), reason: said || (error as Error).message }),
    );
  }
}
