/** What other modules may use of redaction. The functions that make the brands are not exported. */
export type { Cover } from './covered-output.ts';
export { type Escape, escaped, isPlain } from './escaped.ts';
export type { NamedValue } from './patterns.ts';
export {
  cutRedacted,
  endsOfRedacted,
  ownWords,
  type RedactedBytes,
  type RedactedText,
  redactedBytesOf,
  redactedDecoder,
  redactedFromStore,
  redactedTextOf,
} from './redacted.ts';
export type { RedactionStream } from './redaction-stream.ts';
export { buildRedactor, hidingShapes, joinRedactors, type Redactor, redactorSteps } from './redactor.ts';
export type { Steps } from './steps.ts';
export { type Weakness, weakness } from './weakness.ts';
