/** Crews: machines and secrets that several people use. */
import { type CommandSpec, option } from '../command-spec.ts';

const ROLES = ['watcher', 'operator', 'keeper', 'owner'] as const;

const until = option('--until <moment>', {
  fr: 'Quand le rôle prend fin de lui-même, en ISO 8601 ; sans cela, jamais.',
  en: 'When the role ends by itself, as ISO 8601; without it, never.',
});

export const crews: readonly CommandSpec[] = [
  {
    path: 'crew create',
    about: {
      fr: 'Créer un équipage, dont vous êtes propriétaire.',
      en: 'Create a crew, whose owner you are.',
    },
    args: ['<slug>'],
    options: [option('--name <name>', { fr: 'Son nom ; sinon son identifiant.', en: 'Its name; otherwise its slug.' })],
    examples: ['synapse crew create ops --name Operations'],
    run: async (call) => (await import('../commands/crew.ts')).createCrew(call),
  },
  {
    path: 'crew list',
    about: {
      fr: 'Lister vos équipages et votre rôle dans chacun.',
      en: 'List your crews, and your role in each.',
    },
    examples: ['synapse crew list'],
    run: async (call) => (await import('../commands/crew.ts')).listCrews(call),
  },
  {
    path: 'crew members',
    about: {
      fr: 'Lister les membres d’un équipage ; en ajouter un, changer son rôle ou le retirer.',
      en: 'List the members of a crew; add one, change their role, or remove one.',
    },
    args: ['<crew>'],
    options: [
      option('--set <username>', {
        fr: 'Ajouter cette personne, ou changer son rôle.',
        en: 'Add this person, or change their role.',
      }),
      option('--role <role>', { fr: 'Avec --set : son rôle.', en: 'With --set: their role.' }, { choices: ROLES }),
      until,
      option('--remove <username>', { fr: 'Retirer cette personne.', en: 'Remove this person.' }),
    ],
    examples: [
      'synapse crew members ops',
      'synapse crew members ops --set ada --role operator',
      'synapse crew members ops --remove ada',
    ],
    run: async (call) => (await import('../commands/crew.ts')).crewMembers(call),
  },
  {
    path: 'crew invite',
    about: {
      fr: 'Créer une adresse par laquelle une personne rejoint l’équipage, sous sept jours. Elle est affichée une seule fois.',
      en: 'Make an address by which one person joins a crew, within seven days. It is shown once.',
    },
    args: ['<crew>'],
    options: [
      option(
        '--role <role>',
        { fr: 'Le rôle de qui rejoint l’équipage.', en: 'The role of the new member.' },
        { choices: ROLES, fallback: 'operator' },
      ),
      until,
    ],
    examples: ['synapse crew invite ops --role operator'],
    run: async (call) => (await import('../commands/crew.ts')).inviteToCrew(call),
  },
  {
    path: 'crew join',
    about: {
      fr: 'Rejoindre un équipage avec le code ou l’adresse d’une invitation.',
      en: 'Join a crew by the code or the address of an invitation.',
    },
    args: ['<code>'],
    examples: ['synapse crew join https://synapse.example/crews/join?code=…'],
    run: async (call) => (await import('../commands/crew.ts')).joinCrew(call),
  },
  {
    path: 'crew leave',
    about: {
      fr: 'Quitter un équipage ; ce que vous y exécutez s’arrête.',
      en: 'Leave a crew; what you run there ends.',
    },
    args: ['<crew>'],
    options: [option('-y, --yes', { fr: 'Ne pas demander de confirmation.', en: 'Do not ask for confirmation.' })],
    examples: ['synapse crew leave ops'],
    run: async (call) => (await import('../commands/crew.ts')).leaveCrew(call),
  },
  {
    path: 'crew request',
    about: {
      fr: 'Demander un rôle plus élevé pour quelques heures ; sans rôle, lister les demandes ; en accepter ou en refuser une.',
      en: 'Ask for a higher role for some hours; without a role, list the requests; approve or deny one.',
    },
    args: ['<crew>', '[role]'],
    options: [
      option(
        '--hours <n>',
        { fr: 'Pour combien d’heures, de 1 à 8.', en: 'For how many hours, 1 to 8.' },
        { as: 'number' },
      ),
      option('--reason <text>', { fr: 'Pourquoi.', en: 'Why.' }),
      option('--approve <id>', { fr: 'Accepter cette demande.', en: 'Approve this request.' }),
      option('--deny <id>', { fr: 'Refuser cette demande.', en: 'Deny this request.' }),
    ],
    examples: [
      `synapse crew request ops operator --hours 2 --reason 'deploy tonight'`,
      'synapse crew request ops',
      'synapse crew request ops --approve 01j…',
    ],
    run: async (call) => (await import('../commands/crew.ts')).requestRole(call),
  },
  {
    path: 'crew access',
    about: {
      fr: 'Passer en revue qui peut quoi dans un équipage, et ce qui en a servi.',
      en: 'Review who can do what in a crew, and what was used of it.',
    },
    args: ['<crew>'],
    examples: ['synapse crew access ops'],
    run: async (call) => (await import('../commands/crew.ts')).crewAccess(call),
  },
];
