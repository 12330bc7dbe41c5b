/** `synapse user …`: over REST as an administrator, or on the data directory itself. */
import { randomInt } from 'node:crypto';
import type { Erased, FactorReset, User, UserChange } from '@synapse/contract';
import { askHidden, confirm, readStdin } from '../ask.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

type Plan = User['plan'];
type Role = User['role'];

export const addUser: Action = async (call) => {
  const { args, options, terminal, offlineEnv } = call;
  const { password, made } = await newPassword(call);
  const user = {
    username: args[0]!,
    password,
    plan: textOption(options.plan) as Plan,
    role: textOption(options.role) as Role,
    ...given({ email: textOption(options.email) }),
  };
  const created =
    options.offline === true
      ? await administer({ verb: 'user-add', user }, offlineEnv, terminal.progress)
      : await call.api().call<User>('POST', '/admin/users', user);
  terminal.answer(made ? { ...created, password } : created, () =>
    [show(created), ...(made ? [tell('user_password', { password })] : [])].join('\n'),
  );
};

export const listUsers: Action = async (call) => {
  const users = await allUsers(call);
  call.terminal.answer({ users }, () =>
    table(
      columns('users_head'),
      users.map((user) => [user.username, user.plan, user.role, stateOf(user), user.created_at]),
    ),
  );
};

export const setUser: Action = async (call) => {
  const { args, options, terminal, offlineEnv } = call;
  if (options.disable === true && options.enable === true)
    throw usageError(tell('either', { one: '--disable', other: '--enable' }));
  const change: UserChange = given({
    plan: textOption(options.plan) as Plan | undefined,
    role: textOption(options.role) as Role | undefined,
    email: options.email === '' ? null : textOption(options.email),
    disabled: options.disable === true ? true : options.enable === true ? false : undefined,
    password: options.passwordStdin === true ? await readStdin() : undefined,
  });
  if (Object.keys(change).length === 0) throw usageError(tell('nothing_to_change'));
  const username = args[0]!;
  const changed =
    options.offline === true
      ? await administer({ verb: 'user-set', username, change }, offlineEnv, terminal.progress)
      : await call.api().call<User>('PATCH', `/admin/users/${await idOf(call, username)}`, change);
  terminal.answer(changed, () =>
    [show(changed), ...(change.password === undefined ? [] : [tell('password_changed', { username })])].join('\n'),
  );
};

export const removeUser: Action = async (call) => {
  const { args, options, terminal, offlineEnv } = call;
  const username = args[0]!;
  const erase = options.eraseCommands === true;
  await confirm(terminal, tell('ask_remove_user', { username }), options.yes === true);
  if (erase) await confirm(terminal, tell('ask_erase_commands', { username }), options.yes === true);
  const { erased } =
    options.offline === true
      ? await administer({ verb: 'user-rm', username, erase_commands: erase }, offlineEnv, terminal.progress)
      : { erased: await removeThere(call, username, erase) };
  terminal.answer({ removed: username, ...erased }, () =>
    [
      tell('user_removed', { username }),
      ...(erased === null ? [] : [tell('commands_erased', { username, erased: erased.erased })]),
      ...(erased === null || erased.left_in_archive === 0
        ? []
        : [terminal.yellow(tell('commands_left', { left: erased.left_in_archive }))]),
    ].join('\n'),
  );
  return erased !== null && erased.left_in_archive > 0 ? EXIT.failed : undefined;
};

/** Of an account that is gone already, the id is known from the log. */
async function removeThere(call: Call, username: string, erase: boolean): Promise<Erased | null> {
  const users = await allUsers(call);
  const found = users.find((user) => sameName(user.username, username));
  if (found === undefined && !erase) throw new CliError(tell('user_missing', { username }));
  const id = found?.id ?? username;
  if (found !== undefined) await call.api().call('DELETE', `/admin/users/${id}`);
  return erase ? call.api().call<Erased>('POST', `/admin/users/${encodeURIComponent(id)}/erase-commands`) : null;
}

async function allUsers(call: Call): Promise<readonly User[]> {
  if (call.options.offline === true) {
    return (await administer({ verb: 'user-list' }, call.offlineEnv, call.terminal.progress)).users;
  }
  return (await call.api().call<{ users: User[] }>('GET', '/admin/users')).users;
}

export async function idOf(call: Call, username: string): Promise<string> {
  const found = (await allUsers(call)).find((user) => sameName(user.username, username));
  if (found === undefined) throw new CliError(tell('user_missing', { username }));
  return found.id;
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

async function newPassword({ options, terminal }: Call): Promise<{ password: string; made: boolean }> {
  if (options.passwordStdin === true) return { password: await readStdin(), made: false };
  if (!terminal.interactive) return { password: makePassword(), made: true };
  const typed = await askHidden(
    terminal,
    tell('ask_new_password'),
    tell('pass_option', { option: '--password-stdin' }),
  );
  return typed === '' ? { password: makePassword(), made: true } : { password: typed, made: false };
}

/** Letters that cannot be mistaken for each other when copied by hand. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

function makePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

const stateOf = (user: User): string => tell(user.disabled ? 'user_disabled' : 'user_active');
const show = (user: User): string =>
  tell('user_shown', { username: user.username, plan: user.plan, role: user.role, state: stateOf(user) });

/** `synapse user reset`: takes every way to sign in but the password from somebody who has lost the others. */
export const resetUser: Action = async (call) => {
  const { args, options, terminal, offlineEnv } = call;
  const username = args[0]!;
  await confirm(terminal, tell('ask_reset', { username }), options.yes === true);
  const taken =
    options.offline === true
      ? await administer({ verb: 'user-reset', username }, offlineEnv, terminal.progress)
      : await call.api().call<FactorReset>('POST', `/admin/users/${await idOf(call, username)}/reset-sign-in`);
  const { totp, ...counts } = taken;
  terminal.answer({ username, ...taken }, () => tell('user_reset', { username, apps: totp ? 1 : 0, ...counts }));
};
