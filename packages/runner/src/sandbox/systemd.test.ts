/** What systemd starts sets its rules and loads the filter of system calls before it becomes the command. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuote } from '../shell-quote.ts';
import { CALLS } from './perl-steps.ts';
import { systemd } from './systemd.ts';

const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const hasLandlock =
  process.platform === 'linux' && spawnSync('perl', ['-e', 'exit(syscall(444, 0, 0, 1) < 1)']).status === 0;

/** The part of the text that runs inside, as `systemd-run` would start it: no privilege can be gained. */
function inside(script: string): string {
  const text = systemd.wrap(['/bin/sh', '-c', script], { kernel: 'Linux', processor });
  const start = text.indexOf('exec systemd-run');
  const started = text.slice(text.indexOf(' -- perl', start) + 4);
  const program = `syscall(${CALLS[processor].prctl}, 38, 1, 0, 0, 0); exec @ARGV`;
  return `${text.slice(0, start)}exec perl -e ${shellQuote(program)} ${started}`;
}

it.runIf(hasLandlock)('no lock can be had inside', () => {
  const lock = 'open(F, "<", "/dev/null"); print flock(F, 1) ? "locked" : "refused"';
  const { stdout } = spawnSync('/bin/sh', ['-c', inside(`perl -e ${shellQuote(lock)}`)], { encoding: 'utf8' });
  expect(stdout).toBe('refused');
});

it('without Perl, the command does not run', () => {
  const text = inside('echo ran').replaceAll('perl -e', 'no-such-perl -e');
  const { stdout, status } = spawnSync('/bin/sh', ['-c', text]);
  expect({ stdout: stdout.toString(), ran: status === 0 }).toEqual({ stdout: '', ran: false });
});
