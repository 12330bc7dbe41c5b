/** Stopping everything at once. */
import { type CommandSpec, option } from '../command-spec.ts';

const instance = option('--instance', 'The whole instance: everybody’s commands (role admin).');

export const guard: readonly CommandSpec[] = [
  {
    path: 'freeze',
    about:
      'Kill what runs and let nothing start: everything of yours, or what is on one machine or comes from one token.',
    options: [
      option('-m, --machine <slug>', 'Only what runs on this machine.'),
      option('--token <name>', 'Only what this AI token gives: its id, its hint or its label.'),
      option('--reason <text>', 'Why; whoever is refused reads it.'),
      instance,
    ],
    examples: ['synapse freeze', 'synapse freeze --machine web-1 --reason "looking into it"'],
    run: async (call) => (await import('../commands/freeze.ts')).freeze(call),
  },
  {
    path: 'unfreeze',
    about: 'Lift a freeze; without an id, the only one. With several, they are listed.',
    args: ['[id]'],
    options: [option('--all', 'Lift every one of them.'), instance],
    examples: ['synapse unfreeze', 'synapse unfreeze --all'],
    run: async (call) => (await import('../commands/freeze.ts')).unfreeze(call),
  },
];
