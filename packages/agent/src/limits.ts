/** What the owner of this computer lets the service do here. Checked here, whatever the service says. */
import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { because, type ReasonKey, Refusal } from '@synapse/contract';
import { PROBE_SCRIPT } from '@synapse/runner';
import { isPlainRepository } from './read-only/plain-repository.ts';
import { namesPrivate, readsPrivate } from './read-only/private-places.ts';
import { asReadOnly } from './read-only/read-only.ts';

export interface LimitOptions {
  /** Commands may start in these directories and below; empty: anywhere. */
  readonly allowDirs: readonly string[];
  /** Empty: any container, unless directories are limited. */
  readonly allowContainers: readonly string[];
  readonly containerOnly: boolean;
  readonly readOnlyCommands: boolean;
  /** The folder of the agent's key. Commands that may only read are kept out of it. */
  readonly home: string;
}

export interface Wanted {
  readonly script: string;
  readonly cwd: string | null;
  readonly container: string | null;
}

export interface Permitted {
  readonly script: string;
  /** The directory to run in. */
  readonly cwd: string | null;
  /** It may only read: it runs in a sandbox, without values and without input, or not at all. */
  readonly onlyReads: boolean;
}

export interface Limits {
  /** What to run, and where. Throws a refusal if the limits forbid it. */
  check(wanted: Wanted): Promise<Permitted>;
}

export function createLimits(options: LimitOptions): Limits {
  const { allowDirs, allowContainers, containerOnly, readOnlyCommands, home } = options;
  // A container may contain any directory of the host, so an owner who limits directories must name the containers too.
  const anyContainer = allowContainers.length === 0 && (allowDirs.length === 0 || containerOnly);

  const placeOf = async ({ cwd, container }: Wanted): Promise<string | null> => {
    if (container !== null) {
      if (!anyContainer && !allowContainers.includes(container)) throw refused('agent_container');
      return cwd;
    }
    if (containerOnly) throw refused('agent_container_only');
    if (allowDirs.length === 0) return cwd;
    if (cwd === null) throw refused('agent_directory');
    const real = await realDirectory(cwd);
    if (real === null) throw new Refusal('cwd_not_found', { cwd });
    const roots = await Promise.all(allowDirs.map(realDirectory));
    if (!roots.some((root) => root !== null && isWithin(real, root))) throw refused('agent_directory');
    // The resolved path is used, so a link that is changed after this check has no effect.
    return real;
  };

  return {
    check: async (wanted) => {
      if (isProbe(wanted)) return { script: PROBE_SCRIPT, cwd: null, onlyReads: false };
      const cwd = await placeOf(wanted);
      if (!readOnlyCommands) return { script: wanted.script, cwd, onlyReads: false };
      const command = asReadOnly(wanted.script, cwd);
      if (command === null) throw refused('agent_read_only');
      if (wanted.container !== null) {
        if (namesPrivate(command, cwd)) throw refused('agent_read_only');
      } else {
        if (await readsPrivate(command, cwd ?? '/', home)) throw refused('agent_read_only');
        if (command.usesGit && !(await isPlainRepository(cwd ?? '/'))) throw refused('agent_read_only');
      }
      return { script: command.script, cwd, onlyReads: true };
    },
  };
}

/** The service asks whether the shell of this computer answers; nothing else is run. */
function isProbe({ script, cwd, container }: Wanted): boolean {
  return script === PROBE_SCRIPT && cwd === null && container === null;
}

function refused(reason: ReasonKey): Refusal {
  return new Refusal('agent_refused', { reason: because(reason) });
}

async function realDirectory(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
