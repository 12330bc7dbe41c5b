/** Machines over REST. */
import {
  CreatedMachine,
  Enrollment,
  FoundContainer,
  type Language,
  Machine,
  MachineChange,
  MachineCheck,
  MachineConfirmation,
  MachineHealth,
  MachineMove,
  MachineTest,
  NewMachineThere,
  OwnMachine,
  Refusal,
  Tag,
} from '@synapse/contract';
import * as z from 'zod';
import { can } from '../../access/access.ts';
import type { MoveMachine } from '../../crews/move-machine.ts';
import type { Probing } from '../../exec/run/probe-machine.ts';
import { fingerprintOf } from '../../machines/host-key.ts';
import type { Author, Machines } from '../../machines/machines.ts';
import { withoutAddress } from '../../machines/without-address.ts';
import { type Call, endpoint } from '../endpoint.ts';
import type { HealthIn } from '../health-in.ts';
import { sourceOf } from '../source-of.ts';
import { applySynonyms, STATUT_SYNONYMS } from '../synonyms.ts';
import { personOf } from './person-of.ts';
import { placeNamed } from './person-order.ts';

export interface MachineServices extends Probing {
  readonly machines: Machines;
  readonly healthIn: HealthIn;
  readonly moveMachine: MoveMachine;
}

export const ownerOf = ({
  session,
  workspace,
  tell,
}: Pick<Call<'user'>, 'session' | 'workspace' | 'tell'>): Author => ({
  workspaceId: workspace.id,
  role: session.user.role,
  maker: 'person',
  tell,
});

/** How a machine is reached is for those who may change that. */
const SeenMachine = z.union([OwnMachine, Machine]);

const SlugParams = z.object({ slug: z.string().min(1).max(63) });

const synonyms = new Map(Object.entries(STATUT_SYNONYMS));
const withStatut = (body: unknown) => applySynonyms(synonyms, body);

export const listMachines = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'The user’s machines, with how each is reached; `tag`: only those that have it.',
    access: 'user',
    query: z.object({ tag: Tag.optional() }),
    answer: z.object({ machines: z.array(SeenMachine) }),
    handle: async ({ query }, call) => ({
      machines: can(call.workspace, 'write-machines')
        ? await machines.listOwn(ownerOf(call), query.tag)
        : await machines.list(ownerOf(call), query.tag),
    }),
  });

export const listHealth = ({ healthIn }: MachineServices) =>
  endpoint({
    summary:
      'What the checks of the user’s machines found in the last day. A machine whose last check is older than 30 seconds is checked again when this is called.',
    access: 'user',
    answer: z.object({ machines: z.array(MachineHealth) }),
    handle: async (_input, { workspace, language }) => ({ machines: await healthIn(workspace, language) }),
  });

export const createMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'Register a machine.',
    access: 'runner',
    body: z.preprocess(withStatut, NewMachineThere),
    status: 201,
    answer: CreatedMachine,
    handle: async ({ body }, call) => {
      const { slug, ...where } = await placeNamed(call, body.slug, 'write-machines');
      return machines.create(ownerOf({ ...call, ...where }), { ...body, slug });
    },
  });

export const getMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'One machine, with how it is reached.',
    access: 'user',
    params: SlugParams,
    answer: SeenMachine,
    handle: ({ params }, call) =>
      can(call.workspace, 'write-machines')
        ? machines.getOwn(ownerOf(call), params.slug)
        : machines.get(ownerOf(call), params.slug),
  });

export const changeMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'Change a machine; what is left out stays.',
    access: 'pilot',
    params: SlugParams,
    body: z.preprocess(withStatut, MachineChange),
    answer: Machine,
    handle: ({ params, body }, call) => machines.update(ownerOf(call), params.slug, body),
  });

