/** What a command on this host has as its environment: that of a login, and nothing else of the service's own. */
import { userInfo } from 'node:os';

const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** npm and npx put such folders before all others, for the program that they start. */
const OF_NPM = /^\/(?:.*\/)?(?:node_modules\/\.bin|node-gyp-bin)\/?$/;

/** The `PATH` this process was started with, without what npm adds where npm started it. */
export function loginPath(path: string | undefined): string {
  const folders = (path ?? '').split(':');
  const first = folders.findIndex((folder) => !OF_NPM.test(folder));
  return (first < 0 ? '' : folders.slice(first).join(':')) || USUAL_PATH;
}

export function loginEnvironment(): Record<string, string> {
  const { username, homedir, shell } = whoWeAre();
  const locale = Object.entries(process.env).filter(([name]) => /^(?:LANG|LANGUAGE|LC_[A-Z]+)$/.test(name));
  return {
    PATH: USUAL_PATH,
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    // The account of a service has none.
    ...(shell && !/\/(?:nologin|false)$/.test(shell) ? { SHELL: shell } : {}),
    LANG: 'C.UTF-8',
    ...Object.fromEntries(locale),
    TERM: 'dumb',
    // A bash with a socket as its stdin and no SHLVL reads ~/.bashrc.
    SHLVL: '0',
  };
}

/** In a container, a login may be a number that no list of users knows. */
function whoWeAre(): { username: string; homedir: string; shell: string | null } {
  try {
    return userInfo();
  } catch {
    return { username: String(process.getuid?.() ?? ''), homedir: process.env.HOME || '/', shell: null };
  }
}
