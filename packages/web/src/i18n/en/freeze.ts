/** Freezing: stopping everything at once. */
import type { Catalogue } from '../catalogue.ts';

export const freeze: Catalogue['freeze'] = {
  button: 'Freeze',
  title: 'Freeze executions',
  why: 'Running commands are killed within two seconds, and no command starts until you unfreeze.',
  what: 'What',
  scopes: {
    all: 'My whole account',
    crew: 'The whole crew, for all its members',
    machine: 'A machine',
    token: 'An AI token',
    instance: 'The whole instance, for every account',
  },
  machine: 'Machine',
  token: 'Token',
  reason: 'Reason (optional)',
  submit: 'Freeze now',
  done: 'Frozen.',
  frozen: {
    all: 'Your whole account is frozen',
    crew: 'The whole crew is frozen',
    instance: 'The whole instance is frozen',
    machine: (slug) => `The machine ${slug} is frozen`,
    token: (name) => `The token ${name} is frozen`,
    both: (slug, name) => `The token ${name} is frozen on ${slug}`,
  },
  by: (who) => `by ${who}`,
  lift: 'Unfreeze',
  liftOf: (what) => `Unfreeze: ${what}`,
  liftWhy: 'New commands can start again. Killed commands are not restarted.',
};
