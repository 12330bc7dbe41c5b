/** What others may use of the judge of commands. */
export { secretNames } from './holes.ts';
export { asUnlooked, judge, judgeWithin, unjudged } from './judge.ts';
export { type JudgedFile, judgeFile } from './judge-file.ts';
export type { JudgedPart, JudgedPlace, Judgement } from './judgement.ts';
