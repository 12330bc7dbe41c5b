/** Accounts, for administrators. */
import type { Erased, NewUser, RemovedUser, User, UserChange, UserWithUse } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { RemovedUser, User, UserWithUse };

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call<{ users: UserWithUse[] }>('GET', '/admin/users', undefined, signal),
  select: ({ users }) => users,
});

export const createUser = (user: NewUser): Promise<User> => call('POST', '/admin/users', user);
export const changeUser = (id: string, change: UserChange): Promise<User> =>
  call('PATCH', at`/admin/users/${id}`, change);
export const resetSignIn = (id: string): Promise<void> => call('POST', at`/admin/users/${id}/reset-sign-in`);
export const deleteUser = (id: string): Promise<void> => call('DELETE', at`/admin/users/${id}`);

export const removedUsersQuery = queryOptions({
  queryKey: ['users', 'removed'],
  queryFn: ({ signal }) => call<{ users: RemovedUser[] }>('GET', '/admin/removed-users', undefined, signal),
  select: ({ users }) => users,
});
export const eraseCommands = (id: string): Promise<Erased> => call('POST', at`/admin/users/${id}/erase-commands`);
