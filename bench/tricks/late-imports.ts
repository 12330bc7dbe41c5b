/** Without: the libraries for ssh and docker are read when the service starts. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/registry.ts',
  loads: ['start'],
  without: {
    edits: [
      ["await import('./ssh/executor.ts')", 'ssh'],
      ["await import('./docker/executor.ts')", 'docker'],
      [
        'export interface Executors ',
        "import * as ssh from './ssh/executor.ts';\nimport * as docker from './docker/executor.ts';\nexport interface Executors ",
      ],
    ],
  },
};
