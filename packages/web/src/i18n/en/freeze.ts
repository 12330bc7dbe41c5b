/** Freezing: stopping everything at once. */
import type { Catalogue } from '../catalogue.ts';

export const freeze: Catalogue['freeze'] = {
  button: 'Freeze',
  title: 'Freeze executions',
  why: 'What runs is killed within two seconds; nothing starts until it is lifted.',
  what: 'What',
  scopes: {
    all: 'Everything of mine',
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
    all: 'Everything of yours is frozen',
    crew: 'The whole crew is frozen',
    instance: 'The whole instance is frozen',
    machine: (slug) => `The machine ${slug} is frozen`,
    token: (name) => `The token ${name} is frozen`,
    both: (slug, name) => `The token ${name} is frozen on ${slug}`,
  },
  by: (who) => `by ${who}`,
  lift: 'Unfreeze',
  liftOf: (what) => `Unfreeze: ${what}`,
  liftWhy: 'Commands start again from now on. What was killed stays so.',
  lifted: 'Unfrozen.',
};
