/** Notes a piece of a command whose effect cannot be known. */
import type { Span } from '@synapse/shell';
import { type Arg, union } from '../arg.ts';
import { type Why, why } from '../why.ts';
import { addPart, type Frame, type State } from './frame.ts';
import { mentionedPaths } from './mentioned-paths.ts';

export const LONGEST_TEXT = 400;

interface Told {
  readonly secrets: readonly string[];
  /** What may be paths, if it is known. */
  readonly values?: readonly Arg[];
  /** What the reason names. */
  readonly option?: string;
}

export function addOpaque(
  frame: Frame,
  span: Span,
  state: State,
  key: Why,
  { secrets, values = [], option = '' }: Told,
): void {
  const { source, found } = frame;
  const text = source.slice(span.start, Math.min(span.end, span.start + LONGEST_TEXT));
  const mentions = mentionedPaths(frame, values, [], state, { undescribed: true, deep: true, code: true });
  addPart(found, {
    text,
    program: null,
    effects: union(['opaque'], state.around),
    paths: [],
    ...(mentions.length > 0 && { mentions }),
    secrets: union(secrets, state.exported, state.stdin.secrets),
    why: why(key, { option, program: text.slice(0, 40) }),
  });
}
