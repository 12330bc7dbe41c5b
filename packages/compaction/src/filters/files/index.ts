// The filters for files, text and facts about a machine.
import type { Filter } from '../../filter.ts';
import { goSum } from '../../shapes/lock-file.ts';
import { aptSimulate } from './apt-simulate.ts';
import { df, du } from './disk.ts';
import { grep, grepCount } from './grep.ts';
import { ls } from './ls.ts';
import { aptInstall, aptList, dpkgList, pip } from './packages.ts';
import { pathColumn } from './path-column.ts';
import { pathLists } from './path-lists.ts';
import { ps, top } from './processes.ts';
import { sharedLibraries } from './shared-libraries.ts';
import { env, openssl, padded, wc } from './system.ts';
import { tree } from './tree.ts';

export const FILES_FILTERS: readonly Filter[] = [
  ls,
  pathLists,
  pathColumn,
  grepCount,
  grep,
  tree,
  df,
  du,
  ps,
  top,
  wc,
  env,
  sharedLibraries,
  padded,
  openssl,
  dpkgList,
  aptSimulate,
  aptInstall,
  aptList,
  pip,
  goSum,
];
