// The filters for git.
import type { Filter } from '../../filter.ts';
import { gitBlame } from './blame.ts';
import { gitDiff, gitDiffStat } from './diff.ts';
import { gitHints } from './hints.ts';
import { gitCommit, gitLists } from './lists.ts';
import { gitLog } from './log.ts';
import { gitPorcelain, gitReferences, gitReflog, gitShortlog } from './references.ts';
import { gitStatus } from './status.ts';
import { gitTransfer } from './transfer.ts';

export const GIT_FILTERS: readonly Filter[] = [
  gitStatus,
  gitPorcelain,
  gitReferences,
  gitReflog,
  gitShortlog,
  gitDiff,
  gitLog,
  gitBlame,
  gitCommit,
  gitDiffStat,
  gitHints,
  gitTransfer,
  gitLists,
];
