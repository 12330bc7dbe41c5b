// The filters for services, networks, packages and transfers of one machine.
import type { Filter } from '../../filter.ts';
import { dpkgList } from './dpkg.ts';

export const SYSTEM_FILTERS: readonly Filter[] = [dpkgList];
