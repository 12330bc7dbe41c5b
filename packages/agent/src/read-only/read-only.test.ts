import { judge } from '@synapse/judge';
import { describe, expect, it } from 'vitest';
import { asReadOnly } from './read-only.ts';
import { safeguardsFor } from './safeguards.ts';

describe('read-only commands', () => {
  it('takes git as a service with a policy sends it, and nothing else in front of it', () => {
    const { preamble } = safeguardsFor(judge('git log', { cwd: '/', home: null }));
    expect(preamble).toContain('git()');
    expect(asReadOnly(`${preamble}git log`)).toEqual(asReadOnly('git log'));
    expect(asReadOnly(`${preamble}rm x`)).toBeNull();
    expect(asReadOnly(`${preamble.replace('GIT_PAGER=cat', 'GIT_PAGER=id')}git log`)).toBeNull();
  });

  it.each([
    'ls',
    'ls -la /var/log',
    "grep -n 'a; rm -rf $HOME' file.txt",
    'cat /etc/hosts | grep local | wc -l',
    'git log --oneline -5',
    'git diff HEAD~1',
    'git status',
    'docker ps --all',
    "docker ps --format '{{.Names}}'",
    'find . -name "*.ts" -type f',
    'ls src/*.ts',
    'df -h',
    'ps aux',
    'ps -ef',
    'ps -eo pid,ppid,etime,args --sort=-rss',
    'head -n 5 a | tail -2',
    'head -5 a',
    'cut -d: -f1,3 /etc/passwd',
    "grep -rn --include='*.ts' word src",
    'git log --oneline --since=yesterday -n5 -- src',
    'docker logs --tail 50 -f web',
    'find /var -maxdepth 2 -mtime +3 -print0',
  ])('lets %s pass', (script) => {
    expect(asReadOnly(script)).not.toBeNull();
  });

  it.each([
    '',
    ' ',
    'rm -rf /',
    'ls; rm x',
    'timeout 5 git status',
    'command git diff',
    '/usr/bin/git status',
    'sort *.txt',
    'ls && rm x',
    'ls & rm x',
    'ls\nrm x',
    'ls || rm x',
    'ls > x',
    'cat < x',
    'cat $(rm x)',
    'cat `rm x`',
    'cat "$(rm x)"',
    'cat "`rm x`"',
    'cat $x',
    'cat ${x}',
    'echo "a',
    "echo 'a",
    'PATH=/evil ls',
    'env rm x',
    'sh -c ls',
    '/tmp/ls',
    './ls',
    'ls | sh',
    'ls |',
    '| ls',
    'ls |& sh',
    'git push',
    'git -c core.pager=evil log',
    'git diff --output=x',
    'git diff --outp=x',
    'git diff "--output=x"',
    'git diff --ext-diff',
    'git',
    'find . -delete',
    'find . -exec rm x',
    "find . '-exec' rm x",
    'find . -ok rm x',
    'find . -fprintf x y',
    'find . {-exec,rm}',
    'cat *',
    'cat -*',
    'ls \\; rm x',
    'docker run x',
    'docker',
    '!ls',
    'ls # x',
    '(ls)',
    'sort -o x y',
    "find ''?delete",
    'find ""*',
    'podman ps --cpu-profile=/tmp/x',
    'podman info --runtime=/tmp/x',
    'docker --config x ps',
    'docker top web e',
    'ps eww',
    'ps auxe',
    'ps -o environ',
    'ps -o pid,environ',
    'ps -axe',
    'ps -E',
    'grep -R x .',
    'grep -f /etc/shadow x',
    'wc --files0-from=x',
    'git log --show-signature',
    'git diff --no-index a b',
    'git grep -O x',
    'git status --no-such-option',
    'date -s x',
    'tail --pid=1 x',
    'constructor',
    'git constructor',
    'tee x',
  ])('does not let %j pass', (script) => {
    expect(asReadOnly(script)).toBeNull();
  });
});
