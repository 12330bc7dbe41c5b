/** Signing in, users and AI tokens. */
import { type CommandSpec, option } from '../command-spec.ts';
import { offline, yes } from './shared-options.ts';

const PLANS = ['free', 'plus', 'pro', 'equipage'] as const;
const ROLES = ['member', 'admin'] as const;

export const account: readonly CommandSpec[] = [
  {
    path: 'login',
    about: 'Sign in; the session is kept in a file that only you can read.',
    options: [
      option('-u, --username <name>', 'Your username.'),
      option('--password-stdin', 'Read the password from stdin.'),
    ],
    examples: ['synapse login', 'synapse login --url https://synapse.example -u ada --password-stdin < password'],
    run: async (call) => (await import('../commands/session.ts')).login(call),
  },
  {
    path: 'logout',
    about: 'End the session, here and at the service.',
    examples: ['synapse logout'],
    run: async (call) => (await import('../commands/session.ts')).logout(call),
  },
  {
    path: 'whoami',
    about: 'Show who is signed in, with plan, scopes and today’s calls.',
    examples: ['synapse whoami'],
    run: async (call) => (await import('../commands/session.ts')).whoami(call),
  },
  {
    path: 'open',
    about: 'Open the page in a browser, and print its address.',
    examples: ['synapse open'],
    run: async (call) => (await import('../commands/session.ts')).open(call),
  },
  {
    path: 'user add',
    about: 'Create an account (role admin, or --offline).',
    args: ['<username>'],
    options: [
      option('--plan <plan>', 'Its plan.', { choices: PLANS, fallback: 'free' }),
      option('--role <role>', 'Its role.', { choices: ROLES, fallback: 'member' }),
      option(
        '--password-stdin',
        'Read the password from stdin. Without it you are asked for one, or one is generated and printed.',
      ),
      offline,
    ],
    examples: ['synapse user add ada --plan pro', 'synapse user add ops --plan equipage --role admin --offline'],
    run: async (call) => (await import('../commands/user.ts')).addUser(call),
  },
  {
    path: 'user list',
    about: 'List all accounts (role admin, or --offline).',
    options: [offline],
    examples: ['synapse user list --json'],
    run: async (call) => (await import('../commands/user.ts')).listUsers(call),
  },
  {
    path: 'user set',
    about: 'Change an account: its plan, role or password, or whether it is enabled.',
    args: ['<username>'],
    options: [
      option('--plan <plan>', 'A new plan.', { choices: PLANS }),
      option('--role <role>', 'A new role.', { choices: ROLES }),
      option('--disable', 'Disable the account; its tokens and sessions end at once.'),
      option('--enable', 'Enable the account again.'),
      option('--password-stdin', 'Read a new password from stdin.'),
      offline,
    ],
    examples: ['synapse user set ada --plan equipage', 'synapse user set admin --password-stdin --offline < password'],
    run: async (call) => (await import('../commands/user.ts')).setUser(call),
  },
  {
    path: 'token create',
    about: 'Generate an AI token, printed once; the previous one is revoked.',
    options: [
      option('--scopes <scopes>', 'Only these of the plan’s scopes, comma-separated.', { as: 'list' }),
      option('--days <n>', 'How long it is valid, 1 to 365.', { as: 'number', fallback: 30 }),
      option('--label <text>', 'What it is for.'),
      option('--save', 'Also keep it in the file that `synapse mcp stdio` reads.'),
    ],
    examples: ['synapse token create --label laptop', 'synapse token create --scopes mcp:read --days 7'],
    run: async (call) => (await import('../commands/token.ts')).createToken(call),
  },
  {
    path: 'token list',
    about: 'List your AI tokens, newest first; the tokens themselves are not shown.',
    examples: ['synapse token list'],
    run: async (call) => (await import('../commands/token.ts')).listTokens(call),
  },
  {
    path: 'token revoke',
    about: 'Revoke a token; without an id, the active one.',
    args: ['[id]'],
    options: [yes],
    examples: ['synapse token revoke --yes'],
    run: async (call) => (await import('../commands/token.ts')).revokeToken(call),
  },
];
