/** A journal as systemd-journald writes it: the real one, in a mount namespace of its own, for one message. Needs root. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemdLibraries } from './systemd.ts';

/** When it is told to end, it first takes down what it was sent. */
const WRITE = `
mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal /run/systemd/units /run/log/journal || exit 1
"$1/lib/systemd/systemd-journald" & journald=$!
i=0; while [ ! -S /run/systemd/journal/socket ] && [ $i -lt 200 ]; do sleep 0.02; i=$((i+1)); done
perl -e 'use Socket; socket(S, PF_UNIX, SOCK_DGRAM, 0); send(S, "SYSLOG_IDENTIFIER=$ARGV[0]\\nMESSAGE=$ARGV[1]\\n", 0, sockaddr_un("/run/systemd/journal/socket")) or die' "$3" "$4"
kill $journald; wait $journald; cp -r /run/log/journal/. "$2"`;

/** Writes it below the folder, as /var/log/journal looks. */
export async function writeJournal(root: string, folder: string, [who, message]: readonly [string, string]) {
  const env = { ...process.env, LD_LIBRARY_PATH: systemdLibraries(root) };
  const args = ['--mount', 'sh', '-c', WRITE, 'sh', root, folder, who, message];
  await promisify(execFile)('unshare', args, { env, timeout: 120_000 });
}
