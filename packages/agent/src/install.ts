/** Puts the agent where it starts by itself, and takes it away again without a trace. Never needs root. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from './home.ts';
import { LABEL, launchdPlist, systemdUnit, UNIT } from './service-files.ts';

export interface Installation {
  /** The copy that the service manager starts. */
  readonly program: string;
  readonly installed: () => boolean;
  install(flags: readonly string[]): void;
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
    install: (flags) => {
      mkdirSync(dirname(program), { recursive: true });
      if (source !== program) copyFileSync(source, program);
      const argv = [process.execPath, program, 'run', ...flags];
      const path = process.env.PATH || '/usr/bin:/bin';
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, mac ? launchdPlist(argv, path) : systemdUnit(argv, path), { mode: 0o600 });
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

function manage(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim();
    throw new Error(`${program} ${args.join(' ')} failed: ${said || (error as Error).message}`);
  }
}
