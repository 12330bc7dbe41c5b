/** What systemd starts loads the filter of system calls before it becomes the command, or does not become it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuote } from '../shell-quote.ts';
import { CALLS } from './perl-steps.ts';
import { systemd } from './systemd.ts';

const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const hasPerl = process.platform === 'linux' && spawnSync('perl', ['-e', '1']).status === 0;

/** The part of the text that runs inside, as `systemd-run` would start it: no privilege can be gained. */
function inside(script: string): string {
  const text = systemd.wrap(['/bin/sh', '-c', script], { kernel: 'Linux', processor });
  const started = text.slice(text.indexOf(' -- ') + 4);
  const program = `syscall(${CALLS[processor].prctl}, 38, 1, 0, 0, 0); exec @ARGV`;
  return `exec perl -e ${shellQuote(program)} ${started}`;
}

it.runIf(hasPerl)('no lock can be had inside', () => {
  const lock = 'open(F, "<", "/dev/null"); print flock(F, 1) ? "locked" : "refused"';
  const { stdout } = spawnSync('/bin/sh', ['-c', inside(`perl -e ${shellQuote(lock)}`)], { encoding: 'utf8' });
  expect(stdout).toBe('refused');
});

it.runIf(hasPerl)('without Perl and without a setpriv that can load it, the command does not run', () => {
  const text = inside('echo ran').replaceAll('command -v perl', 'command -v no-such-program');
  const blocked = text.replaceAll('exec setpriv', 'exec no-such-setpriv');
  const { stdout, status } = spawnSync('/bin/sh', ['-c', blocked.replaceAll('/tmp/.synapse-filter', '/dev/null')]);
  expect({ stdout: stdout.toString(), ran: status === 0 }).toEqual({ stdout: '', ran: false });
});
