// The shapes no command name tells, in the order they are tried.
import type { Shape } from '../filter.ts';

export const SHAPES: readonly Shape[] = [];
