/** What others may use of the reader of shell commands. */
export { assignmentOf } from './assignment.ts';
export { DIFFERENCES, type Difference, type DifferenceKind } from './differences.ts';
export { type ReadOptions, type ReadScript, readScript } from './read-script.ts';
export { NestedTooDeep, TooManyPieces, TooMuchToRead } from './reader.ts';
export type * from './syntax-tree.ts';
export { type Visitor, visitCommand, visitList } from './visit.ts';
export { fixedText, partsText, plainText, wordText } from './word-text.ts';
