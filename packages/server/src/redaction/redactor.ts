/** Takes the vault's values out of output: built once per vault version, shared by all streams. */
import { buildAutomaton } from './automaton.ts';
import { type NamedValue, patternsOf } from './patterns.ts';
import { brandBytes, brandText, type RedactedBytes, type RedactedText } from './redacted.ts';
import { createRedactionStream, isSpecial, type RedactionStream, type ScanTables } from './redaction-stream.ts';

export interface Redactor {
  /** One for stdout, one for stderr: a stream holds state and serves once. */
  stream(): RedactionStream;
  /** For error texts and progress messages. */
  redactText(text: string): RedactedText;
}

/** What a match may span beyond its own characters: escapes and colours make up to 18 bytes of one. */
const SPAN_FACTOR = 24;
const SPAN_SLACK = 4096;

export function buildRedactor(secrets: Iterable<NamedValue>): Redactor {
  const patterns = patternsOf(secrets);
  if (patterns.size === 0) return emptyRedactor;
  const automaton = buildAutomaton(patterns);
  const columns = Uint8Array.from(automaton.classes, (cls, byte) => (isSpecial(byte) ? automaton.classCount : cls));
  const tables: ScanTables = {
    automaton,
    columns,
    maxSpan: automaton.maxDepth * SPAN_FACTOR + SPAN_SLACK,
    countsBytes: [...patterns.values()].flat().some(({ exactLength, token }) => exactLength !== 0 && token === null),
  };
  const stream = (): RedactionStream => createRedactionStream(tables);
  return {
    stream,
    redactText(text) {
      const one = stream();
      return brandText(Buffer.concat([one.push(Buffer.from(text)), one.end()]).toString('utf8'));
    },
  };
}

const emptyRedactor: Redactor = {
  stream: () => ({ push: brandBytes, end: (): RedactedBytes => brandBytes(Buffer.alloc(0)) }),
  redactText: brandText,
};
