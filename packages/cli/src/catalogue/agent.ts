/** The agent. */
import { type CommandSpec, option } from '../command-spec.ts';

const agentHome = option('--home <dir>', 'The directory for the agent’s key, log and settings.');
const agentOptions = [
  option('--server <url>', 'With --code: the service to enrol with.'),
  option('--code <code>', 'The code that `synapse machine add --kind agent` showed.'),
  option('--allow-dir <dir>', 'Allow commands only in this directory and below it; may be given several times.', {
    as: 'list',
  }),
  option('--allow-container <name>', 'Allow only this container; may be given several times.', { as: 'list' }),
  option('--container-only', 'Allow commands in containers only.'),
  option('--read-only-commands', 'Allow only simple commands that read and change nothing.'),
  option('--ca <file>', 'Trust the certificate authority in this PEM file.'),
  option('--plain-http', 'Allow a service without TLS on another computer.'),
  agentHome,
];

export const agent: readonly CommandSpec[] = [
  {
    path: 'agent run',
    about: 'Connect this computer and wait for work, in the foreground.',
    options: agentOptions,
    examples: ['synapse agent run --server https://synapse.example --code XXXX-XXXX --allow-dir ~/projects'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'run'),
  },
  {
    path: 'agent enrol',
    about: 'Register this computer with a code, without running anything yet.',
    options: agentOptions.filter(({ flags }) => /^--(server|code|ca|plain-http|home)\b/.test(flags)),
    examples: ['synapse agent enrol --server https://synapse.example --code XXXX-XXXX'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'enrol'),
  },
  {
    path: 'agent install',
    about: 'Start the agent whenever you sign in to this computer.',
    options: agentOptions,
    examples: ['synapse agent install --read-only-commands'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'install'),
  },
  {
    path: 'agent uninstall',
    about: 'Remove the agent, with its key and its log.',
    options: [agentHome],
    examples: ['synapse agent uninstall'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'uninstall'),
  },
  {
    path: 'agent status',
    about: 'Show where the agent is enrolled and whether it is connected.',
    options: [agentHome],
    examples: ['synapse agent status'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'status'),
  },
  {
    path: 'agent pause',
    about: 'Refuse every command until `synapse agent resume`.',
    options: [agentHome],
    examples: ['synapse agent pause'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'pause'),
  },
  {
    path: 'agent resume',
    about: 'Let commands run again.',
    options: [agentHome],
    examples: ['synapse agent resume'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'resume'),
  },
  {
    path: 'agent update',
    about: 'Update the agent to the version that the service has.',
    options: [agentHome],
    examples: ['synapse agent update'],
    run: async (call) => (await import('../commands/agent.ts')).agent(call, 'update'),
  },
];
