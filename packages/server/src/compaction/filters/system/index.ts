// The filters for services, networks and transfers of one machine.
import type { Filter } from '../../filter.ts';

export const SYSTEM_FILTERS: readonly Filter[] = [];
