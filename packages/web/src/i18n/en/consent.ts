/** Connections by OAuth: the question to a person, and the list of what they allowed. */
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { counted } = amountsIn('en');

export const consent: Catalogue['consent'] = {
  title: 'Request for access',
  callsItself: (name) => `calls itself “${name}”`,
  wants: (username) => `wants to act for ${username} through Synapse. Give only what you expect it to need.`,
  ownComputer: 'The answer goes to a program on this computer: accept only if you have just started it.',
  goesTo: (host) => `The answer goes to ${host}.`,
  unproven: 'This client registered itself. Its name has not been verified.',
  scopes: 'What it may do',
  machines: 'On which machines',
  everyMachine: 'every machine',
  someMachines: 'only these',
  howLong: 'For how long',
  allow: 'Allow',
  refuse: 'Refuse',
  connections: 'Connections',
  connectionsWhy:
    'Clients that you have let connect without a token. Their calls count against the same quota as the AI token’s.',
  address: (url) => `The address to give a client, without a token: ${url}`,
  off: 'Connections are off: the service is neither on this computer alone nor at an https address (SYNAPSE_PUBLIC_URL).',
  noConnections: 'No client is connected.',
  onlyOn: (slugs) => (slugs.length === 0 ? 'no machine' : slugs.join(', ')),
  callsToday: (calls) => `${counted(calls, 'call', 'calls')} today`,
  revokeOf: (host) => `Revoke ${host}`,
  revokeQuestion: (host) => `Revoke the connection of ${host}?`,
  revokeConsequence:
    'The client loses access at once and its running commands are stopped. It will have to ask for access again.',
  revoked: (host) => `The connection of ${host} is revoked.`,
  narrow: 'Narrow',
  narrowOf: (host) => `Narrow ${host}`,
  narrowed: (host) => `The connection of ${host} is narrowed.`,
};
