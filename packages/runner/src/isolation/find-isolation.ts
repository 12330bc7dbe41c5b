/** Tries whether commands on this host can be kept away from the service, and shows that they are. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Processor } from '../sandbox/mechanism.ts';
import { startChild } from '../start-child.ts';
import type { Isolation, ServiceFiles } from './isolation.ts';
import { otherUser } from './other-user.ts';
import { ownMounts } from './own-mounts.ts';

type FoundIsolation = { readonly isolation: Isolation } | { readonly isolation: null; readonly reason: string };

const PROCESSORS: Readonly<Record<string, Processor>> = { x64: 'x86_64', arm64: 'aarch64' };
const TRY_MS = 20_000;

/** Ends with 0 if neither the file nor the process of the service can be read. */
const TRY = '[ ! -e "$1" ] && ! cat "/proc/$2/environ" >/dev/null 2>&1 && ! ls -L "/proc/$2/cwd/" >/dev/null 2>&1';

/**
 * Never rejects, with one exception: the system has namespaces, but too many exist at this moment. Otherwise a command that
 * uses them all up would make the next ones run without isolation.
 */
export async function findIsolation(files: ServiceFiles): Promise<FoundIsolation> {
  const processor = PROCESSORS[process.arch];
  if (process.platform !== 'linux' || processor === undefined) {
    return { isolation: null, reason: `${process.platform} ${process.arch}` };
  }
  let isolation: Isolation;
  try {
    isolation = await ownMounts(files, processor);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/No space left|temporarily unavailable/.test(reason) && mayHaveNamespaces()) throw error;
    return { isolation: null, reason };
  }
  if (await holds(isolation, files)) return { isolation };
  isolation.close();
  return { isolation: null, reason: 'the service can be read all the same' };
}

/**
 * Rejects where commands cannot be run as that user, or can read the service all the same: they would run without the
 * isolation that was asked for.
 */
export async function isolateByUser(user: string, files: ServiceFiles): Promise<Isolation> {
  const isolation = await otherUser(user);
  if (await holds(isolation, files)) return isolation;
  throw new Error('the service may not start programs as that user, or they can read its files');
}

function mayHaveNamespaces(): boolean {
  try {
    return Number(readFileSync('/proc/sys/user/max_user_namespaces', 'utf8')) > 0;
  } catch {
    return false;
  }
}

function holds(isolation: Isolation, { data }: ServiceFiles): Promise<boolean> {
  const [name] = readdirSync(data);
  const known = name === undefined ? `${data}/nothing` : `${data}/${name}`;
  const [program, ...args] = isolation.enclose(['/bin/sh', '-c', TRY, 'sh', known, String(process.pid)]);
  return new Promise((resolve) => {
    const child = startChild(program!, args, {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'ignore', ...isolation.descriptors],
      timeout: TRY_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
