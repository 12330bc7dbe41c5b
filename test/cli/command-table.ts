/** For every command: how it is run so that it succeeds, and how it fails; in an order that tells a story. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli, RunOptions } from './run-cli.ts';

export interface Stage {
  readonly cli: Cli;
  readonly home: string;
  readonly password: string;
  readonly url: string;
  readonly token: string;
  readonly project: number;
  /** The id of one. */
  readonly journalToken: string;
  /** An address where nobody listens. */
  readonly deadUrl: string;
  /** The address of a PostgreSQL database without tables. */
  readonly emptyDatabase: string;
  /** A Git working copy. */
  readonly repository: string;
  /** Holds a session file that others may read. */
  readonly openSettings: string;
  /** First in PATH when a service manager is needed. */
  readonly managers: string;
  /** An invitation to the crew `guests`. */
  readonly invitation: string;
  /** A command that was detached. */
  readonly job: string;
  /** Commands that wait for approval. */
  readonly questions: { first: string; second: string };
  /** What `machine add --kind agent` showed. */
  readonly enrolments: { first: string; second: string };
  at(name: string): string;
  connected(slug: string): Promise<void>;
}

export interface Case extends RunOptions {
  readonly args?: readonly string[];
}

export interface Row {
  /** Needs a service: it must be signed in, and the service must be there. The table need not say how these fail. */
  readonly remote: boolean;
  readonly ok: (stage: Stage) => Case;
  /** Its answer is one JSON document, or one per line. */
  readonly lines?: boolean;
  /** Runs until it is stopped: what to wait for before that. */
  readonly until?: (stage: Stage, stdout: () => string) => Promise<unknown>;
  /** Null: nothing can fail. */
  readonly fails?: ((stage: Stage) => Case) | null;
  /** With which exit code it does; 1 if not said. */
  readonly failsWith?: number;
}

const remote = (args: readonly string[] | ((stage: Stage) => Case) = [], more: Partial<Row> = {}): Row => ({
  remote: true,
  ok: typeof args === 'function' ? args : () => ({ args }),
  ...more,
});
const local = (ok: (stage: Stage) => Case, fails: Row['fails'], more: Partial<Row> = {}): Row => ({
  remote: false,
  ok,
  fails,
  ...more,
});

const misspelt = (): Case => ({ env: { SYNAPSE_PORTT: '1' } });
const prints = (pattern: RegExp) => (_stage: Stage, stdout: () => string) => waitFor(() => pattern.test(stdout()));
const nowhere = ['--data-dir', '/nonexistent/data'];
const agentHome = (stage: Stage) => ['--home', stage.at('agent')];
const noAgentHome = (stage: Stage): Case => ({ args: ['--home', stage.at('no-agent')] });
const managed = (stage: Stage) => ({ env: { PATH: `${stage.managers}:${stage.cli.env.PATH}` } });
const inClone = (stage: Stage, args: readonly string[] = []): Case => ({ args, cwd: stage.repository });
const notAClone = (stage: Stage): Case => ({ args: ['--clone', stage.home] });

