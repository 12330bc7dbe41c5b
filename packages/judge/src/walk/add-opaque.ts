/** Notes a piece of a command that nobody can know the effect of. */
import type { Span } from '@synapse/shell';
import { union } from '../arg.ts';
import { type Why, why } from '../why.ts';
import { addPart, type Frame, type State } from './frame.ts';

export const LONGEST_TEXT = 400;

export function addOpaque(
  { source, found }: Frame,
  span: Span,
  state: State,
  key: Why,
  secrets: readonly string[] = [],
  option = '',
): void {
  const text = source.slice(span.start, Math.min(span.end, span.start + LONGEST_TEXT));
  addPart(found, {
    text,
    program: null,
    effects: union(['opaque'], state.around),
    paths: [],
    secrets: union(secrets, state.exported, state.stdin.secrets),
    why: why(key, { option, program: text.slice(0, 40) }),
  });
}
