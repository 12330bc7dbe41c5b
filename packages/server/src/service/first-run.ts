/** The first start: creates the administrator, registers the host, and says what to do next. */
import { randomInt } from 'node:crypto';
import { NewMachine, parseOrRefuse } from '@synapse/contract';
import type { Users } from '../auth/users.ts';
import type { Config } from '../config/read-config.ts';
import { personalWorkspaceId } from '../ids.ts';
import type { Machines } from '../machines/machines.ts';

/** Letters and digits that cannot be mistaken for each other when copied by hand. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

export interface FirstRun {
  readonly userId: string;
  readonly username: string;
  /** The generated password. Null when it came from the configuration. */
  readonly password: string | null;
  /** Who may run commands on the host, which has become a machine. */
  readonly allowLocal: Config['allowLocal'];
}

export async function firstRun(users: Users, machines: Machines, config: Config): Promise<FirstRun | null> {
  const password = config.adminPassword ?? generatePassword();
  // The operator who sets the password in the environment is responsible for its strength.
  const created = await users.createFirst({
    username: config.adminUsername,
    password,
    plan: 'equipage',
    role: 'admin',
  });
  if (created === null) return null;
  // Without a name of its own: it is called the same on the page, on the command line and by an assistant.
  const host = parseOrRefuse(NewMachine, { slug: 'local', kind: 'local' });
  await machines.registerHost({ workspaceId: personalWorkspaceId(created.id), role: 'admin', maker: 'person' }, host);
  const { allowLocal } = config;
  return {
    userId: created.id,
    username: created.username,
    password: config.adminPassword === null ? password : null,
    allowLocal,
  };
}

function accountText({ username, password }: FirstRun): string {
  const secret = password === null ? 'the one you configured' : `${password}   (shown once: keep it)`;
  return `\n    user      ${username}\n    password  ${secret}\n`;
}

/** `open`: what a command on this host could read. Null: nothing of the service. */
export function welcomeText(first: FirstRun, url: string, open: string | null = null): string {
  return [
    '',
    '  Synapse is ready.',
    accountText(first),
    '  Three things to do next:',
    '',
    `    1. Open ${url} and sign in.`,
    '    2. Generate an AI token: View, Settings, AI access, Generate token.',
    '    3. Paste the client configuration shown beside it into your AI client: Claude, Cursor, VS Code, Zed, Codex,',
    '       Gemini, opencode, Copilot, Qwen, Cline, Continue, or any other that speaks MCP.',
    '',
    '  This computer is registered as the machine "local".',
    ...(first.allowLocal === 'off' ? ['  Commands on it are refused: SYNAPSE_ALLOW_LOCAL is off.'] : []),
    ...(open === null ? [] : [`  ${open}`]),
    '',
    '',
  ].join('\n');
}

function generatePassword(): string {
  return Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');
}
