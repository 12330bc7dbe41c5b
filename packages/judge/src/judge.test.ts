/** What is followed through a command: folders, variables, functions, input, secrets; and where judging ends. */
import { describe, expect, it } from 'vitest';
import { judge } from './index.ts';

const PLACE = { cwd: '/srv/app', home: '/home/ann' };
const judged = (command: string) => judge(command, PLACE);
const partOf = (command: string, program: string) => judged(command).parts.filter((part) => part.program === program);
const pathsOf = (command: string, program: string) => partOf(command, program).flatMap(({ paths }) => paths);

describe('where a command works', () => {
  it.each([
    ['rm x', ['/srv/app/x']],
    ['cd /var/cache && rm x', ['/var/cache/x']],
    // Where `cd` fails, the next command still runs where it was.
    ['cd /var/cache; rm x', ['/var/cache/x', '/srv/app/x']],
    ['cd /var/cache || exit 1; rm x', ['/var/cache/x']],
    ['(cd /var/cache && ls); rm x', ['/srv/app/x']],
    // The shell goes up by names, programs by what is there: a folder may be a link.
    ['cd /var; cd .. ; rm ../x', ['/x', '/srv/x', '…']],
    ['cd / && rm ../x', ['/x']],
    ['rm a/../b', ['/srv/app/b', '…']],
    ['rm /var/run/x', ['/var/run/x', '/run/x']],
    ['rm /var/run/../x', ['/var/x', '/x', '…']],
    ['cd /var/run && rm ../x', ['/var/x', '/x', '…']],
    ['cd /var/run && cd .. && rm x', ['/var/x', '/x']],
    ['cd -P a/.. && rm x', ['/srv/app/x', '…']],
    ['env -C a/.. rm x', ['/srv/app/x', '…']],
    ['rm /bin/x', ['/bin/x', '/usr/bin/x']],
    ['cd && rm x', ['/home/ann/x']],
    ['rm ~/x $HOME/y', ['/home/ann/x', '/home/ann/y']],
    ['d=/var/cache; rm "$d"/*.tmp', ['/var/cache/*.tmp']],
    ['f() { rm "$1"; }; f x', ['/srv/app/x']],
    ['sh -c \'rm "$1"\' sh x', ['/srv/app/x']],
    ['echo a b | xargs rm', ['/srv/app/a', '/srv/app/b']],
    ['sudo rm /etc/x', ['/etc/x']],
    ['rm /proc/self/root/etc/x', ['/etc/x']],
    ['env -C /tmp rm x', ['/tmp/x']],
    ["find /var/log -name '*.gz' -exec rm {} +", ['/var/log/*/*.gz']],
  ])('%s', (command, paths) => {
    const found = pathsOf(command, 'rm');
    expect([...found].sort()).toEqual([...paths].sort());
  });

  it.each(['cd "$x" && rm y', 'for d in a b; do cd $d; rm x; done', 'rm "$x"', 'rm $(cat list)', 'cd -; rm x'])(
    'is not known in %s: an allow for some paths must not lift it',
    (command) => {
      expect(partOf(command, 'rm')[0]!.effects).toContain('opaque');
    },
  );

  it('holds every path that is written to, however many there are', () => {
    const many = Array.from({ length: 600 }, (_, at) => `/var/cache/${at}`).join(' ');
    expect(partOf(`rm ${many} /etc/x`, 'rm')[0]!.effects).toContain('opaque');
  });
});

it.each([
  ['xargs -a /etc/shadow echo', '/etc/shadow'],
  ['xargs --arg-file=/etc/shadow', '/etc/shadow'],
  ['base64 ~/.config/synapse/session.json', '/home/ann/.config/synapse/session.json'],
])('knows what is sensitive in %s', (command, path) => {
  const found = judged(command).parts.filter(({ effects }) => effects.includes('sensitive'));
  expect(found.flatMap(({ paths }) => paths)).toEqual([path]);
});

