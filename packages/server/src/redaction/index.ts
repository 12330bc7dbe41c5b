/** The redaction room's door. The brand makers stay inside. */
export type { NamedValue } from './patterns.ts';
export {
  deriveRedacted,
  ownWords,
  type RedactedBytes,
  type RedactedText,
  redactedFromStore,
  redactedTextOf,
} from './redacted.ts';
export type { RedactionStream } from './redaction-stream.ts';
export { buildRedactor, type Redactor } from './redactor.ts';
export { type Weakness, weakness } from './weakness.ts';
