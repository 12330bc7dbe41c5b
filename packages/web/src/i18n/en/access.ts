/** Settings, AI access. */
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { number, counted } = amountsIn('en');

export const access: Catalogue['access'] = {
  title: 'AI token',
  why: 'Your assistant identifies itself with this token. One is active at a time; your secrets and passwords are never handed to it.',
  scopes: 'Scopes',
  scopesOf: (plan) => `These come with the ${plan} plan; clear a box to leave one out.`,
  unlocks: {
    'mcp:read': 'Read: project context, machines, names of secrets, aliases, audit log, statistics.',
    'mcp:write': 'Write in projects: knowledge, ideas, facets, packs, panels.',
    'mcp:synapse': 'Run commands; manage machines, secrets and aliases.',
    'mcp:look': 'Read on your machines, in a sandbox: nothing there can be changed. To give instead of mcp:synapse.',
    'mcp:admin': 'Manage your own account: profile, settings, creating and deleting projects.',
  },
  inCrews: (what) => `${what} Only on the machines of your crews.`,
  needsPro: (what) => `${what} For the Pro and Équipage plans.`,
  validity: 'Validity',
  days: ' days',
  label: 'Label',
  labelExample: 'Cursor at work',
  generate: 'Generate token',
  replaces: (hint) => `The current token ${hint} will be revoked.`,
  replaceQuestion: (hint) => `Replace the token ${hint}?`,
  replaceConsequence: (label) =>
    `The client that uses it${label === null ? '' : ` (${label})`} is cut off at once, until you give it the new token.`,
  replaceUnused: 'It has not been used yet.',
  secondClient:
    'A second client does not need a token: it can sign in by itself, as shown below for each client, and has a connection of its own.',
  leaveQuestion: 'Leave without having saved the token?',
  leaveConsequence: 'It is never shown again: you would have to generate another one.',
  leave: 'Leave anyway',
  shownOnce: 'Your new token',
  shownOnceWhy: 'It is shown only once: copy it now, or paste the configuration below.',
  copyToken: 'Copy the token',
  savedIt: 'I saved it',
  active: 'active',
  hint: 'Token',
  lastUse: 'Last use',
  neverUsed: 'never used',
  expires: 'Expires',
  usedToday: (used, quota) => `${number(used)} of ${counted(quota, 'call', 'calls')} today`,
  revoke: 'Revoke',
  revokeQuestion: (hint) => `Revoke the token ${hint}?`,
  revokeConsequence:
    'The client that uses it is cut off at once. This cannot be undone: you will have to generate another one.',
  revoked: (hint) => `Token ${hint} revoked.`,
  clients: 'Set up your client',
  clientsWhy: 'Choose your client and paste its configuration unchanged.',
  otherClient: 'Other',
  yourToken: 'YOUR_TOKEN',
  terminal: 'Terminal',
  connectorAddress: 'Address of the connector',
  installIn: (name) => `Install in ${name}`,
  merge: (key) =>
    `The file has “${key}” already? Add only the entry “synapse” inside it, after a comma. Otherwise paste all of it.`,
  tokenFirst: 'YOUR_TOKEN stands for the token: generate one above, and it is put in here.',
  needsPublic:
    'This client calls from the internet: it needs a public https address, and this instance has none (SYNAPSE_PUBLIC_URL). Claude Desktop works without, with the file of its tab.',
  bundle: 'Download synapse.mcpb',
  bundleWhy:
    'Download this file and open it with Claude Desktop (double-click, or Settings, Extensions, Install Extension): it asks for the token and keeps it in its keychain.',
  howTo: {
    claude:
      'Or by hand: Claude menu, Settings, Developer, Edit Config opens the file (macOS: ~/Library/Application Support/Claude; Windows: %APPDATA%\\Claude). It takes programs only: mcp-remote is the bridge, on Node. Then restart Claude Desktop.',
    'claude-code': 'Run it once in the project’s folder (add --scope user for all your projects).',
    cursor: 'In the project, or ~/.cursor/mcp.json for all. If a token is in it, keep the file out of Git.',
    vscode: 'In the project. VS Code asks for what it needs at the first use, and keeps it.',
    zed: 'In Zed’s settings (zed: open settings file). The file holds the token: keep it to yourself.',
    codex: 'At the end of the file. It holds the token: keep it to yourself (chmod 600).',
    gemini: 'The user’s file; a project’s is .gemini/settings.json. It holds the token.',
    opencode: 'The user’s file; a project’s is opencode.json. It holds the token.',
    copilot: 'The file holds the token: keep it to yourself (chmod 600).',
    qwen: 'The user’s file; a project’s is .qwen/settings.json. It holds the token.',
    cline: 'MCP Servers, Configure, Configure MCP Servers. The file holds the token: keep it to yourself.',
    continue: 'A file of its own, for all your projects. It holds the token: keep it to yourself.',
    'claude-ai':
      'Settings, Connectors, Add custom connector, and this address (in Claude Desktop, too). You then sign in here, and choose what the assistant may do.',
    chatgpt:
      'Settings, Apps & Connectors, Advanced, developer mode; then Create, and this address, authentication OAuth. You then sign in here.',
    other:
      'Any MCP client over HTTP: this address, and the token in the header X-AI-Token (not Authorization: Bearer). Without what follows the question mark, it sees every tool and is answered in JSON.',
  },
  waiting: 'Waiting for the first call…',
  connected: 'Connected',
  connectedAs: (name, tools) => `Connected: ${name}, ${counted(tools, 'tool', 'tools')}`,
  emergency: 'Emergency revoke',
  emergencyWhy:
    'Your token has leaked and you cannot reach this page? This command revokes it; the token itself is enough, no sign-in is needed.',
  emergencyNote: 'It does no harm to run it twice.',
};
