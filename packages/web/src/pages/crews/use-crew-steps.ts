/** What is left to do in a new crew: only what this member may do. */
import { roleAllows } from '@synapse/contract/crew-roles';
import { useQuery } from '@tanstack/react-query';
import { type Crew, invitationsQuery } from '../../api/crews.ts';
import { machinesQuery } from '../../api/machines.ts';
import { policyQuery } from '../../api/policy.ts';
import { useText } from '../../i18n/language.tsx';
import { NEW } from '../../ui/use-adding.ts';
import type { Step } from '../home/use-steps.ts';

/** Empty while that is not known. A crew that has people and machines needs no steps. */
export function useCrewSteps(crew: Crew | undefined): readonly Step[] {
  const { crews: text } = useText();
  const invites = crew !== undefined && roleAllows(crew.role, 'write-members');
  const manages = crew !== undefined && roleAllows(crew.role, 'write-machines');
  const { data: invitations } = useQuery({ ...invitationsQuery(crew?.slug ?? ''), enabled: invites });
  const { data: machines } = useQuery(machinesQuery);
  const { data: policy } = useQuery({ ...policyQuery, enabled: manages });
  if (crew === undefined || !manages || machines === undefined || policy === undefined) return [];
  const invited = crew.members > 1 || (invitations ?? []).length > 0;
  if (invited && machines.length > 0) return [];
  return [
    ...(invites
      ? [
          {
            id: 'invite',
            done: invited,
            ...text.steps.invite,
            link: { to: '/crew/$section', params: { section: 'members' }, hash: NEW },
          },
        ]
      : []),
    { id: 'machine', done: machines.length > 0, ...text.steps.machine, link: { to: '/machines', hash: NEW } },
    {
      id: 'policy',
      done: policy.text.trim() !== '',
      ...text.steps.policy,
      link: { to: '/settings/$section', params: { section: 'policy' } },
    },
  ];
}
