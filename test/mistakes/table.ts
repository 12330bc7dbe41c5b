/**
 * Mistakes that people and assistants make, and what the message has to contain so that its reader knows what to do
 * next. A column that is missing: the mistake cannot be made there.
 */

export interface Call {
  readonly args: readonly string[];
  readonly input?: string;
  /** `{port}` is that of the service, `{home}` that of whoever types. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Mistake {
  readonly name: string;
  /** `synapse …`: what it prints on stderr. */
  readonly cli?: Call;
  /** What a tool answers an assistant. */
  readonly mcp?: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  /** What the page shows for a call. `as`: whose session; the administrator's otherwise. */
  readonly page?: readonly [method: string, path: string, body?: unknown];
  readonly as?: 'member' | 'visitor';
  /** A service in such a state: `limited` has had its commands of this minute, `full` a database without room. */
  readonly service?: 'limited' | 'full';
  /** Each column has to say all of this. */
  readonly says: readonly RegExp[];
  /** What one column has to say besides. */
  readonly also?: Partial<Record<'cli' | 'mcp' | 'page', RegExp>>;
}

/** The same command, ordered in all three ways. */
const ordered = (machine: string, command: string, more: Readonly<Record<string, unknown>> = {}) => {
  const flags = Object.entries(more).flatMap(([name, value]) => [`--${name.replace('_seconds', '')}`, String(value)]);
  return {
    cli: { args: ['exec', machine, ...flags, '--', command] },
    mcp: ['synapse_exec', { machine, command, ...more }] as const,
    page: ['POST', '/synapse/exec', { machine, command, ...more }] as const,
  };
};

const DEAD = 'http://127.0.0.1:9';

