/**
 * The real sudo, for the invented accounts of a test's sshd or agent: in a view of the files of its own, where `/etc` has
 * those accounts and `/usr` has the program. Nothing of the host is changed.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeAtEnd } from '../left-behind.ts';
import { fetchPackages } from './engines.ts';
import type { SshdProgram } from './sshd.ts';

/** Shell text: makes the view from the folder `$1`, and runs the rest of its arguments in it. */
const VIEW = `
  set -e
  etc=$1/etc; shift
  mount -t overlay overlay -o "lowerdir=$etc:/etc" /etc
  mount -t overlay overlay -o "lowerdir=$SUDO_PACKAGE/usr:/usr" /usr
  unset SUDO_PACKAGE
  exec "$@"
`;

/** An account whom sudo wants to see at a terminal, which a command has not. */
export const NEEDS_TERMINAL = 'seated';

export interface SudoProgram {
  /** The sshd whose accounts may use sudo, with their password. */
  sshd(program: SshdProgram): Promise<SshdProgram>;
  /** Runs a program as an ordinary user who may use sudo. */
  asUser(password: { readonly hash: string }, uid: number): Promise<readonly string[]>;
}

/** Fails where this computer lets nobody make such a view. */
export async function findSudo(): Promise<SudoProgram> {
  const root = await fetchPackages('sudo', ['sudo']);
  const view = ['env', `SUDO_PACKAGE=${root}`, 'unshare', '--mount', '/bin/sh', '-c', VIEW, 'sh'];
  const trial = await newFolder();
  await writeEtc(trial);
  await promisify(execFile)(view[0]!, [...view.slice(1), trial, 'sudo', '-V']);
  return {
    sshd: async (program) => {
      const folder = await newFolder();
      await writeEtc(folder);
      // The folder of the accounts is known when sshd is told of its configuration.
      const text = `#!/bin/sh
for last; do :; done
for file in passwd group shadow; do cp "\${last%/*}/$file" ${folder}/etc/ || exit; done
exec ${view.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')} ${folder} ${program.sshd} "$@"
`;
      await writeFile(join(folder, 'sshd'), text, { mode: 0o755 });
      return { ...program, sshd: join(folder, 'sshd') };
    },
    asUser: async ({ hash }, uid) => {
      const folder = await newFolder();
      await writeEtc(folder);
      const etc = join(folder, 'etc');
      await writeFile(join(etc, 'passwd'), `root:x:0:0::/root:/bin/sh\ntester:x:${uid}:${uid}::/tmp:/bin/sh\n`);
      await writeFile(join(etc, 'group'), `root:x:0:\ntester:x:${uid}:\n`);
      await writeFile(join(etc, 'shadow'), `root:*:19000:0:99999:7:::\ntester:${hash}:19000:0:99999:7:::\n`);
      return [...view, folder, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = removeAtEnd(await mkdtemp(join(tmpdir(), 'synapse-sudo-')));
  await chmod(folder, 0o755);
  return folder;
}

async function writeEtc(folder: string): Promise<void> {
  const etc = join(folder, 'etc');
  await mkdir(join(etc, 'pam.d'), { recursive: true, mode: 0o755 });
  const pam = ['auth required pam_unix.so', 'account required pam_permit.so', 'session required pam_permit.so'];
  await writeFile(join(etc, 'pam.d/sudo'), `${pam.join('\n')}\n`);
  const defaults = `Defaults timestampdir=${folder}/ts, lecture=never, timestamp_timeout=0, !fqdn
Defaults:${NEEDS_TERMINAL} requiretty`;
  await writeFile(
    join(etc, 'sudoers'),
    `${defaults}\nroot ALL=(ALL) ALL\n%tester ALL=(ALL) ALL\ntester ALL=(ALL) ALL\n${NEEDS_TERMINAL} ALL=(ALL) ALL\n`,
  );
  await chmod(join(etc, 'sudoers'), 0o440);
  await copyFile('/etc/hosts', join(etc, 'hosts')).catch(() => undefined);
}