describe('placeholders', () => {
  it.each([
    ['curl -H "X: {{S}}" http://localhost', 'curl'],
    ['X={{S}} mytool', 'mytool'],
    ['export X={{S}}; mytool', 'mytool'],
    ['x={{S}}; mytool "$x"', 'mytool'],
    ['echo {{S}} | mytool', 'mytool'],
    ['echo {{S}} | sort | mytool', 'mytool'],
    ['mytool <<E\n{{S}}\nE', 'mytool'],
    ['mytool "$(echo {{S}})"', 'mytool'],
    ['timeout 5 mytool {{S}}', 'mytool'],
    ['sudo mytool {{S}}', 'mytool'],
    ['f() { mytool "$1"; }; f {{S}}', 'mytool'],
    ['for x in {{S}}; do mytool "$x"; done', 'mytool'],
    ['while read -r x; do mytool "$x"; done <<E\n{{S}}\nE', 'mytool'],
    ['{ mytool; } <<E\n{{S}}\nE', 'mytool'],
    ['echo {{S}} | while read x; do mytool "$x"; done', 'mytool'],
    ['echo {{S}} | xargs mytool', 'mytool'],
    ['while :; do mytool "$x"; x={{S}}; done', 'mytool'],
  ])('reach the program that may read them: %s', (command, program) => {
    expect(partOf(command, program)[0]?.secrets).toEqual(['S']);
  });

  it.each(['x={{S}}; mytool', 'echo {{S}}; mytool', 'X={{S}} other; mytool', '(export X={{S}}); mytool'])(
    'do not reach one that cannot: %s',
    (command) => {
      expect(partOf(command, 'mytool')[0]?.secrets).toEqual([]);
    },
  );

  it.each([
    'echo {{S}} > f',
    'x={{S}}; echo "$x" >> f',
    'cat <<E > f\n{{S}}\nE',
    'ls > {{S}}',
    'echo {{S}} | tee f',
    '{ echo {{S}}; } > f',
  ])('are told of where they go into a file: %s', (command) => {
    expect(judged(command).redirectedSecrets).toEqual(['S']);
  });

  it('do not go anywhere by /dev/null', () => {
    expect(judged('echo {{S}} >/dev/null 2>&1').redirectedSecrets).toEqual([]);
    expect(judged("docker ps --format '{{.Names}}'").parts[0]!.secrets).toEqual([]);
  });
});

