/** Where a crew's machine is, who signs in there, and with which key, is not told to members who may not see it. */
import { expect, it } from 'vitest';
import type { TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, ROLES } from './on-both.ts';

const PORT = 1;
const LOGIN = 'login-4711';
const KEY = 'KEY_OF_THE_MACHINE';

describeServiceOnBoth('the address of a machine', (running) => {
  it('is in no error, health check or entry that members read', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const prefix = `/crews/${slug}`;
    const keeper = members.keeper.session;
    const add = (machine: string, more: object) =>
      service.created(`${prefix}/synapse/machines`, keeper, { slug: machine, kind: 'ssh', ...more });
    const ssh = { host: '127.0.0.7', port: PORT, user: LOGIN };
    await service.call('PUT', `${prefix}/synapse/secrets/PASSWORD`, {
      token: keeper,
      body: { value: 'a-value-77aa12' },
    });
    await add('closed', { connection: { ...ssh, password_secret: 'PASSWORD' } });
    await add('keyless', { connection: { ...ssh, key_secret: KEY } });
    const tells = (text: string) => ['127.0.0.7', LOGIN, KEY].filter((part) => text.includes(part));

    const said: Record<string, string> = {};
    const note = async (who: string, user: TestUser, method: string, path: string, body?: object) => {
      const answer = await service.call(method, path, { token: user.session, ...(body && { body }) });
      said[`${who} ${method} ${path}`] = JSON.stringify(answer.body);
      return answer;
    };
    for (const role of ROLES) {
      const user = members[role];
      for (const machine of ['closed', 'keyless']) {
        const order = { machine: `${slug}/${machine}`, command: 'ls' };
        expect((await note(role, user, 'POST', '/synapse/look', order)).status).toBeGreaterThanOrEqual(400);
        if (role !== 'watcher') {
          expect((await note(role, user, 'POST', '/synapse/exec', order)).body).toMatchObject({
            code: 'machine_unreachable',
          });
          await note(role, user, 'GET', `${prefix}/synapse/machines/${machine}/containers`);
        }
      }
    }
    for (const role of ['watcher', 'operator'] as const) {
      await note(role, members[role], 'GET', `${prefix}/synapse/executions`);
      await note(role, members[role], 'GET', `${prefix}/synapse/machine-health`);
    }
    // Those who may change a machine are told what is wrong with it, where only they read it.
    const isTheirs = (call: string) => /^(?:keeper|owner) .*containers/.test(call);
    for (const [call, text] of Object.entries(said))
      expect(isTheirs(call) || tells(text), call).toEqual(isTheirs(call) || []);
    const tested = await service.call<{ detail: string }>('POST', `${prefix}/synapse/machines/closed/test`, {
      token: keeper,
    });
    expect(JSON.stringify(tested.body)).toContain('127.0.0.7');
  });
});
