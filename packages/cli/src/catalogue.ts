/** Every command, on a few screens. */

import { type CommandSpec, option } from './command-spec.ts';
import { CLIENT_IDS } from './mcp/client-ids.ts';

const PLANS = ['free', 'plus', 'pro', 'equipage'] as const;
const ROLES = ['member', 'admin'] as const;
const offline = option('--offline', 'Work on the data directory itself; no service need run.');
const yes = option('-y, --yes', 'Do not ask.');
const passphraseFile = option('--passphrase-file <file>', 'Read the passphrase from this file; - reads stdin.');

/** Words that only group others. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'Accounts of the instance.',
  token: 'Your AI token, with which a client calls.',
  machine: 'The machines that commands run on.',
  secret: 'The vault: names come out, values only go in.',
  alias: 'Three-letter codes for long commands.',
  filter: 'Your own compaction filters.',
  audit: 'The audit log.',
  hook: 'The Git hook that writes commits into the journal.',
  mcp: 'Connecting AI clients.',
  agent: 'The program for machines that nobody can reach from outside.',
  vault: 'The key of the vault.',
};

const service: readonly CommandSpec[] = [
  {
    path: 'serve',
    about: 'Start the service with the configuration of the environment.',
    examples: ['synapse serve', 'SYNAPSE_PORT=9000 synapse serve --data-dir /var/lib/synapse'],
    run: async (call) => (await import('./commands/serve.ts')).serve(call),
  },
  {
    path: 'quickstart',
    about: 'From nothing to a running instance: account, AI token, session, client configuration, service.',
    options: [option('--client <client>', 'Also write this client’s configuration file.', { choices: CLIENT_IDS })],
    examples: ['synapse quickstart', 'synapse quickstart --client cursor'],
    run: async (call) => (await import('./commands/quickstart.ts')).quickstart(call),
  },
  {
    path: 'migrate',
    about: 'Bring the database to this version’s schema.',
    options: [option('--check', 'Only say what is to be done; exit code 1 when there is something.')],
    examples: ['synapse migrate --check', 'SYNAPSE_DATABASE_URL_FILE=/run/secrets/db synapse migrate'],
    run: async (call) => (await import('./commands/migrate.ts')).migrate(call),
  },
  {
    path: 'backup',
    about: 'Write the whole instance into one encrypted file, while it runs.',
    args: ['<file>'],
    options: [
      option('--include-master-key', 'Put the master key in too: whoever has file and passphrase has every secret.'),
      passphraseFile,
    ],
    examples: ['synapse backup synapse.backup', 'synapse backup /mnt/b.backup --passphrase-file ~/.backup-passphrase'],
    run: async (call) => (await import('./commands/backup.ts')).backup(call),
  },
  {
    path: 'restore',
    about: 'Put a backup into an empty data directory or database; refuses to overwrite anything.',
    args: ['<file>'],
    options: [passphraseFile],
    examples: ['synapse restore synapse.backup --data-dir ./restored'],
    run: async (call) => (await import('./commands/backup.ts')).restore(call),
  },
  {
    path: 'doctor',
    about: 'Look for what is wrong here, and say how to mend it.',
    examples: ['synapse doctor', 'synapse doctor --json'],
    run: async (call) => (await import('./commands/doctor.ts')).doctor(call),
  },
  {
    path: 'vault rotate',
    about: 'Replace the master key; the service must be stopped.',
    options: [option('--new-key-file <file>', 'Where the new key goes when the old one comes from the configuration.')],
    examples: ['synapse vault rotate'],
    run: async (call) => (await import('./commands/vault.ts')).rotate(call),
  },
];

const account: readonly CommandSpec[] = [
  {
    path: 'login',
    about: 'Sign in; the session is kept in a file that only you can read.',
    options: [
      option('-u, --username <name>', 'Your username.'),
      option('--password-stdin', 'Read the password from stdin.'),
    ],
    examples: ['synapse login', 'synapse login --url https://synapse.example -u ada --password-stdin < password'],
    run: async (call) => (await import('./commands/session.ts')).login(call),
  },
  {
    path: 'logout',
    about: 'End the session, here and at the service.',
    examples: ['synapse logout'],
    run: async (call) => (await import('./commands/session.ts')).logout(call),
  },
  {
    path: 'whoami',
    about: 'Who is signed in, with plan, scopes and calls of today.',
    examples: ['synapse whoami'],
    run: async (call) => (await import('./commands/session.ts')).whoami(call),
  },
  {
    path: 'open',
    about: 'Open the page in a browser, and print its address.',
    examples: ['synapse open'],
    run: async (call) => (await import('./commands/session.ts')).open(call),
  },
  {
    path: 'user add',
    about: 'Create an account (role admin, or --offline).',
    args: ['<username>'],
    options: [
      option('--plan <plan>', 'Its plan.', { choices: PLANS, fallback: 'free' }),
      option('--role <role>', 'Its role.', { choices: ROLES, fallback: 'member' }),
      option('--password-stdin', 'Read the password from stdin; else one is asked for, or made and printed.'),
      offline,
    ],
    examples: ['synapse user add ada --plan pro', 'synapse user add ops --plan equipage --role admin --offline'],
    run: async (call) => (await import('./commands/user.ts')).addUser(call),
  },
  {
    path: 'user list',
    about: 'All accounts (role admin, or --offline).',
    options: [offline],
    examples: ['synapse user list --json'],
    run: async (call) => (await import('./commands/user.ts')).listUsers(call),
  },
  {
    path: 'user set',
    about: 'Change an account: plan, role, password, enabled or not.',
    args: ['<username>'],
    options: [
      option('--plan <plan>', 'A new plan.', { choices: PLANS }),
      option('--role <role>', 'A new role.', { choices: ROLES }),
      option('--disable', 'Its tokens and sessions stop at once.'),
      option('--enable', 'Let it in again.'),
      option('--password-stdin', 'Read a new password from stdin.'),
      offline,
    ],
    examples: ['synapse user set ada --plan equipage', 'synapse user set admin --password-stdin --offline < password'],
    run: async (call) => (await import('./commands/user.ts')).setUser(call),
  },
  {
    path: 'token create',
    about: 'Generate an AI token, printed once; the previous one is revoked.',
    options: [
      option('--scopes <scopes>', 'Narrower than the plan’s, comma-separated.', { as: 'list' }),
      option('--days <n>', 'How long it is valid, 1 to 365.', { as: 'number', fallback: 30 }),
      option('--label <text>', 'What it is for.'),
      option('--save', 'Also keep it in the file that `synapse mcp stdio` reads.'),
    ],
    examples: ['synapse token create --label laptop', 'synapse token create --scopes mcp:read --days 7'],
    run: async (call) => (await import('./commands/token.ts')).createToken(call),
  },
  {
    path: 'token list',
    about: 'Your AI tokens, newest first, without the tokens themselves.',
    examples: ['synapse token list'],
    run: async (call) => (await import('./commands/token.ts')).listTokens(call),
  },
  {
    path: 'token revoke',
    about: 'Revoke a token; without an id, the active one.',
    args: ['[id]'],
    options: [yes],
    examples: ['synapse token revoke --yes'],
    run: async (call) => (await import('./commands/token.ts')).revokeToken(call),
  },
];

const machines: readonly CommandSpec[] = [
  {
    path: 'machine add',
    about: 'Register a machine. Credentials are names of secrets, never values.',
    args: ['<slug>'],
    options: [
      option('--kind <kind>', 'How it is reached.', { choices: ['local', 'ssh', 'docker', 'agent'], fallback: 'ssh' }),
      option('--label <text>', 'What people call it.'),
      option('--host <host>', 'ssh: its address. docker: host:port of the engine.'),
      option('--port <port>', 'ssh: its port.', { as: 'number' }),
      option('--user <name>', 'ssh: the user to log in as.'),
      option('--key-secret <name>', 'ssh, docker: the secret with the private key.'),
      option('--password-secret <name>', 'ssh: the secret with the password.'),
      option('--passphrase-secret <name>', 'ssh: the secret with the passphrase of the key.'),
      option('--host-key <key>', 'ssh: the host key to expect; else the first one seen is pinned.'),
      option('--socket <path>', 'docker: the engine’s socket.'),
      option('--ca-secret <name>', 'docker: the secret with the certificate authority.'),
      option('--cert-secret <name>', 'docker: the secret with the client certificate.'),
      option('--containers <names>', 'Containers that may be used, comma-separated.', { as: 'list' }),
      option('--default-container <name>', 'The one to use when none is named.'),
      option('--default-cwd <path>', 'The directory to use when none is named.'),
    ],
    examples: [
      'synapse machine add web-1 --host web-1.example --user deploy --key-secret WEB_KEY',
      'synapse machine add lab --kind docker --socket /var/run/docker.sock --containers app,db',
      'synapse machine add laptop --kind agent',
    ],
    run: async (call) => (await import('./commands/machine.ts')).addMachine(call),
  },
  {
    path: 'machine list',
    about: 'Your machines.',
    examples: ['synapse machine list'],
    run: async (call) => (await import('./commands/machine.ts')).listMachines(call),
  },
  {
    path: 'machine test',
    about: 'Try to reach a machine, and say what failed.',
    args: ['<slug>'],
    examples: ['synapse machine test local'],
    run: async (call) => (await import('./commands/machine.ts')).testMachine(call),
  },
  {
    path: 'machine rm',
    about: 'Forget a machine.',
    args: ['<slug>'],
    options: [yes],
    examples: ['synapse machine rm web-1 --yes'],
    run: async (call) => (await import('./commands/machine.ts')).removeMachine(call),
  },
  {
    path: 'secret set',
    about: 'Store or replace a secret, from stdin or a hidden prompt, never from the command line.',
    args: ['<name>'],
    examples: ['synapse secret set DB_PASSWORD', 'synapse secret set WEB_KEY < ~/.ssh/id_ed25519'],
    run: async (call) => (await import('./commands/secret.ts')).setSecret(call),
  },
  {
    path: 'secret list',
    about: 'Names of your secrets.',
    examples: ['synapse secret list'],
    run: async (call) => (await import('./commands/secret.ts')).listSecrets(call),
  },
  {
    path: 'secret rm',
    about: 'Delete a secret.',
    args: ['<name>'],
    options: [yes],
    examples: ['synapse secret rm DB_PASSWORD --yes'],
    run: async (call) => (await import('./commands/secret.ts')).removeSecret(call),
  },
  {
    path: 'exec',
    about: 'Run a command on a machine: output as it comes, and the command’s own exit code. Ctrl-C cancels it.',
    args: ['<machine>', '<command...>'],
    options: [
      option('-c, --container <name>', 'The container to run in.'),
      option('-C, --cwd <path>', 'The directory to run in.'),
      option('-t, --timeout <seconds>', 'Killed after this long, 1 to 300.', { as: 'number' }),
      option('--compact', 'Print what an assistant would get, once it is done.'),
    ],
    examples: [
      'synapse exec local -- uname -a',
      'synapse exec web-1 -C /srv/app -- git status',
      `synapse exec db -- 'PGPASSWORD="{{DB_PASSWORD}}" psql -c "select 1"'`,
    ],
    run: async (call) => (await import('./commands/exec.ts')).exec(call),
  },
];

const history: readonly CommandSpec[] = [
  {
    path: 'logs',
    about: 'Past commands, oldest first.',
    options: [
      option('-f, --follow', 'Go on with what happens now.'),
      option('-n, --limit <n>', 'How many, 1 to 200.', { as: 'number', fallback: 20 }),
      option('-m, --machine <slug>', 'Only of this machine.'),
      option('--failed', 'Only what did not succeed.'),
    ],
    examples: ['synapse logs -n 50', 'synapse logs --follow --json'],
    run: async (call) => (await import('./commands/logs.ts')).logs(call),
  },
  {
    path: 'audit verify',
    about: 'Whether the log is what was written; exit code 1 when it is not.',
    options: [option('--offline', 'Every user’s log, on the data directory itself.')],
    examples: ['synapse audit verify', 'synapse audit verify --offline'],
    run: async (call) => (await import('./commands/audit.ts')).verify(call),
  },
  {
    path: 'audit export',
    about: 'The log as JSON Lines or CSV, on stdout or into a file.',
    options: [
      option('--format <format>', 'The format.', { choices: ['jsonl', 'csv'], fallback: 'jsonl' }),
      option('-o, --output <file>', 'A new file, instead of stdout.'),
      option('--since <time>', 'From this time on (ISO 8601).'),
      option('--until <time>', 'Before this time (ISO 8601).'),
      option('--all-users', 'Role admin: of everybody.'),
    ],
    examples: ['synapse audit export --format csv -o audit.csv'],
    run: async (call) => (await import('./commands/audit.ts')).exportLog(call),
  },
  {
    path: 'stats',
    about: 'What compaction and aliases have saved.',
    options: [
      option('--days <n>', 'How many days, 1 to 365.', { as: 'number', fallback: 30 }),
      option('--by <group>', 'Add a line per day or per user.', { choices: ['day', 'user'] }),
    ],
    examples: ['synapse stats --days 7 --by day'],
    run: async (call) => (await import('./commands/stats.ts')).stats(call),
  },
];

const shortcuts: readonly CommandSpec[] = [
  {
    path: 'alias set',
    about: 'Make or change an alias; {} marks where arguments go.',
    args: ['<code>', '<command...>'],
    examples: [`synapse alias set glo 'git log --oneline {}'`],
    run: async (call) => (await import('./commands/alias.ts')).setAlias(call),
  },
  {
    path: 'alias list',
    about: 'Your aliases with their hits.',
    examples: ['synapse alias list'],
    run: async (call) => (await import('./commands/alias.ts')).listAliases(call),
  },
  {
    path: 'alias rename',
    about: 'Give an alias another code; its count stays.',
    args: ['<code>', '<new-code>'],
    examples: ['synapse alias rename glo gol'],
    run: async (call) => (await import('./commands/alias.ts')).renameAlias(call),
  },
  {
    path: 'alias rm',
    about: 'Delete an alias.',
    args: ['<code>'],
    options: [yes],
    examples: ['synapse alias rm glo --yes'],
    run: async (call) => (await import('./commands/alias.ts')).removeAlias(call),
  },
  {
    path: 'alias seed',
    about: 'Install the starter aliases.',
    examples: ['synapse alias seed'],
    run: async (call) => (await import('./commands/alias.ts')).seedAliases(call),
  },
  {
    path: 'alias mine',
    about: 'Look for commands that deserve an alias.',
    options: [
      option('--days <n>', 'How far to look back.', { as: 'number' }),
      option('--min-count <n>', 'How often it must have succeeded.', { as: 'number' }),
    ],
    examples: ['synapse alias mine --days 14'],
    run: async (call) => (await import('./commands/alias.ts')).mineAliases(call),
  },
  {
    path: 'alias suggestions',
    about: 'What was found; accept or reject one by its id.',
    options: [
      option('--accept <id>', 'Make it an alias.'),
      option('--code <code>', 'With --accept: under this code.'),
      option('--reject <id>', 'Never suggest it again.'),
    ],
    examples: ['synapse alias suggestions', 'synapse alias suggestions --accept 01j…'],
    run: async (call) => (await import('./commands/alias.ts')).suggestions(call),
  },
  {
    path: 'filter test',
    about: 'Run the cases of a filter file; no service need run.',
    args: ['<file>'],
    examples: ['synapse filter test my-tool.json'],
    run: async (call) => (await import('./commands/filter.ts')).testFilter(call),
  },
  {
    path: 'filter set',
    about: 'Store a filter file; its own cases must come out.',
    args: ['<file>'],
    examples: ['synapse filter set my-tool.json'],
    run: async (call) => (await import('./commands/filter.ts')).setFilter(call),
  },
  {
    path: 'filter list',
    about: 'Your own filters, in the order they are tried.',
    examples: ['synapse filter list'],
    run: async (call) => (await import('./commands/filter.ts')).listFilters(call),
  },
  {
    path: 'filter rm',
    about: 'Delete a filter.',
    args: ['<name>'],
    options: [yes],
    examples: ['synapse filter rm my-tool --yes'],
    run: async (call) => (await import('./commands/filter.ts')).removeFilter(call),
  },
];

const clone = option('--clone <path>', 'A clone; the current directory when none is named.', { as: 'list' });
const shared = option('--shared-dir <dir>', 'A hooks directory that these clones share.');
const everywhere = option('--global', 'Meant for every repository of yours.');

const gitHook: readonly CommandSpec[] = [
  {
    path: 'hook install',
    about: 'Write commits of a clone into a project’s journal from now on.',
    options: [
      option('--project <id>', 'The project’s number; else SYNAPSE_PROJECT_ID.', { as: 'number' }),
      option('-u, --username <name>', 'The account that writes; else SYNAPSE_USERNAME.'),
      option('--password-file <file>', 'Its password, in a file of mode 0600 outside the repository.'),
      clone,
      shared,
      everywhere,
    ],
    examples: ['synapse hook install --project 1 --username ada --password-file ~/.config/synapse/password'],
    run: async (call) => (await import('./commands/hook.ts')).install(call),
  },
  {
    path: 'hook uninstall',
    about: 'Take the hook out again; hooks that were there before stay.',
    options: [clone, shared, everywhere],
    examples: ['synapse hook uninstall'],
    run: async (call) => (await import('./commands/hook.ts')).uninstall(call),
  },
  {
    path: 'hook status',
    about: 'Whether it is installed, and what waits to be sent.',
    options: [clone],
    examples: ['synapse hook status'],
    run: async (call) => (await import('./commands/hook.ts')).status(call),
  },
  {
    path: 'hook flush',
    about: 'Send now what waits.',
    options: [clone],
    examples: ['synapse hook flush'],
    run: async (call) => (await import('./commands/hook.ts')).flush(call),
  },
];

const agentHome = option('--home <dir>', 'Where its key, log and switches live.');
const agentOptions = [
  option('--server <url>', 'With --code: the service to enrol with.'),
  option('--code <code>', 'The code that `synapse machine add --kind agent` showed.'),
  option('--allow-dir <dir>', 'Commands may only start in here and below; several are possible.', { as: 'list' }),
  option('--allow-container <name>', 'Only these containers; several are possible.', { as: 'list' }),
  option('--container-only', 'Nothing outside containers.'),
  option('--read-only-commands', 'Only plain commands that print.'),
  option('--plain-http', 'Allow a service without TLS on another computer.'),
  agentHome,
];

const agent: readonly CommandSpec[] = [
  {
    path: 'agent run',
    about: 'Connect this computer and wait for work, in the foreground.',
    options: agentOptions,
    examples: ['synapse agent run --server https://synapse.example --code XXXX-XXXX --allow-dir ~/projects'],
    run: async (call) => (await import('./commands/agent.ts')).agent(call, 'run'),
  },
  {
    path: 'agent install',
    about: 'Start it with your session from now on.',
    options: agentOptions,
    examples: ['synapse agent install --read-only-commands'],
    run: async (call) => (await import('./commands/agent.ts')).agent(call, 'install'),
  },
  {
    path: 'agent uninstall',
    about: 'Remove it, with its key and its log.',
    options: [agentHome],
    examples: ['synapse agent uninstall'],
    run: async (call) => (await import('./commands/agent.ts')).agent(call, 'uninstall'),
  },
  {
    path: 'agent status',
    about: 'Where it is enrolled, and whether it is connected.',
    options: [agentHome],
    examples: ['synapse agent status'],
    run: async (call) => (await import('./commands/agent.ts')).agent(call, 'status'),
  },
];

const clients: readonly CommandSpec[] = [
  {
    path: 'mcp config',
    about: 'The configuration that connects an AI client; printed, or written into the client’s own file.',
    options: [
      option('--client <client>', 'Which client.', { choices: CLIENT_IDS }),
      option('--write', 'Put it into the client’s file; everything else there stays, comments too.'),
      option('--dry-run', 'With --write: print what the file would become.'),
      option('--file <path>', 'Another file than the client’s own.'),
      option('--global', 'Cursor, VS Code, Zed: the user’s file instead of the project’s.'),
      option('--name <name>', 'What the client calls it.', { fallback: 'synapse' }),
      option('--bridge <bridge>', 'A local program in between, for clients that only start programs.', {
        choices: ['synapse', 'mcp-remote'],
      }),
    ],
    examples: ['synapse mcp config --client cursor', 'synapse mcp config --client claude --write'],
    run: async (call) => (await import('./commands/mcp.ts')).config(call),
  },
  {
    path: 'mcp stdio',
    about: 'A bridge for clients that only start local programs: MCP on stdin and stdout, over HTTP to the service.',
    options: [
      option('--token-file <file>', 'The AI token, in a file of mode 0600; else SYNAPSE_TOKEN, else the saved one.'),
    ],
    examples: ['SYNAPSE_TOKEN=dk_ai_… synapse mcp stdio', 'synapse mcp stdio --token-file ~/.config/synapse/token'],
    run: async (call) => (await import('./commands/mcp.ts')).stdio(call),
  },
  {
    path: 'completion',
    about: 'A script that completes commands in your shell.',
    args: ['<shell>'],
    examples: [
      'source <(synapse completion bash)',
      'synapse completion fish > ~/.config/fish/completions/synapse.fish',
    ],
    run: async (call) => (await import('./commands/completion.ts')).completion(call, COMMANDS, GROUPS),
  },
];

export const COMMANDS: readonly CommandSpec[] = [
  ...service,
  ...account,
  ...machines,
  ...history,
  ...shortcuts,
  ...gitHook,
  ...agent,
  ...clients,
];