describe('judging', () => {
  it('never stops and allows: harmless commands in front do not hide the last', () => {
    for (const count of [60, 1_000, 1_999, 2_000, 5_000]) {
      const { effects } = judged(`${'ls\n'.repeat(count)}rm x`);
      expect(
        effects.some((effect) => effect !== 'read'),
        String(count),
      ).toBe(true);
    }
  });

  it.each(['$(', '`', '(', 'f() ', '<<A ', '"$(ls)" ', 'ls;', 'eval ls;', 'cat /etc/*/* ', 'if ls; then '])(
    'ends on 64 KiB of %s, and never as a read past its bounds',
    (piece) => {
      const { parts } = judged(piece.repeat(65_536 / piece.length));
      expect(parts.length).toBeLessThanOrEqual(2_001);
    },
  );

  it('makes no more parts of functions that call each other than it looks at', () => {
    const chain = Array.from({ length: 18 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join('; ');
    expect(judged(`${chain}; f18() { ls; }; f0`).effects).toContain('opaque');
  });

  it('says why in both languages, in one sentence, for each part', () => {
    for (const { why } of judged('ls; rm x; sudo id; cat /etc/shadow; reboot; $x; unknown').parts) {
      if (typeof why === 'string') throw new Error(why);
      expect(why.fr).toMatch(/^[A-ZÀ-Ÿ«{$a-z].*\.$/);
      expect(why.en).toMatch(/\.$/);
    }
  });

  it('takes signs of its own in a command for nothing', () => {
    expect(judged('cat \uE003/etc/shadow \uE001').effects).not.toEqual([]);
    expect(judged('rm \uE002').parts[0]!.paths).toEqual(['/srv/app/\uFFFD']);
  });
});

describe('a text on its input', () => {
  const effects = (command: string, stdin?: string) =>
    judge(command, { cwd: '/srv', home: null, stdin, isSecret: (name) => name === 'KEY' }).effects;
  it.each([
    ['wc -l', 'rm -rf /', ['read']],
    ['sh', 'ls; pwd', ['read']],
    ['sh', 'touch x', ['change']],
    ['cat | sh', 'touch x', ['read', 'change']],
    ['sh', 'touch {{KEY}}', ['opaque']],
    ['sh', `ls ${'x'.repeat(70_000)}`, ['opaque']],
    ['read x; sh', 'ls', ['read', 'opaque']],
    ['while sh; do :; done', 'ls', ['read', 'opaque']],
  ] as const)('%s with %s', (command, stdin, expected) =>
    expect(effects(command, stdin).toSorted()).toEqual([...expected].toSorted()),
  );

  it('is no place for what a client logs in with', () => {
    const logsIn = (command: string, stdin?: string) =>
      judge(command, { cwd: '/srv', home: null, stdin, isSecret: (name) => name === 'KEY' }).parts.map(
        ({ exact, logsIn }) => exact === true && logsIn === true,
      );
    expect(logsIn('PGPASSWORD={{KEY}} psql -c "select 1" | tail -n 1')).toEqual([true, true]);
    for (const filter of ['tr a-y b-z', 'cut -c 1-3', 'rev', 'grep -o .', 'head -c 3', 'jq .', 'sed s/a/b/'])
      expect(logsIn(`MYSQL_PWD={{KEY}} mysql -e 'select 1' 2>&1 | ${filter}`), filter).toEqual([false, false]);
    expect(logsIn('PGPASSWORD={{KEY}} psql -c "select 1"', 'x')).toEqual([true]);
    expect(logsIn('tr a-y b-z', '{{KEY}}')).toEqual([false]);
    expect(logsIn('ps; tr a-y b-z', 'x {{KEY}}')).toEqual([false, false]);
    expect(logsIn('PGPASSWORD={{KEY}} psql -c "select 1"', '{{KEY}}')).toEqual([false]);
    expect(logsIn('PGPASSWORD={{KEY}} ps')).toEqual([false]);
  });

  it('is not handed on to more than one that reads it', () => {
    const script = "cat <<'X'\ntouch x\nX";
    for (const command of ['{ read x; sh; }', 'if sh; then sh; fi', 'for i in 1 2; do sh; done', '{ sh; sh; }'])
      expect(effects(`${command} <<'E'\n${script}\nE`), command).toContain('opaque');
    expect(effects(`sh <<'E'\nread x\n${script}\nE`)).toContain('opaque');
    expect(effects(`sh <<'E'\n${script}\nE`)).toEqual(['read']);
  });
});

describe('what is exact enough to run outside of a sandbox', () => {
  it.each([
    ['ls -l /srv/app', true],
    ['stat /srv/app/x', true],
    ['uptime | grep load', true],
    ['cat /proc/net/tcp', true],
    // Where the path leads, only the machine knows.
    ['cat /srv/app/x', false],
    ['grep -c x /srv/app/x', false],
    ['head -n 3 < /srv/app/x', false],
    ['diff /srv/app/x /srv/app/y', false],
    ['sha256sum /srv/app/x', false],
    ['ls $HOME', false],
    ['id; ls -la', true],
    ['df -h /var && ls /var/log', true],
    ['ss -tlnp sport = :443', true],
    ['docker ps | grep web | head -n 3', true],
    ['findmnt /var', true],
    ['kubectl get pods -o wide', true],
    // Names that would be looked up, files that hide among the words, formats that show everything.
    ['ss -t dst evil.example', false],
    ['lsof -i@evil.example', false],
    ['lsof -i :443', true],
    ['id | jq -R . /home/ann/.netrc --arg a -', false],
    ['id | jq -R . .env --args', false],
    ["id | jq -nc '$ ENV'", false],
    ['findmnt -F /home/ann/.aws/credentials', false],
    ['findmnt -F/home/ann/.aws/credentials', false],
    ['id; ps -uxe', false],
    ['id; ps -xe', false],
    ['ps -ef | grep nginx', true],
    ['docker inspect -f x -f y web', false],
    ['kubectl get pods -o custom-columns=A:.spec', false],
    ['rabbitmqctl -n rabbit@evil.example status', false],
    ['rabbitmqctl --node=rabbit@evil.example status', false],
    ['arp evil.example', false],
    ['arp -an', true],
    ['wget -qO- http://127.0.0.1/', false],
    ['wget -qO- --max-redirect=0 http://127.0.0.1/', true],
    ['who .netrc', false],
    // The same word by another spelling.
    ["docker inspect '-f{{.State.Status}}' -f '{{.Config.Env}}' web", false],
    ["docker inspect -f '{{.State.Status}}' -sf '{{.Config.Env}}' web", false],
    ["docker inspect -f '{{.State.Status}}' web", true],
    ['docker volume inspect data', false],
    ['ip -6 -r route get 2001:db8::1', false],
    ['ip -6 route get 2001:db8::1', true],
    ['psql -c "select lo_export  (4711, \'/tmp/x\')"', false],
    ['psql -c "select pg_read_file\t(\'/etc/passwd\')"', false],
    ['psql -c "select count (*) from orders"', true],
    ['psql -qh/tmp/x -c "select 1"', false],
    ["curl -H 'Host:' --header 'SET k: v' http://127.0.0.1:6379/", false],
    ["curl -H 'Accept: application/json' http://127.0.0.1:8080/", true],
    ['docker-compose -f .env ps', false],
    // The file of a project may include others, from anywhere.
    ['docker compose ps', false],
    ['docker compose logs ls', false],
    ['docker compose -p shop --profile x ps', false],
    ['docker compose -p shop -f compose.yml ps', false],
    ['podman compose -p shop ps', false],
    ['docker-compose -p shop ps', false],
    ['docker compose -p shop ps', true],
    ['docker compose --project-name=shop logs --tail 50 web', true],
    ['docker compose ls', true],
    // So may the configuration in the folder that it is in.
    ['supervisorctl status', false],
    ['supervisorctl -c ./supervisord.conf status', false],
    ['supervisorctl -c /etc/../tmp/supervisord.conf status', false],
    ['supervisorctl -c /etc/supervisor/supervisord.conf status web', true],
    ['lsof +m/srv/table', false],
    ['lsof +L1', true],
    ['aws rds describe-db-instances --region x.127.0.0.1:9/', false],
    ['aws rds describe-db-instances --region=a/b', false],
    ['kubectl config view', false],
    ['pm2 list', false],
    ["kubectl get pod web-0 -o jsonpath='{.status.phase}'", true],
    ["kubectl get pods -o jsonpath='{.items[*].metadata.annotations}'", false],
    ["kubectl get pods -o jsonpath='{.spec}'", false],
    ['kubectl get pods -o custom-columns=N:.metadata.name,S:.status.phase', true],
    ['kubectl get pods -o custom-columns=N:.metadata.name,E:.spec.containers[*].env', false],
    ['kubectl get cm -o custom-columns=D:.data', false],
    ['aws elbv2 describe-target-health --target-group-arn arn:x', true],
    ['aws iam list-users', true],
    ['aws iam list-access-keys', false],
    ['systemctl status getty@tty1', true],
    ['docker compose -f oci://evil.example/x ps', false],
    ["mysql -e 'select user, authentication_string from mysql.user'", false],
    ['psql -h /srv/www -c "select 1"', false],
    ['id | grep -e x /home/ann/.netrc', false],
    ['id | sort /home/ann/.netrc', false],
    ['docker exec -e A=b app ls', false],
    ['aws lambda list-functions', false],
    ['aws ec2 describe-vpn-connections', false],
    ['aws ecs describe-tasks --cluster prod', false],
    ['aws ec2 describe-instances --region eu-west-3', true],
    ["kubectl get deploy -o 'jsonpath={.items[*].metadata.annotations}'", false],
    // What is hidden by where it stands is shown as a whole.
    ['kubectl describe pod web-0', true],
    ['kubectl describe pod web-0 | tail -n 5', false],
    ['systemctl cat nginx', true],
    ['systemctl cat nginx | grep Environment', false],
    ['helm status web; df', true],
    ['helm status web | tail -n 5', false],
  ])('%s: %s', (command, plain) => {
    expect(judged(command).parts.every((part) => part.exact === true)).toBe(plain);
  });

  it.each<[string, readonly string[]]>([
    // A rule may allow the other one: what the shell does itself is then as sure as before.
    ['cd /var/cache && rm -f a && echo gone', ['cd /var/cache', 'echo gone']],
    ['rm a; true; ls /tmp; df', ['true']],
    ['cp x /usr/local/bin/ls && ls', []],
    // Something is decided when it runs.
    ['cd "$X" && rm a && echo gone', []],
    ['cd() { touch x; }; cd /tmp && rm a', []],
    ['PATH=/tmp rm a; echo gone', []],
    ['rm a > /tmp/x; echo gone', []],
  ])('beside another program: %s', (command, exact) => {
    const parts = judged(command).parts.filter((part) => part.exact === true);
    expect(parts.map(({ text }) => text)).toEqual(exact);
  });
});
