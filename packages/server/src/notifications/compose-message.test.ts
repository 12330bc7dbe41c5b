import { expect, it } from 'vitest';
import { composeMessage, type Notice } from './compose-message.ts';
import { sampleNotice } from './sample-notice.ts';

const to = { url: 'https://hooks.example/x', key: 'key' };
const sample = sampleNotice('ada', 'https://synapse.example/approvals/1') as Extract<Notice, { approval: unknown }>;
const ofCrew = { ...sample, approval: { ...sample.approval, crew: 'ops', actor: 'ada' } };
const broken = { ...ofCrew, approval: { ...ofCrew.approval, break_glass: true, comment: 'down\u202e now' } };

it('says of a break-glass who did it, where and why, in words that nothing reorders', () => {
  const { body } = composeMessage('ntfy', to, broken, 'en');
  expect(body).toContain('Break-glass by ada (ops/sample): echo sample');
  expect(body).toMatch(/\ndown.* now\nhttps:/);
  expect(body).not.toContain('\u202e');
  expect(composeMessage('slack', to, broken, 'fr').body).toContain('Bris de glace par ada (ops/sample) :');
  const hook = JSON.parse(composeMessage('webhook', to, broken, 'en').body);
  expect(hook).toMatchObject({ type: 'break_glass', crew: 'ops', actor: 'ada' });
  expect(hook.comment).toMatch(/^down.* now$/);
});

it('says of a question in which crew it is, and of one’s own nothing more', () => {
  expect(JSON.parse(composeMessage('webhook', to, ofCrew, 'en').body)).toMatchObject({ type: 'approval', crew: 'ops' });
  const own = JSON.parse(composeMessage('webhook', to, sample, 'en').body);
  expect(own).toMatchObject({ type: 'approval' });
  for (const field of ['crew', 'actor', 'comment', 'break_glass']) expect(own).not.toHaveProperty(field);
});
