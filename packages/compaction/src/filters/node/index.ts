// The filters for Node's package managers.
import type { Filter } from '../../filter.ts';
import { dependencyTree, nodeInstall } from './dependencies.ts';
import { nodeScripts } from './scripts.ts';

export const NODE_FILTERS: readonly Filter[] = [dependencyTree, nodeScripts, nodeInstall];
