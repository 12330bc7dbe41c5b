// strace: keeps what failed, what was executed and how it ended; counts routine calls that succeeded and lookups that
// found nothing.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const CALL = /^(?:\[pid +\d+\] |\d+ +)?(?:\d[\d:.]* )?([a-z_]\w*)\(/;
const FAILED = / = -1 E([A-Z]+)/;
/** Memory, descriptors and signals: of no interest when they worked. */
const HOUSEKEEPING =
  /^(?:mmap2?|munmap|mprotect|mremap|madvise|brk|close|f?stat(?:64)?|lstat|newfstatat|statx|lseek|_llseek|p?read(?:64|v)?|getdents(?:64)?|rt_sig\w+|sigaltstack|set_tid_address|set_robust_list|rseq|arch_prctl|prlimit64|getrandom|futex|fcntl|ioctl|gettid|getpid|getppid|get[eu]*id|getcwd|uname|sysinfo|sched_\w+|clock_\w+|epoll_\w+|dup[23]?|poll|ppoll|select|pselect6)$/;
const LOOKUP = /^(?:open(?:at2?)?|access|faccessat2?|l?stat(?:64)?|newfstatat|statx|readlink(?:at)?|execve)$/;
/** What happened last is usually what the reader looks for. */
const TAIL = 8;
/** A file that was looked for in vain this late may be the reason. */
const NEAR_THE_END = 40;

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  const calls = lines.filter((line) => CALL.test(head(line))).length;
  if (calls < 10 || calls < lines.length / 2) return null;
  const kept: string[] = [];
  let worked = 0;
  let lookups = 0;
  lines.forEach((line, i) => {
    tick();
    const start = head(line);
    const call = CALL.exec(start)?.[1];
    const error = FAILED.exec(start)?.[1];
    const shown = i === 0 || i >= lines.length - TAIL || call === undefined || line.includes('<unfinished');
    if (!shown && error === 'NOENT' && i < lines.length - NEAR_THE_END && LOOKUP.test(call)) lookups++;
    else if (!shown && error === undefined && (HOUSEKEEPING.test(call) || LOOKUP.test(call)) && call !== 'execve')
      worked++;
    else kept.push(line.replace(/\) +(?== )/, ') ').replace(/ {2,}(?=\S)/g, ' '));
  });
  if (worked + lookups < 5) return null;
  return [
    ...kept,
    cut(worked + lookups, `of ${calls} calls (${worked} that worked, ${lookups} lookups of what is not there)`),
  ];
}

export const strace: Filter = {
  name: 'strace',
  matches: ({ program }) => /^(?:strace|ltrace|truss)$/.test(program),
  apply,
};
