// The filters for containers, clusters and provisioning.
import type { Filter } from '../../filter.ts';
import { ansible } from './ansible.ts';
import { cloudTables, containerTables } from './container-tables.ts';
import { dockerBuild } from './docker-build.ts';
import { dockerTransfer } from './docker-transfer.ts';
import { klog } from './klog.ts';
import { kubectlDescribe } from './kubectl-describe.ts';
import { terraform } from './terraform.ts';
import { terraformShow } from './terraform-show.ts';

export const INFRA_FILTERS: readonly Filter[] = [
  klog,
  dockerBuild,
  containerTables,
  cloudTables,
  kubectlDescribe,
  dockerTransfer,
  terraformShow,
  terraform,
  ansible,
];
