/** Every command there is, room by room. */
import { account } from './catalogue/accounts.ts';
import { agent } from './catalogue/agent.ts';
import { clients } from './catalogue/clients.ts';
import { gitHook } from './catalogue/git-hook.ts';
import { guard } from './catalogue/guard.ts';
import { history } from './catalogue/history.ts';
import { machines } from './catalogue/machines.ts';
import { policy } from './catalogue/policy.ts';
import { service } from './catalogue/service.ts';
import { shortcuts } from './catalogue/shortcuts.ts';
import type { CommandSpec } from './command-spec.ts';

/** Words that only group other commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'Accounts of the instance.',
  token: 'The token that your AI client signs in with.',
  machine: 'The machines that commands run on.',
  secret: 'The vault: values go in, only names come out.',
  policy: 'What assistants may do on which machine.',
  alias: 'Three-letter codes for long commands.',
  filter: 'Your own compaction filters.',
  audit: 'The audit log.',
  hook: 'The Git hook that writes commits into the journal.',
  mcp: 'Connecting AI clients.',
  agent: 'The program for machines that cannot be reached from outside.',
  vault: 'The key of the vault.',
};

const completion: CommandSpec = {
  path: 'completion',
  about: 'Print a script that completes commands in your shell.',
  args: ['<shell>'],
  examples: ['source <(synapse completion bash)', 'synapse completion fish > ~/.config/fish/completions/synapse.fish'],
  run: async (call) => (await import('./commands/completion.ts')).completion(call, COMMANDS, GROUPS),
};

export const COMMANDS: readonly CommandSpec[] = [
  ...service,
  ...account,
  ...machines,
  ...guard,
  ...policy,
  ...history,
  ...shortcuts,
  ...gitHook,
  ...agent,
  ...clients,
  completion,
];
