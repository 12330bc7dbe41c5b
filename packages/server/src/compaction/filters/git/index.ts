// The filters for git.
import type { Filter } from '../../filter.ts';
import { gitBlame } from './blame.ts';
import { gitDiff, gitDiffStat } from './diff.ts';
import { gitCommit, gitLists } from './lists.ts';
import { gitLog } from './log.ts';
import { gitStatus } from './status.ts';
import { gitTransfer } from './transfer.ts';

export const GIT_FILTERS: readonly Filter[] = [
  gitStatus,
  gitDiff,
  gitLog,
  gitBlame,
  gitCommit,
  gitDiffStat,
  gitTransfer,
  gitLists,
];
