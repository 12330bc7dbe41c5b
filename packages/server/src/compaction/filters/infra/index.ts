// The filters for containers, clusters and provisioning.
import type { Filter } from '../../filter.ts';
import { ansible } from './ansible.ts';
import { containerTables } from './container-tables.ts';
import { terraform } from './terraform.ts';

export const INFRA_FILTERS: readonly Filter[] = [containerTables, terraform, ansible];
