/** Notifications outside of the page. */
import type { Catalogue } from '../catalogue.ts';

export const channels: Catalogue['channels'] = {
  title: 'Notifications',
  why: 'Tells you that a command waits for your answer, or that a job has finished, while this page is closed. Notifications contain names only, never the value of a secret.',
  kinds: { webhook: 'Signed webhook', slack: 'Slack or compatible', ntfy: 'ntfy' },
  hints: {
    webhook: 'JSON, signed by HMAC-SHA-256 in X-Synapse-Signature.',
    slack: 'The address of an incoming webhook.',
    ntfy: 'The address with its topic: https://ntfy.example/topic',
  },
  url: 'Address',
  secret: 'Signing secret (at least 16 characters)',
  token: 'Access token (optional)',
  ends: 'Also when a job finishes',
  endsOf: (kind) => `${kind}: also when a job finishes`,
  set: (host) => `Set: ${host}`,
  unset: 'Not set',
  delivered: 'last delivery',
  never: 'nothing sent yet',
  saved: 'Saved.',
  remove: 'Remove',
  removeOf: (kind) => `Remove ${kind}`,
  saveOf: (kind) => `Save ${kind}`,
  test: 'Send a test',
  arrived: (kind) => `${kind}: the test arrived.`,
  failed: (kind, problem) => `${kind}: ${problem}`,
};