export const MISTAKES: readonly Mistake[] = [
  // Names with a letter too few
  { name: 'a machine that is not there', ...ordered('loca', 'id'), says: [/“loca”; there are: local/] },
  {
    name: 'a secret that is not there',
    ...ordered('local', 'echo {{DB_PASWORD}}'),
    says: [/DB_PASWORD/, /there are: DB_PASSWORD/],
    also: { cli: /synapse secret set/ },
  },
  { name: 'an alias that is not there', ...ordered('local', '@gsx'), says: [/gsx/, /gst/] },
  { name: 'a container that is not there', ...ordered('local', 'id', { container: 'app' }), says: [/containers?/i] },
  { name: 'a tag that is not there', cli: { args: ['exec', '--on', 'tag:wbe', '--', 'id'] }, says: [/wbe/, /web/] },
  {
    name: 'a machine to copy to that is not there',
    cli: { args: ['cp', 'here', 'loca:/tmp/x'] },
    says: [/there are: local/],
  },
  {
    name: 'a machine to grant that is not there',
    cli: { args: ['grant', 'aksed'] },
    page: ['POST', '/synapse/grants', { machine: 'aksed' }],
    says: [/asked/],
  },
  {
    name: 'a machine to show that is not there',
    cli: { args: ['machine', 'show', 'wb-1'] },
    page: ['GET', '/synapse/machines/wb-1'],
    says: [/web-1/],
  },
  {
    name: 'a machine to remove that is not there',
    cli: { args: ['machine', 'rm', 'wb-1', '--yes'] },
    page: ['DELETE', '/synapse/machines/wb-1'],
    says: [/web-1/],
  },
  {
    name: 'a machine to change that is not there',
    cli: { args: ['machine', 'set', 'wb-1', '--label', 'x'] },
    page: ['PATCH', '/synapse/machines/wb-1', { label: 'x' }],
    says: [/web-1/],
  },
  {
    name: 'a secret to remove that is not there',
    cli: { args: ['secret', 'rm', 'DB_PASWORD', '--yes'] },
    page: ['DELETE', '/synapse/secrets/DB_PASWORD'],
    says: [/DB_PASSWORD/],
  },
  {
    name: 'an alias to remove that is not there',
    cli: { args: ['alias', 'rm', 'gsx', '--yes'] },
    page: ['DELETE', '/synapse/aliases/gsx'],
    says: [/gst/],
  },

  // A command that cannot run
  { name: 'a directory that is not there', ...ordered('local', 'id', { cwd: '/not/there' }), says: [/\/not\/there/] },
  { name: 'a directory that is not absolute', ...ordered('local', 'id', { cwd: 'srv' }), says: [/absolute/] },
  { name: 'too long a time', ...ordered('local', 'id', { timeout_seconds: 999 }), says: [/300/] },
  { name: 'no command at all', ...ordered('local', ''), says: [/command/] },
  { name: 'no machine and no command', cli: { args: ['exec'] }, says: [/machine/] },
  { name: 'a machine in maintenance', ...ordered('parked', 'id'), says: [/maintenance/], also: { cli: /machine set/ } },
  {
    name: 'a machine that refuses the connection',
    ...ordered('web-1', 'id'),
    says: [/refuses the connection/],
    also: { cli: /machine test/ },
  },
  { name: 'docker exec in front of the command', ...ordered('local', 'docker exec app id'), says: [/alone/] },
  {
    name: 'what a policy denies',
    ...ordered('local', 'rm -rf /srv/app'),
    says: [/no removing/],
    also: { cli: /synapse explain/ },
  },
  { name: 'a frozen machine', ...ordered('frozen', 'id'), says: [/frozen/i], also: { cli: /synapse unfreeze/ } },
  {
    name: 'a command that takes too long',
    cli: { args: ['exec', 'local', '-t', '1', '--', 'sleep 30'] },
    says: [/-t 300/, /-d/],
  },
  { name: 'input that is no text', cli: { args: ['exec', 'local', '--', 'cat'], input: 'a\0b' }, says: [/synapse cp/] },
  { name: 'input for a sandbox', cli: { args: ['look', 'local', '--', 'cat'], input: 'hi' }, says: [/synapse exec/] },

  // The command line
  { name: 'a command with a letter too few', cli: { args: ['machne', 'list'] }, says: [/machine/] },
  {
    name: 'an option with two letters swapped',
    cli: { args: ['machine', 'add', 'x', '--hots', 'y'] },
    says: [/--host/],
  },
  {
    name: 'a value that is none of the choices',
    cli: { args: ['machine', 'add', 'x', '--kind', 'vm'] },
    says: [/local.*ssh.*docker.*agent/],
  },
  {
    name: 'a word that is no number',
    cli: { args: ['exec', 'local', '-t', 'soon', '--', 'id'] },
    says: [/whole number/],
  },
  { name: 'an argument too few', cli: { args: ['machine', 'show'] }, says: [/slug/] },
  { name: 'a question without a terminal', cli: { args: ['secret', 'rm', 'DB_PASSWORD'] }, says: [/--yes/] },
  {
    name: 'keys to be copied without a terminal',
    cli: { args: ['import', 'ssh-config', 'ssh-config', '--yes'] },
    says: [/--keys/],
  },
  { name: 'nothing to change', cli: { args: ['machine', 'set', 'web-1'] }, says: [/--host/] },
  { name: 'no client named', cli: { args: ['mcp', 'config'] }, says: [/cursor/] },
  { name: 'a client that nobody knows', cli: { args: ['mcp', 'config', '--client', 'emacs'] }, says: [/cursor/] },
  { name: 'a shell that nobody knows', cli: { args: ['completion', 'tcsh'] }, says: [/bash/] },
  { name: 'a time that is none', cli: { args: ['logs', '--since', 'yesterday'] }, says: [/2h/] },
  { name: 'a limit that is none', cli: { args: ['logs', '-n', '0'] }, says: [/1 to/] },
  { name: 'two places of which none is a machine', cli: { args: ['cp', 'a', 'b'] }, says: [/web-1:\/srv\/app/] },
  {
    name: 'a file that is not here',
    cli: { args: ['cp', 'nothing', 'local:/tmp/x'] },
    says: [/on this computer/, /machine:\/path/],
  },
  { name: 'a file that is not there', cli: { args: ['cp', 'local:/not/there', '.'] }, says: [/\/not\/there/] },
  { name: 'a folder without -r', cli: { args: ['cp', '.', 'local:/tmp/x'] }, says: [/-r/] },
  {
    name: 'an ssh configuration that is not there',
    cli: { args: ['import', 'ssh-config', '/not/there'] },
    says: [/\/not\/there/],
  },
  {
    name: 'a hook outside of Git',
    cli: { args: ['hook', 'install', '--project', '1'] },
    says: [/git init/, /--clone/],
  },

  { name: 'a word that a group does not have', cli: { args: ['policy', 'set', 'x'] }, says: [/synapse --help/] },
  { name: 'an option that is not there', cli: { args: ['whoami', '--loud'] }, says: [/--help/] },

  // What is made
  {
    name: 'a machine that does not answer and is not to be stored then',
    cli: {
      args: [
        'machine',
        'add',
        'new',
        '--host',
        'not-there.invalid',
        '--user',
        'y',
        '--key-secret',
        'WEB_KEY',
        '--test',
      ],
    },
    says: [/not-there\.invalid/, /Nothing is stored/, /without --test/],
  },
  {
    name: 'a name for a machine that it cannot have',
    cli: { args: ['machine', 'add', 'Web_1', '--kind', 'local'] },
    page: ['POST', '/synapse/machines', { slug: 'Web_1', kind: 'local' }],
    says: [/lower-case|a-z/i],
  },
  {
    name: 'a machine that is there already',
    cli: { args: ['machine', 'add', 'local', '--kind', 'local'] },
    page: ['POST', '/synapse/machines', { slug: 'local', kind: 'local' }],
    says: [/already/],
    also: { cli: /machine set/ },
  },
  {
    name: 'an ssh machine without an address',
    cli: { args: ['machine', 'add', 'new'] },
    page: ['POST', '/synapse/machines', { slug: 'new', kind: 'ssh' }],
    says: [/host/, /key_secret|key/],
  },
  {
    name: 'a key and a password',
    cli: {
      args: ['machine', 'add', 'new', '--host', 'x', '--user', 'y', '--key-secret', 'A', '--password-secret', 'B'],
    },
    says: [/one of --key-secret, --password-secret and --agent/],
  },
  {
    name: 'an ssh machine without a key',
    cli: { args: ['machine', 'add', 'new', '--host', 'x', '--user', 'y'] },
    says: [/--key-secret/, /machine add --help/],
  },
  {
    name: 'a key given as for ssh',
    cli: { args: ['machine', 'add', 'new', '--host', 'x', '--user', 'y', '-i', '~/.ssh/id_ed25519'] },
    says: [/secret set WEB_KEY < FILE/, /--key-secret WEB_KEY/],
  },
  {
    name: 'an address with a user in it',
    cli: { args: ['machine', 'add', 'new', '--host', 'ada@web', '--user', 'y', '--key-secret', 'A'] },
    says: [/--host: .*without spaces, user or protocol/],
  },
  {
    name: 'the value of a secret',
    cli: { args: ['secret', 'get', 'DB_PASSWORD'] },
    says: [/never shown/, /secret set/],
  },
  {
    name: 'the value of a secret as an argument',
    cli: { args: ['secret', 'set', 'FOO', 'bar'] },
    says: [/no argument/, /stdin/, /history/],
  },
  {
    name: 'a password that is too short',
    cli: { args: ['user', 'add', 'short', '--password-stdin'], input: 'short\n' },
    page: ['POST', '/admin/users', { username: 'short', password: 'short', plan: 'free', role: 'member' }],
    says: [/at least 8 characters/],
    also: { cli: /--password-stdin/ },
  },
  {
    name: 'a jump through what is no ssh machine',
    cli: { args: ['machine', 'set', 'web-1', '--jump', 'local'] },
    says: [/ssh machine/],
  },
  {
    name: 'a secret with a name that none can have',
    cli: { args: ['secret', 'set', 'db-password'], input: 'x' },
    page: ['PUT', '/synapse/secrets/db-password', { value: 'long enough' }],
    says: [/letters|A-Z/i],
  },
  { name: 'a secret without a value', cli: { args: ['secret', 'set', 'EMPTY'], input: '' }, says: [/empty/] },
  {
    name: 'an alias of four letters',
    cli: { args: ['alias', 'set', 'abcd', 'id'] },
    page: ['PUT', '/synapse/aliases/abcd', { command: 'id' }],
    says: [/three|3/],
  },
  { name: 'a policy that cannot be read', cli: { args: ['policy', 'check', 'broken.yaml'] }, says: [/line|\d+:\d+/] },
  {
    name: 'a scope that is none',
    cli: { args: ['token', 'create', '--scopes', 'mcp:all'] },
    page: ['POST', '/tda/ai/tokens', { scopes: ['mcp:all'] }],
    says: [/mcp:read/],
  },

  // Questions
  { name: 'an approval when nothing waits', cli: { args: ['approve'] }, says: [/Nothing waits for your approval/] },
  {
    name: 'an approval that is not there',
    cli: { args: ['approve', '01k9z4v6q8'] },
    page: ['POST', '/synapse/approvals/01k9z4v6q8', { decision: 'approve' }],
    says: [/not (?:found|there)/i],
    also: { cli: /synapse approvals/ },
  },
  { name: 'a freeze that is not there', cli: { args: ['unfreeze', 'nothing'] }, says: [/freeze/] },
  {
    name: 'a job that is not there',
    cli: { args: ['jobs', 'tail', '01k9z4v6q8'] },
    says: [/not found/i],
    also: { cli: /synapse (?:jobs|logs)/ },
  },

  // Who is calling
  {
    name: 'the service is down',
    cli: { args: ['machine', 'list', '--url', DEAD] },
    says: [/127\.0\.0\.1:9/, /synapse serve/],
  },
  {
    name: 'the service is down, for a client’s bridge',
    cli: {
      args: ['mcp', 'stdio', '--url', DEAD],
      env: { SYNAPSE_TOKEN: 'dk_ai_x' },
      input: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
    },
    says: [/127\.0\.0\.1:9/],
  },
  {
    name: 'an address that is none',
    cli: { args: ['machine', 'list', '--url', 'synapse.example'] },
    says: [/https:\/\/synapse\.example/],
    also: { cli: /Did you mean https:\/\/synapse\.example\?/ },
  },
  {
    name: 'an address without its scheme',
    cli: { args: ['machine', 'list', '--url', 'localhost:8080'] },
    says: [/Did you mean http:\/\/localhost:8080\?/],
  },
  {
    name: 'nobody signed in',
    cli: { args: ['machine', 'list'], env: { XDG_CONFIG_HOME: '/nobody' } },
    says: [/synapse login/],
  },
  {
    name: 'a session that has ended',
    cli: { args: ['machine', 'list'], env: { XDG_CONFIG_HOME: '{home}/expired' } },
    says: [/the session at http\S+ has ended/, /synapse login/],
  },
  {
    name: 'a wrong password',
    cli: { args: ['login', '-u', 'admin', '--password-stdin'], input: 'wrong' },
    says: [/password/, /user reset|user set/],
  },
  {
    name: 'no token for the bridge',
    cli: { args: ['mcp', 'stdio'], env: { XDG_CONFIG_HOME: '/nobody' } },
    says: [/SYNAPSE_TOKEN/, /token create/],
  },
  {
    name: 'a plan that runs nothing',
    as: 'visitor',
    page: ['POST', '/synapse/exec', { machine: 'local', command: 'id' }],
    says: [/plan|Pro/],
  },
  {
    name: 'a member on the host',
    as: 'member',
    page: ['POST', '/synapse/machines', { slug: 'host', kind: 'local' }],
    says: [/administrator|SYNAPSE_ALLOW_LOCAL/],
  },
  { name: 'a member among the accounts', as: 'member', page: ['GET', '/admin/users'], says: [/admin/i] },

  // Too much
  {
    name: 'more commands than a minute has',
    service: 'limited',
    ...ordered('local', 'id'),
    says: [/rate limit exceeded/],
    also: {
      cli: /30 commands a minute[\s\S]*Try again in \d+ s/,
      mcp: /"retry_after":\d+/,
      page: /30 commands a minute[\s\S]*Try again in \d+ (?:s|min)/,
    },
  },
  {
    name: 'a disk that is full',
    service: 'full',
    ...ordered('local', 'id'),
    says: [/no room left/, /nothing was recorded or started/, /make room on its disk/],
    also: { cli: /Try again in \d+ s/, mcp: /"retry_after":\d+/ },
  },

  // The service itself
  {
    name: 'a port that another program has',
    cli: { args: ['serve', '--data-dir', 'taken'], env: { SYNAPSE_PORT: '{port}' } },
    says: [/EADDRINUSE|in use/, /another SYNAPSE_PORT/],
  },
  {
    name: 'a setting with a letter too many',
    cli: { args: ['serve', '--data-dir', 'fresh'], env: { SYNAPSE_PORTT: '1' } },
    says: [/SYNAPSE_PORTT/, /SYNAPSE_PORT\b/],
  },
  {
    name: 'a data directory that cannot be made',
    cli: { args: ['serve', '--data-dir', '/proc/none/data'] },
    says: [/\/proc\/none/],
  },
  {
    name: 'a backup that is not there',
    cli: {
      args: ['restore', '/not/there', '--data-dir', 'fresh', '--passphrase-file', '-'],
      input: 'a long passphrase',
    },
    says: [/\/not\/there/],
  },
];
