import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachMember } from './control-group.ts';

it.each(['bash', 'dash'])('takes nobody for a member because another one died meanwhile, in %s', (shell) => {
  const group = mkdtempSync(join(tmpdir(), 'synapse-group-'));
  try {
    const members = ['90001', '90002', '90003', '90004'];
    writeFileSync(join(group, 'cgroup.procs'), `${members.join('\n')}\n`);
    // As the kernel does it: whoever looks again finds a list without the dead.
    const dies = 'echo "$p"; printf "7\\n90004\\n" >"$g/cgroup.procs"';
    const seen = execFileSync(shell, ['-c', `g=$1; ${eachMember(dies)}`, shell, group], { encoding: 'utf8' });
    expect(seen.trim().split('\n')).toEqual(members);
  } finally {
    rmSync(group, { recursive: true });
  }
});
