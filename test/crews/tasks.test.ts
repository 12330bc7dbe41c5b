/** Tasks and addresses to open, for commands on the machines of crews: those of a member, for as long as they are one. */
import { expect, it } from 'vitest';
import { send, TASKS, URLS } from '../mcp/surface-rig.ts';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

const POLICY = 'version: 1\nrules:\n  - when: { program: id }\n    then: ask\n    ask: other\n';

describeServiceOnBoth('tasks in crews', (running) => {
  const setUp = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const { keeper } = crew.members;
    const base = `/crews/${crew.slug}/synapse`;
    await service.created(`${base}/machines`, keeper.session, { slug: 'web1', kind: 'local' });
    await service.call('PUT', `${base}/policy`, { token: keeper.session, body: { text: POLICY } });
    return crew;
  };
  const assistantOf = async (service: Service, { session }: TestUser): Promise<string> =>
    (await service.created<{ token: string }>('/tda/ai/tokens', session, { scopes: ['mcp:read', 'mcp:synapse'] }))
      .token;
  const post = async (service: Service, token: string, method: string, params: Record<string, unknown>) =>
    (await send(service, token, method, params, { capabilities: { ...TASKS, ...URLS } })).body;
  const begin = async (service: Service, token: string, machine: string, command: string) => {
    const params = { name: 'synapse_exec', arguments: { machine, command, wait_seconds: 0 } };
    return (await post(service, token, 'tools/call', params)).result;
  };

  it('a command that outlasts its answer is a task, which its member reads and cancels, until they leave', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const token = await assistantOf(service, operator);
    const foreign = await assistantOf(service, crew.stranger);
    const made = await begin(service, token, `${crew.slug}/web1`, 'exec sleep 250');
    expect(made).toMatchObject({ resultType: 'task', status: 'working' });
    const { taskId } = made;
    const task = async (by: string) => post(service, by, 'tasks/get', { taskId });
    expect((await task(token)).result).toMatchObject({ taskId, status: 'working' });
    const unknown = await post(service, foreign, 'tasks/get', { taskId: '01m7rmtcn9g7afpz1vanxwykgm' });
    expect(unknown.error).toMatchObject({ data: { code: 'execution_not_found' } });
    for (const method of ['tasks/get', 'tasks/cancel'])
      expect((await post(service, foreign, method, { taskId })).error, method).toEqual(unknown.error);
    const view = async (by: string, more: object = {}) =>
      service.tool(by, 'synapse_view_execution', { execution_id: taskId, ...more });
    expect((await view(token)).result).toMatchObject({ status: 'running', machine: `${crew.slug}/web1` });
    expect((await view(foreign)).code).toBe('execution_not_found');
    expect((await post(service, token, 'tasks/cancel', { taskId })).error).toBeUndefined();
    expect((await view(token, { raw: true })).result).toMatchObject({ status: 'cancelled' });
    expect((await task(token)).result).toMatchObject({ taskId, status: 'cancelled' });
    const member = `/crews/${crew.slug}/members/${operator.username}`;
    expect((await service.call('DELETE', member, { token: owner.session })).status).toBe(204);
    expect((await task(token)).error).toEqual(unknown.error);
    expect((await view(token)).code).toBe('execution_not_found');
  });

  it('a task that waits for another person says where they decide', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper } = crew.members;
    const token = await assistantOf(service, operator);
    const { taskId } = await begin(service, token, `${crew.slug}/web1`, 'id -u');
    type Waiting = { approvals: { id: string }[] };
    const inbox = await service.call<Waiting>('GET', '/synapse/approvals?status=pending', { token: keeper.session });
    const [asked] = inbox.body.approvals;
    const task = async () => (await post(service, token, 'tasks/get', { taskId })).result;
    const waiting = await task();
    expect(waiting).toMatchObject({ status: 'input_required', statusMessage: expect.stringContaining(asked!.id) });
    expect(JSON.stringify(waiting.inputRequests)).toContain(`${crew.slug}/web1`);
    const body = { decision: 'approve' };
    await service.call('POST', `/synapse/approvals/${asked!.id}`, { token: keeper.session, body });
    await service.call('GET', `/synapse/executions/${taskId}?wait_seconds=60`, { token: keeper.session });
    const done = await task();
    expect(done).toMatchObject({ status: 'completed', result: { structuredContent: { exit_code: 0 } } });
  });
});
