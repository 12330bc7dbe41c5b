/** What a member of a crew is offered, where their role allows it. In one's own workspace everything. */
import type { CrewAction } from '@synapse/contract/crew-roles';
import type { ReactNode } from 'react';
import { useMay } from './use-crew.ts';

interface Props {
  readonly needs: CrewAction;
  readonly children: ReactNode;
}

export function Allowed({ needs, children }: Props) {
  return useMay(needs) ? children : null;
}
