/** The policy. */
import type { Catalogue } from '../catalogue.ts';

export const policy: Catalogue['policy'] = {
  title: 'Policy',
  why: 'What your assistants may do, on which machine. No AI token can read or change it.',
  everybody: 'Policy of the instance',
  everybodyWhy: 'For every account. It can only make stricter what each allows.',
  text: 'Text of the policy (YAML)',
  none: 'No policy is in force: everything is allowed.',
  version: (version) => `Version ${version} is in force.`,
  inForce: (version) => `Version ${version} is in force.`,
  problems: 'Problems, by line and column',
  replay: 'Replay on the last 7 days',
  replayed: (checked, changed) =>
    changed === 0
      ? `Nothing would have been different (${checked} commands).`
      : `${changed} of ${checked} commands would have been decided differently.`,
  more: 'There are more.',
  when: 'When',
  command: 'Command',
  difference: 'Difference',
};
