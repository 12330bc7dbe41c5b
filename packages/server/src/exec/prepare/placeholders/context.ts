/** Where a placeholder stands in a script, and what replaces it. */
import type { Span } from '@synapse/shell';
import type { Escape } from '../../../redaction/index.ts';
import { placeholderAt, type Reason, unsupported } from './placeholder.ts';

export interface Secrets {
  readonly isSecret: (name: string) => boolean;
  /** The shell variable of a secret, or of its value escaped for such a place. Refuses a secret that is missing. */
  readonly variableOf: (name: string, escapeFor?: Escape | null) => string;
  /** A delimiter for here-documents that occurs nowhere in the script. */
  readonly delimiter: string;
}

/** Text that replaces what is between two offsets. */
export interface Edit extends Span {
  readonly text: string;
}

export interface Context {
  readonly text: string;
  readonly secrets: Secrets;
  readonly edits: Edit[];
  readonly where: 'command' | 'quotes' | 'heredoc';
  /** Put around the reference. */
  readonly before: string;
  readonly after: string;
  /** Characters that mean themselves before a placeholder, but would mean more before a `$`. */
  readonly escapes: string;
  /** Why no secret may stand here. */
  readonly forbidden: Reason | null;
  /** How a value is read here, if not as text alone. */
  readonly escapeFor: Escape | null;
}

/** Outside quotes: always one word. */
export const BARE = { before: '"', after: '"', escapes: '$' };
/** Where quotes already surround it, or none are needed. */
export const INSIDE = { before: '', after: '', escapes: '$\\' };

/** Refuses the first placeholder of a text that may have none. */
export function refuseIn(text: string, { isSecret, variableOf }: Secrets, reason: Reason): void {
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 1)) {
    const name = placeholderAt(text, at, isSecret);
    if (name === null) continue;
    variableOf(name);
    throw unsupported(name, reason);
  }
}