export const confirmMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary:
      'Confirm where a machine leads that an assistant made or changed, so that it may be sent secrets; `version`: the one that was shown.',
    access: 'pilot',
    params: SlugParams,
    body: z.preprocess((body) => body ?? {}, MachineConfirmation),
    answer: OwnMachine,
    handle: ({ params, body }, call) => {
      const { ip, request } = call;
      return machines.confirm(ownerOf(call), params.slug, { source: sourceOf(request), ip }, body.version);
    },
  });

export const deleteMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'Forget a machine.',
    access: 'pilot',
    params: SlugParams,
    answer: null,
    handle: ({ params }, call) => machines.remove(ownerOf(call), params.slug),
  });

export const moveMachine = ({ moveMachine }: MachineServices) =>
  endpoint({
    summary:
      'Move a machine to a crew of which you are a keeper, with `secrets`: those that it uses and the crew does not have.',
    access: 'user',
    params: SlugParams,
    body: MachineMove,
    answer: OwnMachine,
    handle: ({ params, body }, call) => moveMachine(personOf(call), ownerOf(call), params.slug, body),
  });

export const enrollMachine = ({ machines }: MachineServices) =>
  endpoint({
    summary: 'A new one-time code for the agent of a machine; the one it had before is turned away from now on.',
    access: 'pilot',
    params: SlugParams,
    status: 201,
    answer: Enrollment,
    handle: ({ params }, call) => machines.enroll(ownerOf(call), params.slug),
  });

/** Refusals of the call itself. */
const NOT_ABOUT_THE_MACHINE: readonly string[] = ['machine_not_found', 'arguments_invalid', 'internal', 'not_ready'];

/** Throws what says nothing about the machine. */
function failedTest(error: unknown, language: Language): MachineTest {
  if (!(error instanceof Refusal) || NOT_ABOUT_THE_MACHINE.includes(error.code)) throw error;
  const problems = error.fieldsIn(language).map(({ problem }) => problem);
  return { ok: false, code: error.code, message: [error.in(language), ...problems].join(' · ') };
}

export const testMachine = ({ testMachine }: MachineServices) =>
  endpoint({
    summary:
      'Try to reach a machine, and whether the secrets and the directory that it names are there; says what failed.',
    access: 'pilot',
    params: SlugParams,
    answer: MachineTest,
    handle: async ({ params }, call) => {
      const { requestId, language } = call;
      try {
        await testMachine(ownerOf(call), params.slug, requestId);
        return { ok: true };
      } catch (error) {
        return failedTest(error, language);
      }
    },
  });

export const checkMachine = ({ checkMachine }: MachineServices) =>
  endpoint({
    summary:
      'Try to reach a machine as it is described here, without registering it; says what was seen, or what failed.',
    access: 'runner',
    body: z.preprocess(withStatut, NewMachineThere),
    answer: MachineCheck,
    handle: async ({ body }, call) => {
      const { requestId, language } = call;
      const { slug, ...where } = await placeNamed(call, body.slug, 'write-machines');
      try {
        const owner = ownerOf({ ...call, ...where });
        const { hostKeys, containers, system, sandbox } = await checkMachine(owner, { ...body, slug }, requestId);
        const host_keys = [...hostKeys].map(([address, key]) => ({ address, key, fingerprint: fingerprintOf(key) }));
        return {
          ok: true,
          host_keys,
          containers: [...containers],
          system,
          ...(sandbox === undefined ? {} : { look: sandbox }),
        };
      } catch (error) {
        return { ...failedTest(error, language), host_keys: [], containers: [], system: null };
      }
    },
  });

export const listContainers = ({ containersOf }: MachineServices) =>
  endpoint({
    summary: 'The containers that run on a machine now, whether or not commands may use them.',
    access: 'pilot',
    params: SlugParams,
    answer: z.object({ containers: z.array(FoundContainer) }),
    handle: async ({ params: { slug } }, call) => {
      try {
        return { containers: await containersOf(ownerOf(call), slug, call.requestId) };
      } catch (error) {
        if (!(error instanceof Refusal) || can(call.workspace, 'write-machines')) throw error;
        throw withoutAddress(error, slug);
      }
    },
  });
