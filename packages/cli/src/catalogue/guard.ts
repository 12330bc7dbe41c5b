/** Being asked, and stopping everything at once. */
import { type CommandSpec, option } from '../command-spec.ts';

const instance = option('--instance', 'The whole instance: everybody’s commands (role admin).');

const comment = option('--comment <text>', 'What whoever asked is told.');

export const guard: readonly CommandSpec[] = [
  {
    path: 'approvals',
    about: 'List the commands that wait for your approval.',
    options: [
      option('-w, --watch', 'Keep showing them as they come; on a terminal, a approves and d denies the oldest.'),
      option('--all', 'Also those that are decided.'),
    ],
    examples: ['synapse approvals', 'synapse approvals --watch'],
    run: async (call) => (await import('../commands/approvals.ts')).approvals(call),
  },
  {
    path: 'approve',
    about: 'Let a command run that waits for your approval.',
    args: ['<id>'],
    options: [
      option('--hour', 'And whatever else that token would be asked about on that machine, for an hour.'),
      option('--template', 'And exactly this command again, for that token on that machine.'),
      comment,
    ],
    examples: ['synapse approve 01k9z4v6q8', 'synapse approve 01k9z4v6q8 --hour'],
    run: async (call) => (await import('../commands/approvals.ts')).approve(call),
  },
  {
    path: 'deny',
    about: 'Refuse a command that waits for your approval.',
    args: ['<id>'],
    options: [comment],
    examples: ['synapse deny 01k9z4v6q8 --comment "not on a Friday"'],
    run: async (call) => (await import('../commands/approvals.ts')).deny(call),
  },
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
