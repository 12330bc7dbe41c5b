/** Rules about paths under `open`, where nothing else holds a command back: which words of it they see. */
import { judge } from '@synapse/judge';
import { describe, expect, it } from 'vitest';
import { type Circumstances, compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';
import { readPolicy } from './read-policy.ts';

const RULES = `version: 1
rules:
  - when: { path: ["/srv/state/**", /etc/shadow] }
    then: deny
`;
const policy = compilePolicy(await readPolicy(RULES), RULES);
const here: Circumstances = {
  machine: { slug: 'a', tags: [], confirmed: true },
  container: null,
  source: 'mcp',
  tokenLabel: null,
  at: 0,
};
const verdict = (command: string, cwd: string | null = '/work'): string =>
  decide([policy], judge(command, { cwd, home: null }), here, []).verdict;

describe('a command that may reach what a rule names', () => {
  it.each([
    // Options that change the folder, with the value behind them or joined to them.
    'git -C /srv/state log',
    'git -C /srv show HEAD:state/x',
    'git --git-dir=/srv/state/.git log',
    'GIT_DIR=/srv/state/.git git log',
    'tar cf - -C /srv state',
    'tar -C/srv -cf - state',
    'tar cf - -C / srv',
    'make -C /srv/state',
    'sudo -D /srv/state cat x',
    'env -C /srv/state cat x',
    'cp -t/srv/state x',
    'cp --target-directory=/srv/state x',
    // Braces.
    'cat /etc/sha{dow,dow}',
    'cat {/srv/state,}/x',
    'cat /srv/{a,{b,st}ate}/x',
    'cat /srv/{a..z}tate/x',
    'for f in /srv/stat{e,x}; do cat $f/x; done',
    `cat /${'{a,b}'.repeat(20)}/x`,
    // Code.
    `awk 'BEGIN { while ((getline l < "/srv/state/x") > 0) print l }'`,
    `awk '{ print > "/srv/state/x" }' f`,
    `python3 -c 'print(open("/srv/state/x").read())'`,
    `python3 -c "import os; os.chdir('/srv'); open('state/x')"`,
    `ruby -e "File.read('/srv/'+'state/x')"`,
    "perl -e 'open F, q(/srv/state/x)'",
    'python3 <<X\nopen("/srv/state/x")\nX',
    'python3 <<X\nopen("/srv/state/x"); $y\nX',
    'at now <<< "cat /srv/state/x"',
    'script -c "cat /srv/state/x"',
    'mysql -e "source /srv/state/x"',
    'X=/srv/state/x python3 -c 1',
    'export X=/srv/state/x; sh -c "python3 -c 1"',
    'read X <<< /srv/state/x; export X; node -e 1',
    // All that is below a folder.
    'find /srv',
    'find /srv -name x',
    'find / -name x -print0 | xargs -0 cat',
    'ls -lR /srv',
    'du -a /srv',
    'tree /srv',
    'diff -r /srv /tmp',
    'zip -r - /srv',
    '7z a x /srv',
    'rsync -a / /tmp/z',
    'scp -r /srv a:',
    'docker run -v /:/x alpine',
    'docker run --mount type=bind,src=/srv,dst=/x alpine',
    'mount --bind /srv /tmp/z',
    'chroot /srv cat /state/x',
    'cd /srv; git grep x',
    // A link that is to be followed later.
    'ln -s /srv/state/x /tmp/l',
    'ln -s /srv /tmp/l',
    // The folder that it runs in, and a program that lies there.
    'cd /srv/state; make',
    'cd /srv/state; git log',
    'cd /srv/state; ls',
    '/srv/state/run',
    'cd /srv && ./state/run',
    // Whether there is such a file.
    'test -e /srv/state/x',
    '[ -r /srv/state/x ] && echo yes',
    // What is set for the shell itself.
    'BASH_ENV=/srv/state/x bash -c true',
    'CDPATH=/srv; cd state; cat x',
    "alias c='cat /srv/state/x'\nc",
    'hash -p /srv/state/x y; y',
    'enable -f /srv/state/x y',
    // What is not read, and all behind it.
    'cat /srv/@(state)/x',
    'shopt -s extglob\n: @(x)\ncat /srv/state/x',
    'ls )',
    // Past the bound.
    `unheard-of ${'/a '.repeat(10)}${Array.from({ length: 600 }, (_, at) => `/b/${at}`).join(' ')} /srv/state/x`,
  ])('is held: %s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('a path that goes up again from a folder, or leads through a link that systems have', () => {
  it.each([
    'cat /var/run/../srv/state/x',
    'cat /var/run/../srv/other/../state/x',
    'grep -r x /var/run/../srv',
    'cd /var/run && cat ../srv/state/x',
    'cd /var/run && cd .. && cat srv/state/x',
    'cat < /var/run/../srv/state/x',
    'unheard-of a/../x',
    // Whatever `link` leads to.
    'cat link/../x',
    'cat ../x',
    'cd link && cat ../x',
    'cd -P link/.. && cat x',
    'git -C ../x log',
  ])('may be held: %s', (command) => {
    expect(verdict(command)).toBe('deny');
  });

  it.each(['cat ./x', 'cat /../x', 'cd .. && ls', 'cd ../app && make', "sed 's/../x/' f", 'git log a..b', 'ls ..x'])(
    'is not: %s',
    (command) => {
      expect(verdict(command)).toBe('allow');
    },
  );

  const under = async (paths: string, then: string, command: string): Promise<string> => {
    const text = `version: 1\ndefault: careful\nrules:\n  - when: { path: ${paths} }\n    then: ${then}\n`;
    const compiled = compilePolicy(await readPolicy(text), text);
    return decide([compiled], judge(command, { cwd: '/var/app', home: null }), here, []).verdict;
  };

  it('is never covered by a rule that allows', async () => {
    for (const path of ['/var/run/../home/x', '/var/run/x', '/var/a/../b', '../app/x', '/var/lock/x'])
      expect(await under('"/var/**"', 'allow', `touch ${path}`), path).toBe('ask');
    for (const path of ['/var/a/b', 'x', './x', '/var/./a'])
      expect(await under('"/var/**"', 'allow', `touch ${path}`), path).toBe('allow');
    expect(await under('["/var/run/app/**", "/run/app/**"]', 'allow', 'touch /var/run/app/x')).toBe('allow');
  });

  it('is held by either of its names', async () => {
    for (const rule of ['"/run/app/**"', '"/var/run/app/**"'])
      for (const path of ['/run/app/x', '/var/run/app/x', '/var/run/./app/x'])
        expect(await under(rule, 'deny', `cat ${path}`), `${rule} ${path}`).toBe('deny');
    expect(await under('"/var/run/app/**"', 'deny', 'cat /run/other')).toBe('allow');
  });

  it('reads no more than a link does: no preset asks about it', async () => {
    for (const command of ['cat ../x', 'cat a/../b', 'cd .. && ls', 'ls ..'])
      expect(await under('/etc/shadow', 'allow', command), command).toBe('allow');
  });
});

describe('a command that has nothing to do with it', () => {
  it.each([
    'ls /srv',
    'ls -ltr /srv',
    'cd /srv; du -sh',
    'stat /srv',
    'cd /srv/app && npm ci && npm run build',
    'cd /srv/app && git pull && git status && git log -p',
    'docker restart web; systemctl restart web; docker ps',
    'docker compose -f /srv/app/compose.yml up -d',
    'rsync -a /srv/app/ h:/srv/app/',
    'cp -r /srv/app /tmp',
    'mkdir -p /srv/app; chmod 644 /srv/app/x; touch /srv/new',
    "sed -i 's/a/b/' /srv/app/x",
    'find /srv/app -name x',
    'cat /srv/{app,web}/x',
    `python3 -c 'print("/".join(["a"]), 1 / 2)'`,
    'node -e "1/2/3"',
    'curl https://example.test/srv/state',
    'D=/srv; ls /tmp',
    'docker rm $(docker ps -aq)',
    'echo /srv/state/x',
    '[ -d /srv/app ] && ls /srv/app',
    'shopt -s nullglob; alias ll="ls -l"; CDPATH=/opt; ls',
    'make',
    'uptime',
  ])('is not held: %s', (command) => {
    expect(verdict(command)).toBe('allow');
  });

  it('nor where nobody knows the folder that it starts in', () => {
    for (const command of ['git status', 'ls', 'make', 'docker pull library/nginx', 'npm ci'])
      expect(verdict(command, null), command).toBe('allow');
  });
});

it('what no text shows is not held: said in the threat model', () => {
  // Whoever closes one of these changes the page, too.
  for (const command of [
    `python3 -c 'print(open("/sr" + "v/sta" + "te/x").read())'`,
    './script-that-reads-it',
    'unheard-of "$(hostname)/x"',
  ])
    expect(verdict(command), command).toBe('allow');
});
