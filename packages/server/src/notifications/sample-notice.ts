/** What is sent to try out a channel: nothing waits behind it. Pure. */
import type { Notice } from './compose-message.ts';

export function sampleNotice(username: string, url: string, now: number = Date.now()): Notice {
  const at = new Date(now).toISOString();
  return {
    approval: {
      id: 'sample',
      execution_id: 'sample',
      created_at: at,
      expires_at: at,
      machine: 'sample',
      container: null,
      cwd: null,
      command_template: 'echo sample',
      secrets: [],
      effects: [],
      rule: null,
      reason: `Synapse: ${username}`,
      token_label: null,
      client: null,
      file: null,
      timeout_seconds: 60,
      detach: false,
      machines: null,
    },
    url,
  };
}
