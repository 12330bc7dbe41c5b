/** The questions of whoever is signed in, as the service lists them. */
import type { Approval } from '@synapse/contract';
import type { Api } from '../api.ts';
import { printable } from '../terminal.ts';

export async function listApprovals(api: Api, status: 'pending' | undefined): Promise<Approval[]> {
  const query = status === undefined ? '' : `?status=${status}`;
  return (await api.call<{ approvals: Approval[] }>('GET', `/synapse/approvals${query}`)).approvals;
}

export function placeOf({ machine, container }: Pick<Approval, 'machine' | 'container'>): string {
  return printable(container === null ? machine : `${machine}/${container}`);
}
