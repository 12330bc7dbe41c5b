/** Being asked, and stopping everything at once. */
import { type CommandSpec, option } from '../command-spec.ts';
import { crew } from './shared-options.ts';

const instance = option('--instance', {
  fr: 'Toute l’instance : les commandes de chacun (rôle admin).',
  en: 'The whole instance: everybody’s commands (role admin).',
});

const comment = option('--comment <text>', {
  fr: 'Ce que l’on dit à qui a demandé.',
  en: 'A message for the person who asked.',
});

export const guard: readonly CommandSpec[] = [
  {
    path: 'approvals',
    about: {
      fr: 'Lister les commandes qui attendent votre accord.',
      en: 'List the commands that wait for your approval.',
    },
    options: [
      crew,
      option('-w, --watch', {
        fr: 'Les montrer à mesure qu’elles arrivent ; sur un terminal, a autorise et d refuse la plus ancienne.',
        en: 'Keep showing them as they come; on a terminal, a approves and d denies the oldest.',
      }),
      option('--all', { fr: 'Aussi celles qui sont décidées.', en: 'Also those that are decided.' }),
    ],
    examples: ['synapse approvals', 'synapse approvals --watch'],
    run: async (call) => (await import('../commands/approvals.ts')).approvals(call),
  },
  {
    path: 'approve',
    about: {
      fr: 'Laisser s’exécuter une commande qui attend votre accord ; sans identifiant, la seule.',
      en: 'Let a command run that waits for your approval; without an id, the only one.',
    },
    args: ['[id]'],
    options: [
      option('--hour', {
        fr: 'Et tout ce que ce jeton devrait demander sur cette machine, pendant une heure.',
        en: 'And whatever else that token would be asked about on that machine, for an hour.',
      }),
      option('--template', {
        fr: 'Et exactement cette commande à nouveau, pour ce jeton sur cette machine.',
        en: 'And exactly this command again, for that token on that machine.',
      }),
      comment,
    ],
    examples: ['synapse approve', 'synapse approve 01k9z4v6q8', 'synapse approve 01k9z4v6q8 --hour'],
    run: async (call) => (await import('../commands/approvals.ts')).approve(call),
  },
  {
    path: 'deny',
    about: {
      fr: 'Refuser une commande qui attend votre accord ; sans identifiant, la seule.',
      en: 'Refuse a command that waits for your approval; without an id, the only one.',
    },
    args: ['[id]'],
    options: [comment],
    examples: ['synapse deny 01k9z4v6q8 --comment "not on a Friday"'],
    run: async (call) => (await import('../commands/approvals.ts')).deny(call),
  },
  {
    path: 'grant',
    about: {
      fr: 'Ne plus rien vous demander sur une machine pendant une heure, avant même qu’une question se pose. Sans machine : lister ce qui est accordé.',
      en: 'Ask you nothing about a machine for an hour, before there is a question. Without a machine: list what is granted.',
    },
    args: ['[machine]'],
    options: [
      crew,
      option('--hour', {
        fr: 'Pendant une heure (c’est la seule durée).',
        en: 'For an hour (there is no other time).',
      }),
      option('--token <name>', {
        fr: 'Pour ce jeton IA ou cette connexion : identifiant, indice ou libellé. Sinon pour vos propres commandes.',
        en: 'For this AI token or connection: its id, its hint or its label. Otherwise for your own commands.',
      }),
      option('--end <id>', { fr: 'Reprendre celui-ci.', en: 'Take this one back.' }),
    ],
    examples: ['synapse grant web-1 --hour', 'synapse grant web-1 --hour --token "Claude Code"', 'synapse grant'],
    run: async (call) => (await import('../commands/grant.ts')).grant(call),
  },
  {
    path: 'freeze',
    about: {
      fr: 'Arrêter ce qui tourne et ne rien laisser démarrer : tout ce qui est à vous, ou ce qui est sur une machine ou vient d’un jeton.',
      en: 'Kill what runs and let nothing start: everything of yours, or what is on one machine or comes from one token.',
    },
    options: [
      crew,
      option('-m, --machine <slug>', {
        fr: 'Seulement ce qui tourne sur cette machine.',
        en: 'Only what runs on this machine.',
      }),
      option('--token <name>', {
        fr: 'Seulement ce que donne ce jeton IA : son identifiant, son indice ou son libellé.',
        en: 'Only what this AI token gives: its id, its hint or its label.',
      }),
      option('--reason <text>', { fr: 'Pourquoi ; qui est refusé le lit.', en: 'Why; the refusal shows it.' }),
      instance,
    ],
    examples: ['synapse freeze', 'synapse freeze --machine web-1 --reason "looking into it"'],
    run: async (call) => (await import('../commands/freeze.ts')).freeze(call),
  },
  {
    path: 'unfreeze',
    about: {
      fr: 'Lever un gel ; sans identifiant, le seul. S’il y en a plusieurs, ils sont énumérés.',
      en: 'Lift a freeze; without an id, the only one. With several, they are listed.',
    },
    args: ['[id]'],
    options: [crew, option('--all', { fr: 'Les lever tous.', en: 'Lift every one of them.' }), instance],
    examples: ['synapse unfreeze', 'synapse unfreeze --all'],
    run: async (call) => (await import('../commands/freeze.ts')).unfreeze(call),
  },
];
