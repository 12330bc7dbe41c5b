/** A text that takes long to judge holds up nobody: the service itself does not judge it. */
import { expect, it } from 'vitest';
import { HOSTILE } from '../judge/hostile-texts.ts';
import { startService } from '../service.ts';

it('answers others while helpers judge hostile texts', async () => {
  const metricsToken = 'a-token-for-the-metrics-of-this-test';
  const service = await startService({ SYNAPSE_METRICS_TOKEN: metricsToken });
  const outcomes = async (outcome: string): Promise<number> => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
    const line = text.split('\n').find((one) => one.startsWith(`synapse_text_work_total{outcome="${outcome}"}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const token = await service.login();
  const text = 'rules:\n  - { name: keys, when: { path: "/root/.ssh/**" }, then: deny }';
  expect((await service.call('PUT', '/synapse/policy', { token, body: { text } })).status).toBe(200);
  const before = await outcomes('inline');
  const commands = [`cat /x/a${'secret.y'.repeat(7_000)}z`, HOSTILE.pipes!(60_000), HOSTILE.redirections!(60_000)];
  for (const command of commands) {
    const body = { machine: 'local', command };
    let isOpen = true;
    const judged = service.call('POST', '/synapse/explain', { token, body }).finally(() => {
      isOpen = false;
    });
    let answered = 0;
    while (isOpen) {
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      if (isOpen) answered += 1;
    }
    expect((await judged).status).toBe(200);
    expect(answered).toBeGreaterThan(0);
  }
  expect(await outcomes('inline')).toBe(before);
  expect((await outcomes('done')) + (await outcomes('killed'))).toBeGreaterThanOrEqual(commands.length);
  await service.stop();
});