export const TABLE: Readonly<Record<string, Row>> = {
  login: local(
    ({ password }) => ({ args: ['-u', 'admin', '--password-stdin'], input: password }),
    ({ deadUrl }) => ({ args: ['-u', 'admin', '--password-stdin', '--url', deadUrl], input: 'x' }),
  ),
  whoami: remote(),
  open: local(
    () => ({}),
    ({ openSettings }) => ({ env: { SYNAPSE_URL: '', XDG_CONFIG_HOME: openSettings } }),
  ),

  serve: local(({ at }) => ({ args: ['--data-dir', at('served')], env: { SYNAPSE_PORT: '0' } }), misspelt, {
    until: prints(/\n\}\n$/),
    // A wrong setting, which systemd does not try again.
    failsWith: 78,
  }),
  migrate: local(
    ({ at }) => ({ args: ['--check', '--data-dir', at('served')] }),
    ({ at }) => ({ args: ['--check', '--data-dir', at('unmade')] }),
    // 1 would mean that there are some to be applied.
    { failsWith: 3 },
  ),
  'vault rotate': local(
    ({ at }) => ({ args: ['--data-dir', at('served')] }),
    () => ({ args: nowhere }),
  ),
  backup: local(
    ({ at }) => ({
      args: [at('table.backup'), '--data-dir', at('served'), '--passphrase-file', '-'],
      input: 'a long passphrase',
    }),
    ({ at }) => ({ args: [at('x.backup'), '--passphrase-file', at('not-there')] }),
  ),
  restore: local(
    ({ at }) => ({
      args: [at('table.backup'), '--data-dir', at('restored'), '--passphrase-file', '-'],
      input: 'a long passphrase',
    }),
    ({ at }) => ({
      args: [at('not-there'), '--data-dir', at('r'), '--passphrase-file', '-'],
      input: 'a long passphrase',
    }),
  ),
  'vault forget': local(
    ({ at }) => ({
      args: ['--data-dir', at('restored'), '--confirm', 'table.example'],
      env: { SYNAPSE_PUBLIC_URL: 'https://table.example' },
    }),
    ({ at }) => ({ args: ['--data-dir', at('unmade'), '--confirm', 'x'] }),
  ),
  move: local(
    ({ at, emptyDatabase }) => ({ args: ['--data-dir', at('restored'), '--to', emptyDatabase] }),
    ({ at, emptyDatabase }) => ({ args: ['--data-dir', at('unmade'), '--to', emptyDatabase] }),
  ),
  quickstart: local(
    ({ at }) => ({
      args: ['--data-dir', at('quick')],
      env: { SYNAPSE_PORT: '0', XDG_CONFIG_HOME: at('quick-settings') },
    }),
    misspelt,
    { until: prints(/\n\}\n$/) },
  ),
  status: remote(),
  doctor: local(
    ({ at }) => ({ args: ['--data-dir', at('unmade')], env: { XDG_CONFIG_HOME: at('no-settings') } }),
    ({ deadUrl }) => ({ args: ['--url', deadUrl] }),
  ),

  'crew create': remote(['ops', '--name', 'Operations']),
  'crew list': remote(),
  'crew members': remote(['ops']),
  'crew invite': remote(['ops', '--role', 'watcher']),
  'crew join': remote(({ invitation }) => ({ args: [invitation] })),
  'crew request': remote(['ops']),
  'crew access': remote(['ops']),
  'crew leave': remote(['guests', '--yes']),

  'user add': remote(['ada', '--plan', 'pro']),
  'user list': remote(),
  'user set': remote(['ada', '--plan', 'equipage']),
  'user reset': remote(['ada', '--yes']),
  'user rm': remote(['ada', '--yes', '--erase-commands']),
  'session list': remote(),
  'session end': remote(),
  'token create': remote(['--label', 'a table']),
  'token list': remote(),
  'token revoke': remote(['--yes']),
  connections: remote(),

  'secret set': remote(() => ({ args: ['TABLE_SECRET'], input: 'a value of the table' })),
  'secret import': remote(() => ({ args: ['-', '--yes'], input: 'TABLE_OTHER="a second value"\n' })),
  'secret list': remote(),
  'secret rm': remote(['TABLE_SECRET', '--yes']),
  'machine add': remote(['web-1', '--host', '127.0.0.1', '--user', 'deploy', '--key-secret', 'WEB_KEY']),
  'machine list': remote(),
  'machine tag': remote(['web-1', 'web', 'prod']),
  'machine show': remote(['local']),
  'machine test': remote(['local']),
  'machine set': remote(['web-1', '--label', 'The web']),
  'machine confirm': remote(['web-1', '--yes']),
  'machine containers': remote(['local']),
  'import ssh-config': remote((stage) => {
    writeFileSync(stage.at('ssh-config'), 'Host imported\n  HostName 127.0.0.1\n  User deploy\n');
    return { args: [stage.at('ssh-config'), '--agent', '--yes'] };
  }),
  'machine move': remote(['web-1', 'ops']),
  'machine rm': remote(['imported', '--yes']),
  exec: remote(['local', '--', 'echo from the table']),
  'jobs list': remote(),
  'jobs tail': remote(({ job }) => ({ args: [job] })),
  'jobs cancel': remote(({ job }) => ({ args: [job] })),
  look: remote(['local', '--', 'echo from the table']),
  cp: remote(({ at }) => ({ args: ['/etc/hostname', `local:${at('copied')}`] })),
  approvals: remote(),
  approve: remote(({ questions }) => ({ args: [questions.first, '--hour'] })),
  deny: remote(({ questions }) => ({ args: [questions.second, '--comment', 'for the table'] })),
  grant: remote(['local', '--hour']),
  freeze: remote(['--machine', 'local', '--reason', 'for the table']),
  unfreeze: remote(),
  explain: remote(['local', '--', 'rm -rf /srv/app']),
  'policy edit': remote(() => ({ args: ['--file', '-'], input: 'default: open # from the table\n' })),
  'policy show': remote(),
  'policy check': remote(() => ({ input: 'default: careful\n' })),
  'policy replay': remote(() => ({ args: ['--days', '1'], input: 'default: closed\n' })),
  logs: remote([], { lines: true }),
  output: remote(({ job }) => ({ args: [job] })),
  'audit verify': remote(),
  'audit export': remote([], { lines: true }),
  stats: remote(),

  'alias set': remote(['zzt', 'echo', 'table']),
  'alias list': remote(),
  'alias rename': remote(['zzt', 'zzu']),
  'alias rm': remote(['zzu', '--yes']),
  'alias seed': remote(),
  'alias mine': remote(),
  'alias suggestions': remote(),
  'filter test': local(
    ({ at }) => ({ args: [at('filter.json')] }),
    ({ at }) => ({ args: [at('not-there')] }),
  ),
  'filter set': remote(({ at }) => ({ args: [at('filter.json')] })),
  'filter list': remote(),
  'filter rm': remote(['table-filter', '--yes']),

  'project list': remote(),
  'project add': remote(['a project of the table']),
  'project journal': remote(['a project of the table']),
  'hook install': local(
    (stage) =>
      inClone(stage, ['--project', String(stage.project), '-u', 'admin', '--password-file', stage.at('password')]),
    notAClone,
  ),
  'hook status': local((stage) => inClone(stage), notAClone),
  'hook flush': local((stage) => inClone(stage), notAClone),
  'hook tokens': remote(),
  'hook revoke': remote(({ journalToken }) => ({ args: [journalToken, '--yes'] })),
  'hook uninstall': local((stage) => inClone(stage), notAClone),

  'agent enrol': local(
    (stage) => ({ args: ['--server', stage.url, '--code', stage.enrolments.first, ...agentHome(stage)] }),
    noAgentHome,
  ),
  'agent run': local((stage) => ({ args: agentHome(stage) }), noAgentHome, {
    until: (stage) => stage.connected('laptop'),
  }),
  'agent pause': local(
    (stage) => ({ args: agentHome(stage) }),
    () => ({ args: ['--home', '/dev/null/x'] }),
  ),
  'agent resume': local(
    (stage) => ({ args: agentHome(stage) }),
    () => ({ args: ['--home', '/dev/null/x'] }),
  ),
  'agent install': local(
    (stage) => ({
      args: [
        '--server',
        stage.url,
        '--code',
        stage.enrolments.second,
        '--home',
        stage.at('agent-2'),
        '--container-only',
      ],
      ...managed(stage),
    }),
    noAgentHome,
  ),
  'agent status': local((stage) => ({ args: agentHome(stage) }), noAgentHome),
  'agent update': local((stage) => ({ args: ['--home', stage.at('agent-2')], ...managed(stage) }), noAgentHome),
  'agent uninstall': local(
    (stage) => ({ args: ['--home', stage.at('agent-2')], ...managed(stage) }),
    // If there is nothing to remove, nothing is left, which is what was asked for.
    null,
  ),

  'mcp config': local(
    () => ({ args: ['--client', 'cursor'] }),
    ({ at }) => ({ args: ['--client', 'cursor', '--write', '--file', at('broken.json')] }),
  ),
  'mcp stdio': local(
    ({ token }) => ({
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`,
      env: { SYNAPSE_TOKEN: token },
    }),
    ({ at }) => ({ env: { XDG_CONFIG_HOME: at('no-settings') } }),
  ),
  'mcp bundle': remote(({ at }) => ({ args: [at('synapse.mcpb')] })),
  'mcp plugin': local(
    ({ at }) => ({ args: [at('plugin')] }),
    ({ home }) => ({ args: [home] }),
  ),
  upgrade: local(
    () => ({}),
    ({ deadUrl }) => ({ args: ['--check', '--registry', deadUrl] }),
  ),
  'install-command': local(
    ({ at }) => ({ env: { HOME: at('person') } }),
    () => ({ env: { HOME: '/dev/null' } }),
  ),
  completion: local(() => ({ args: ['bash'] }), null),
  logout: local(
    () => ({}),
    ({ openSettings }) => ({ env: { XDG_CONFIG_HOME: openSettings } }),
  ),
};

async function waitFor(met: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!met()) {
    if (Date.now() > end) throw new Error('it did not come');
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** What the test needs before it goes through the table. */
export const FILTER = JSON.stringify({
  name: 'table-filter',
  match_command: '^table-tool',
  keep_lines_matching: ['^RESULT'],
  cases: [{ name: 'keeps results', stdout: 'noise\nmore noise of all kinds\nRESULT 1\n', expected: 'RESULT 1' }],
});
export const files = (home: string) => ({ at: (name: string) => join(home, name) });
