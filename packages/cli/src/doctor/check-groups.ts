/** Whether this user's commands on this computer can be put in a control group, so that nothing survives a kill. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../words/tell.ts';
import { type Finding, ok, skipped, warning } from './finding.ts';

const ROOT = '/sys/fs/cgroup';

export function checkGroups(): Finding {
  const check = tell('check_killing');
  if (process.platform !== 'linux') {
    return warning(check, tell('groups_linux'), tell('groups_linux_mend'));
  }
  let lines: string[];
  try {
    lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  } catch {
    return skipped(check, tell('groups_no_proc'));
  }
  if (lines.some((line) => isOpen(line))) return ok(check, tell('groups_ok'));
  return warning(check, tell('groups_none'), tell('groups_none_mend'));
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
