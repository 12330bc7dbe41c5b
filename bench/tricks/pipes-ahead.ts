/** Plain twin: the pipes of a command are made when it comes. */
import { makePipes, outputPipe } from '../../packages/runner/src/output-pipe.ts';
import type { createPipeStock as Real } from '../../packages/runner/src/pipe-stock.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/runner/src/pipe-stock.ts', loads: ['short outputs'] };

export const createPipeStock: typeof Real = () => ({
  take: async () => {
    const [out, err] = await makePipes(2);
    return [outputPipe(out!), outputPipe(err!)];
  },
  fill: async () => {},
  close: () => {},
});
