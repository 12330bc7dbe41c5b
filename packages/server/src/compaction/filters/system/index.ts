// The filters for services, networks and transfers of one machine.
import type { Filter } from '../../filter.ts';
import { journal, unitStatus } from './journal.ts';
import { ip, iptables, sockets } from './network.ts';
import { curlMeter, curlVerbose, rsync, wget } from './transfers.ts';
import { unitLists } from './unit-lists.ts';

export const SYSTEM_FILTERS: readonly Filter[] = [
  journal,
  unitStatus,
  unitLists,
  sockets,
  ip,
  iptables,
  rsync,
  curlVerbose,
  curlMeter,
  wget,
];
