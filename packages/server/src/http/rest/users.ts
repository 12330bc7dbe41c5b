/** Users, for administrators. */
import {
  Erased,
  FactorReset,
  NewUser,
  type Quotas,
  RemovedUser,
  User,
  UserChange,
  UserWithUse,
} from '@synapse/contract';
import * as z from 'zod';
import type { EraseCommands } from '../../audit/erase-commands.ts';
import type { Users } from '../../auth/users.ts';
import type { EverybodysCallsToday } from '../../limits/calls-today.ts';
import type { ResetSignIn } from '../../second-factor/reset-sign-in.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';
import { IdParams } from './params.ts';

export interface UserServices {
  readonly users: Users;
  readonly everybodysCallsToday: EverybodysCallsToday;
  readonly quotas: Quotas;
  readonly resetSignIn: ResetSignIn;
  readonly eraseCommands: EraseCommands;
  readonly removedUsers: () => Promise<RemovedUser[]>;
}

/** Whose log an administrator's change is noted in, and from where they made it. */
const actorOf = ({ session, request, ip }: Call<'admin'>) => ({
  userId: session.user.id,
  source: sourceOf(request),
  ip,
});

export const createUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Create a user.',
    access: 'admin',
    body: NewUser,
    status: 201,
    answer: User,
    handle: ({ body }, call) => users.create(body, actorOf(call)),
  });

export const listUsers = ({ users, everybodysCallsToday, quotas }: UserServices) =>
  endpoint({
    summary: 'All users, oldest first, with how much of the day each has used.',
    access: 'admin',
    answer: z.object({ users: z.array(UserWithUse) }),
    handle: async () => {
      const [list, calls] = await Promise.all([users.list(), everybodysCallsToday()]);
      return {
        users: list.map((user) => ({
          ...user,
          daily_quota: quotas[user.plan],
          calls_today: calls.get(user.id) ?? 0,
        })),
      };
    },
  });

export const changeUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Change plan, role, password or e-mail address of a user, or disable the account; takes effect at once.',
    access: 'admin',
    params: IdParams,
    body: UserChange,
    answer: User,
    handle: ({ params, body }, call) => users.change(params.id, body, actorOf(call)),
  });

export const resetSignIn = ({ resetSignIn }: UserServices) =>
  endpoint({
    summary: 'Remove a user’s authenticator app, passkeys and single sign-on link, and end all their sessions.',
    access: 'admin',
    params: IdParams,
    answer: FactorReset,
    handle: ({ params }, { session, request, ip }) =>
      resetSignIn({ username: session.user.username, source: sourceOf(request), ip }, params.id),
  });

export const deleteUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Delete a user with everything that is theirs.',
    access: 'admin',
    params: IdParams,
    answer: null,
    handle: ({ params }, call) => users.remove(params.id, actorOf(call)),
  });

export const listRemovedUsers = ({ removedUsers }: UserServices) =>
  endpoint({
    summary: 'Deleted users whose entries are in the audit log, the latest entry first.',
    access: 'admin',
    answer: z.object({ users: z.array(RemovedUser) }),
    handle: async () => ({ users: await removedUsers() }),
  });

export const eraseCommands = ({ eraseCommands }: UserServices) =>
  endpoint({
    summary: 'Erase what the commands of a deleted user said. Their entries stay, with their hashes.',
    access: 'admin',
    params: IdParams,
    answer: Erased,
    handle: ({ params }, call) => eraseCommands(params.id, actorOf(call)),
  });
