/** Freezing over REST: by a person's session alone, and without a limit. */
import { Freeze, FreezeList, NewFreeze, NewInstanceFreeze } from '@synapse/contract';
import type { Freezes } from '../../freezes/freezes.ts';
import { Answer, type Call, endpoint } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';
import { IdParams } from './params.ts';
import { placeNamed } from './person-order.ts';

export interface FreezeServices {
  readonly freezes: Freezes;
}

type ActingCall = Pick<Call<'user'>, 'session' | 'workspace' | 'tell' | 'request' | 'ip'>;

/** `at`: the workspace that is frozen, where it is not that of the call. */
const actorOf = (call: ActingCall, at: Pick<ActingCall, 'workspace' | 'tell'> = call) => ({
  workspaceId: at.workspace.id,
  username: call.session.user.username,
  // An administrator of the instance has no say in a crew.
  role: at.workspace.crew === null ? call.session.user.role : ('member' as const),
  source: sourceOf(call.request),
  ip: call.ip,
  tell: at.tell,
});

export const addFreeze = ({ freezes }: FreezeServices) =>
  endpoint({
    summary:
      'Freeze everything of the user, one machine or one AI token: what runs of it dies within 2 s, nothing starts.',
    access: 'user',
    body: NewFreeze,
    status: 201,
    otherStatus: 200,
    answer: Freeze,
    handle: async ({ body: { machine, ...wish } }, call) => {
      const place = machine === undefined ? null : await placeNamed(call, machine, 'freeze');
      const frozen = place === null ? wish : { ...wish, machine: place.slug };
      const { freeze, isNew } = await freezes.add(actorOf(call, place ?? call), frozen);
      return new Answer(isNew ? 201 : 200, freeze);
    },
  });

export const listFreezes = ({ freezes }: FreezeServices) =>
  endpoint({
    summary: 'What is frozen for the user, the freezes of the whole instance included.',
    access: 'user',
    answer: FreezeList,
    handle: async (_input, { workspace }) => ({ freezes: await freezes.list(workspace.id) }),
  });

export const liftFreeze = ({ freezes }: FreezeServices) =>
  endpoint({
    summary: 'Lift a freeze; one of the whole instance only as an administrator.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, call) => freezes.lift(actorOf(call), params.id),
  });

export const addInstanceFreeze = ({ freezes }: FreezeServices) =>
  endpoint({
    summary: 'Freeze the whole instance: nothing of anybody runs.',
    access: 'admin',
    body: NewInstanceFreeze,
    status: 201,
    otherStatus: 200,
    answer: Freeze,
    handle: async ({ body }, call) => {
      const { freeze, isNew } = await freezes.addForInstance(actorOf(call), body.reason);
      return new Answer(isNew ? 201 : 200, freeze);
    },
  });

export const listInstanceFreezes = ({ freezes }: FreezeServices) =>
  endpoint({
    summary: 'The freezes of the whole instance.',
    access: 'admin',
    answer: FreezeList,
    handle: async () => ({ freezes: await freezes.listOfInstance() }),
  });

export const liftInstanceFreeze = ({ freezes }: FreezeServices) =>
  endpoint({
    summary: 'Lift a freeze of the whole instance.',
    access: 'admin',
    params: IdParams,
    answer: null,
    handle: ({ params }, call) => freezes.liftForInstance(actorOf(call), params.id),
  });
