/** The policy. */
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { number, counted } = amountsIn('en');

export const policy: Catalogue['policy'] = {
  title: 'Policy',
  why: 'Defines what your assistants may do on which machine. No AI token can read or change it.',
  everybody: 'Policy of the instance',
  everybodyWhy: 'Applies to every account. It can only be stricter than the policy of an account.',
  text: 'Text of the policy (YAML)',
  none: 'No policy is in force: everything is allowed.',
  version: (version) => `Version ${version} is in force.`,
  inForce: (version) => `Version ${version} is in force.`,
  problems: 'Problems, by line and column',
  replay: 'Test against the last 7 days',
  replayed: (checked, changed) =>
    changed === 0
      ? `Nothing would have been different (${counted(checked, 'command', 'commands')}).`
      : `${number(changed)} of ${counted(checked, 'command', 'commands')} would have been decided differently.`,
  more: 'There are more.',
  difference: 'Difference',
  aside: 'What would change',
  asideWhy: 'Checks the commands of the last 7 days against this text without activating it.',
  presets: 'Presets',
  presetsWhy: 'Use one as the default or for a machine. Rules refine it.',
  words: {
    version: 'of the format: 1',
    default: 'for the other machines',
    machines: 'preset by machine',
    rules: 'the strictest counts',
    name: 'what it is called',
    when: 'what it is about',
    // biome-ignore lint/suspicious/noThenProperty: a word of the format, in a table that nobody awaits.
    then: 'allow, ask or deny',
    ask: 'client: in the conversation, too',
    reveal: 'shows private data',
    machine: 'name, glob or tag:name',
    not_machine: 'any but these',
    container: 'name or glob',
    program: 'without its folder',
    effect: 'what it does',
    path: 'file or folder, * and **',
    secret: 'name or glob',
    token: 'label of the AI token',
    source: 'where the order came from',
    hours: 'mon-fri 08:00-18:00 Europe/Paris',
    open: 'Allows everything.',
    careful: 'Allows what only reads, denies what cannot be undone, asks for everything else.',
    look: 'Allows what only reads, in a sandbox; denies everything else.',
    closed: 'Denies everything.',
    allow: 'run it',
    deny: 'refuse it',
    read: 'reads, changes nothing',
    change: 'writes, removes, starts, stops',
    network: 'sends or fetches elsewhere',
    privileged: 'acts as another user, mostly root',
    sensitive: 'touches keys and passwords',
    catastrophe: 'cannot be undone',
    opaque: 'cannot be known before it runs',
  },
};
