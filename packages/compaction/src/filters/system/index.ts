// The filters for services, networks and transfers of one machine.
import type { Filter } from '../../filter.ts';
import { journal, unitStatus } from './journal.ts';
import { layout } from './layout.ts';
import { ip, iptables, sockets } from './network.ts';
import { ssh } from './ssh.ts';
import { curlMeter, curlVerbose, rsync, wget } from './transfers.ts';
import { unitLists } from './unit-lists.ts';
import { verbose } from './verbose.ts';

export const SYSTEM_FILTERS: readonly Filter[] = [
  journal,
  unitStatus,
  unitLists,
  sockets,
  ip,
  iptables,
  rsync,
  ssh,
  curlVerbose,
  curlMeter,
  wget,
];

/** Tried last, when no filter that knows the command better has understood its output. */
export const LAST_FILTERS: readonly Filter[] = [verbose, layout];
