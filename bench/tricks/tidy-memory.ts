/** Plain twin: what starting left behind stays. */
import type { tidyMemorySoon as Real } from '../../packages/server/src/memory/tidy-memory.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/server/src/memory/tidy-memory.ts', loads: ['start'] };

export const tidyMemorySoon: typeof Real = () => {};
