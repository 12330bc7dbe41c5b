/** A client that can ask its user is asked there too: only where the policy says so, and only about its own question. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';
import { ASKING_POLICY, approve, entryOf, leavesMark, listed, newOwner, type Owner, type Shown } from './rig.ts';

const IN_CLIENT = ASKING_POLICY.replace('then: ask', 'then: ask\n    ask: client');

let service: Service;
beforeAll(async () => {
  service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
});
afterAll(() => service?.stop());

type Action = 'accept' | 'decline' | 'cancel';

/** A client of the newest revision whose user answers like this. */
async function connect({ token }: Owner, answer: () => Promise<Action> | Action) {
  const asked: Shown[] = [];
  const client = new Client(
    { name: 'a test', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async (request: Shown) => {
    asked.push(request.params);
    const action = await answer();
    return action === 'accept' ? { action, content: {} } : { action };
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/tda/mcp`), {
    requestInit: { headers: { 'X-AI-Token': token } },
  });
  await client.connect(transport);
  const exec = (command: string): Promise<Shown> =>
    client.callTool({ name: 'synapse_exec', arguments: { machine: 'asked', command, wait_seconds: 2, verbose: true } });
  return { exec, asked, close: () => client.close() };
}

it('runs what its user accepts, refuses what they decline, and leaves the rest to the person', async () => {
  const owner = await newOwner(service, IN_CLIENT);
  let action: Action = 'accept';
  const client = await connect(owner, () => action);
  const mark = leavesMark();
  const ran = await client.exec(mark.command);
  expect(ran.structuredContent).toMatchObject({ status: 'done', exit_code: 0 });
  expect(mark.runs()).toBe(1);
  expect(client.asked).toMatchObject([
    {
      message: expect.stringContaining(mark.command),
      requestedSchema: { type: 'object', properties: {} },
    },
  ]);
  expect(await entryOf(service, owner, ran.structuredContent.execution_id)).toMatchObject({
    verdict: 'ask',
    rule: 'ask me',
    decided_by: expect.stringMatching(/^client dk_ai_/),
  });
  action = 'decline';
  const declined = await client.exec(mark.command);
  expect(declined).toMatchObject({ isError: true, _meta: { 'synapse/code': 'approval_denied' } });
  action = 'cancel';
  const left = await client.exec(mark.command);
  expect(left.structuredContent).toMatchObject({ status: 'pending' });
  expect(await listed(service, owner)).toMatchObject([{ execution_id: left.structuredContent.execution_id }]);
  expect(mark.runs()).toBe(1);
  await client.close();
});

it('is not asked where the policy does not say so, and cannot answer for itself', async () => {
  const owner = await newOwner(service);
  const client = await connect(owner, () => 'accept');
  const mark = leavesMark();
  const pending = await client.exec(mark.command);
  expect(pending.structuredContent).toMatchObject({ status: 'pending' });
  expect(client.asked).toEqual([]);
  await client.close();
  const forged = (token: string, state: string) =>
    service.call<Shown>('POST', '/tda/mcp', {
      headers: {
        'x-ai-token': token,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'synapse_exec',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'synapse_exec',
          arguments: { machine: 'asked', command: 'true', wait_seconds: 0 },
          requestState: state,
          inputResponses: { approve: { action: 'accept', content: {} } },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          },
        },
      },
    });
  const code = async (token: string, state: string) => (await forged(token, state)).body.result._meta['synapse/code'];
  expect(await code(owner.token, pending.structuredContent.approval.id)).toBe('not_found');
  expect(await code(owner.token, 'made up')).toBe('not_found');
  // Somebody else's question, which their own client could answer.
  const other = await newOwner(service, IN_CLIENT);
  const theirs = await service.tool(other.token, 'synapse_exec', {
    machine: 'asked',
    command: mark.command,
    wait_seconds: 0,
  });
  expect(await code(owner.token, theirs.result.approval.id)).toBe('not_found');
  expect(mark.runs()).toBe(0);
  expect((await approve(service, owner, pending.structuredContent.approval.id)).status).toBe(200);
});
