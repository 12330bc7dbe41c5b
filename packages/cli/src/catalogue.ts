/** Every command there is, room by room. */
import type { Wording } from '@synapse/contract/language';
import { account } from './catalogue/accounts.ts';
import { agent } from './catalogue/agent.ts';
import { clients } from './catalogue/clients.ts';
import { crews } from './catalogue/crews.ts';
import { gitHook } from './catalogue/git-hook.ts';
import { guard } from './catalogue/guard.ts';
import { history } from './catalogue/history.ts';
import { importing } from './catalogue/import.ts';
import { jobs } from './catalogue/jobs.ts';
import { machines } from './catalogue/machines.ts';
import { policy } from './catalogue/policy.ts';
import { projects } from './catalogue/projects.ts';
import { running } from './catalogue/running.ts';
import { service } from './catalogue/service.ts';
import { shortcuts } from './catalogue/shortcuts.ts';
import { type CommandSpec, option } from './command-spec.ts';
import { NAMED } from './named.ts';

/** Words that only group other commands. */
export const GROUPS: Readonly<Record<string, Wording>> = {
  user: { fr: 'Les comptes de l’instance.', en: 'Accounts of the instance.' },
  token: {
    fr: 'Le jeton avec lequel votre client IA s’identifie.',
    en: 'The token that your AI client signs in with.',
  },
  machine: { fr: 'Les machines où tournent les commandes.', en: 'The machines that commands run on.' },
  crew: {
    fr: 'Les équipages : des machines et des secrets à plusieurs.',
    en: 'Crews: machines and secrets that several people use.',
  },
  import: { fr: 'Reprendre ce qu’un autre programme connaît.', en: 'Taking over what another program knows.' },
  secret: {
    fr: 'Le coffre : les valeurs y entrent, seuls les noms en sortent.',
    en: 'The vault: values go in, only names come out.',
  },
  jobs: {
    fr: 'Les tâches : des commandes qui survivent à tout.',
    en: 'Jobs: commands that outlive everything.',
  },
  policy: {
    fr: 'Ce que les assistants peuvent faire, et sur quelle machine.',
    en: 'What assistants may do, and on which machine.',
  },
  alias: { fr: 'Des codes de trois lettres pour les longues commandes.', en: 'Three-letter codes for long commands.' },
  filter: { fr: 'Vos propres filtres de compaction.', en: 'Your own compaction filters.' },
  audit: { fr: 'Le journal d’audit.', en: 'The audit log.' },
  project: { fr: 'Vos projets, auxquels appartiennent les journaux.', en: 'Your projects, which journals belong to.' },
  hook: {
    fr: 'Le hook Git qui écrit les commits dans le journal.',
    en: 'The Git hook that writes commits into the journal.',
  },
  mcp: { fr: 'Connecter des clients IA.', en: 'Connecting AI clients.' },
  agent: {
    fr: 'Le programme pour les machines injoignables de l’extérieur.',
    en: 'The program for machines that cannot be reached from outside.',
  },
  vault: { fr: 'La clé du coffre.', en: 'The key of the vault.' },
};

const SECRET_NEVER_SHOWN: Wording = {
  fr: 'la valeur d’un secret n’est montrée à personne : une commande l’utilise par {{NOM}}, `synapse secret set NOM` la remplace, `synapse secret list` énumère les noms',
  en: 'the value of a secret is never shown: a command uses it as {{NAME}}, `synapse secret set NAME` replaces it, `synapse secret list` lists the names',
};

/** Commands that people look for, and that do not exist. */
export const NOT_COMMANDS: readonly { readonly path: string; readonly instead: Wording }[] = [
  { path: 'secret get', instead: SECRET_NEVER_SHOWN },
  { path: 'secret show', instead: SECRET_NEVER_SHOWN },
  { path: 'secret reveal', instead: SECRET_NEVER_SHOWN },
];

const completion: CommandSpec = {
  path: 'completion',
  about: {
    fr: 'Afficher un script qui complète les commandes dans votre shell.',
    en: 'Print a script that completes commands in your shell.',
  },
  args: ['[shell]'],
  options: [
    option(
      '--names <what>',
      {
        fr: 'Afficher plutôt des noms, un par ligne, pour ce script ; rien sans service ni session.',
        en: 'Print names instead, one a line, for that script; nothing without a service and a session.',
      },
      { choices: NAMED },
    ),
  ],
  examples: ['source <(synapse completion bash)', 'synapse completion fish > ~/.config/fish/completions/synapse.fish'],
  run: async (call) => (await import('./commands/completion.ts')).completion(call, COMMANDS, GROUPS),
};

const installCommand: CommandSpec = {
  path: 'install-command',
  about: {
    fr: 'Faire de synapse une commande à vous : un lien dans ~/.local/bin, sans droits d’administrateur.',
    en: 'Make synapse a command of yours: a link in ~/.local/bin, without rights of root.',
  },
  options: [option('--remove', { fr: 'Retirer ce lien.', en: 'Remove that link.' })],
  examples: ['npx synapse install-command', 'synapse install-command --remove'],
  run: async (call) => (await import('./commands/install-command.ts')).installCommand(call),
};

export const COMMANDS: readonly CommandSpec[] = [
  ...service,
  ...account,
  ...machines,
  ...crews,
  ...running,
  ...jobs,
  ...importing,
  ...guard,
  ...policy,
  ...history,
  ...shortcuts,
  ...projects,
  ...gitHook,
  ...agent,
  ...clients,
  installCommand,
  completion,
];
