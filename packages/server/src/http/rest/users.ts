/** Users, for administrators. */
import { NewUser, User, UserChange } from '@synapse/contract';
import { z } from 'zod';
import type { Users } from '../../auth/users.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from './params.ts';

export interface UserServices {
  readonly users: Users;
}

export const createUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Create a user.',
    access: 'admin',
    body: NewUser,
    status: 201,
    answer: User,
    handle: ({ body }) => users.create(body),
  });

export const listUsers = ({ users }: UserServices) =>
  endpoint({
    summary: 'All users, oldest first.',
    access: 'admin',
    answer: z.object({ users: z.array(User) }),
    handle: async () => ({ users: await users.list() }),
  });

export const changeUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Change plan, role or password of a user, or disable the account; takes effect at once.',
    access: 'admin',
    params: IdParams,
    body: UserChange,
    answer: User,
    handle: ({ params, body }) => users.change(params.id, body),
  });

export const deleteUser = ({ users }: UserServices) =>
  endpoint({
    summary: 'Delete a user with everything that is theirs.',
    access: 'admin',
    params: IdParams,
    answer: null,
    handle: ({ params }) => users.remove(params.id),
  });
