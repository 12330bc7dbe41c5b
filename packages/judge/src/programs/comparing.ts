/** Programs that compare files. */
import type { Program } from '../program.ts';
import { many, READS } from './shared.ts';

const DIFF: Program = {
  short: 'abBcdEeilnNpqrsTtuwyZ C= F= I= L= S= U= W= x=',
  long: 'brief report-identical-files side-by-side ignore-case ignore-all-space ignore-space-change ignore-blank-lines ignore-trailing-space ignore-tab-expansion text unified? context? recursive new-file label= exclude= width= color? suppress-common-lines strip-trailing-cr minimal show-c-function no-dereference expand-tabs normal ed rcs left-column',
  operands: 'content',
  walks: ({ given }) => given.has('r') || given.has('recursive'),
};

export const COMPARING: Readonly<Record<string, Program>> = {
  ...many('cmp comm', READS),
  diff: DIFF,
  colordiff: DIFF,
  diff3: { short: 'aAeEimTxX3 L=', operands: 'content' },
  sdiff: { short: 'abBEilstWw w=', operands: 'content' },
};
