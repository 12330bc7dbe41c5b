/** The first page and its guide. */
import type { Catalogue } from '../catalogue.ts';

export const home: Catalogue['home'] = {
  title: 'Home',
  why: 'From signing in to your assistant’s first command, in a few steps that tick themselves.',
  guide: 'Getting started',
  progress: (done, all) => `${done} of ${all} steps`,
  allDone: 'Everything is in place.',
  done: 'done',
  steps: {
    token: {
      title: 'Generate an AI token',
      why: 'Settings, AI access: the token your assistant identifies itself with.',
      action: 'Generate a token',
    },
    client: {
      title: 'Set up your client',
      why: 'Paste the configuration; this step ticks itself at the first call received.',
      action: 'See the configuration',
    },
  },
};
