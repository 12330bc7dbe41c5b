/** Whether this user's commands on this computer can be put in a control group, so that nothing survives a kill. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, ok, skipped, warning } from './finding.ts';

const ROOT = '/sys/fs/cgroup';
const CHECK = 'killing';

export function checkGroups(): Finding {
  if (process.platform !== 'linux') {
    const mend = 'Nothing to mend: docs/guides/hardening.md lists what may outlive a killed command.';
    return warning(CHECK, 'control groups are a thing of Linux: a process in a session of its own may escape', mend);
  }
  let lines: string[];
  try {
    lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  } catch {
    return skipped(CHECK, '/proc is not there');
  }
  if (lines.some((line) => isOpen(line))) return ok(CHECK, 'commands that last are held in a control group');
  const mend =
    'Run the service with Delegate=yes under systemd; docs/guides/hardening.md lists what may escape without.';
  return warning(CHECK, 'this user may not make control groups: killed commands are searched for by their marks', mend);
}

/** As the runner looks for it: version 2, beside version 1 or alone, or the freezer of version 1. */
function isOpen(line: string): boolean {
  const [, controller, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
  if (path === undefined || (controller !== '' && controller !== 'freezer')) return false;
  const mount =
    controller === 'freezer' ? join(ROOT, 'freezer') : allows(join(ROOT, 'unified')) ? join(ROOT, 'unified') : ROOT;
  return [join(mount, path), join(mount, path, 'cgroup.procs')].every((name) => allows(name, constants.W_OK));
}

function allows(path: string, mode = constants.F_OK): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
