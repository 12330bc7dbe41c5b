/** The first page and its guide. */
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { number } = amountsIn('en');

export const home: Catalogue['home'] = {
  title: 'Home',
  running: 'Running now',
  nothingRuns: 'Nothing is running.',
  alsoRunning: (count) => `and ${number(count)} more`,
  alsoWaiting: 'Also waiting',
  clients: 'Clients',
  noClient: 'No assistant has access yet.',
  neverCalled: 'never called',
  figures: {
    commands: 'Commands today',
    failures: 'Failures',
    refused: (count) => `${number(count)} refused`,
    tokens: 'Tokens saved (14 days)',
    calls: 'AI calls today',
    of: (quota) => `of ${number(quota)}`,
  },
  panels: 'Shown by your assistants',
  guide: 'Getting started',
  progress: (done, all) => `${done} of ${all} steps`,
  done: 'done',
  latest: 'Latest commands',
  all: 'See all',
  steps: {
    machine: {
      title: 'A machine',
      why: 'Where commands run: an SSH server, a Docker engine, or the computer of Synapse itself.',
      action: 'Add a machine',
    },
    secret: {
      title: 'A secret',
      why: 'A password, a key or an API token that the assistant can use by name but never read.',
      action: 'Add a secret',
    },
    token: {
      title: 'Generate an AI token',
      why: 'Settings, AI access: the token your assistant identifies itself with.',
      action: 'Generate a token',
    },
    client: {
      title: 'Set up your client',
      why: 'Paste the configuration; this step is ticked off when the first call arrives.',
      action: 'See the configuration',
    },
    command: {
      title: 'A first command',
      why: 'Ask your assistant for it, or try it in the console.',
      action: 'Open the console',
    },
  },
};
