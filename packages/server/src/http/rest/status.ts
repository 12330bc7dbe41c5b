/** How all instances are doing, for administrators. */
import { ServiceStatus } from '@synapse/contract';
import type { ReadStatus } from '../../service/status.ts';
import { endpoint } from '../endpoint.ts';

export interface StatusServices {
  readonly readStatus: ReadStatus;
}

export const getStatus = ({ readStatus }: StatusServices) =>
  endpoint({
    summary:
      'How all instances are doing: leases, running and waiting commands, agents, how late the bus and the clocks are.',
    access: 'admin',
    answer: ServiceStatus,
    handle: () => readStatus(),
  });
