/**
 * The leak scan of a crew. A value was written wherever a member, a program or an assistant may write, and became a
 * secret of the crew afterwards. Every role then asks for everything that can be asked for, over REST, MCP and streams;
 * no answer has the value.
 */
import { expect, it } from 'vitest';
import { send } from '../mcp/surface-rig.ts';
import type { TestUser } from '../service.ts';
import { type CrewRole, describeServiceOnBoth, newCrew, ROLES } from './on-both.ts';

const VALUE = 'k9-Tr0ub4dor-and-Qx3';
const FORMS = [
  VALUE,
  VALUE.toLowerCase(),
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  Buffer.from(VALUE).toString('hex'),
  [...VALUE].reverse().join(''),
];
/** What whoever may edit it gets as it was typed, and the lowest role that may. */
const AS_TYPED: readonly [RegExp, CrewRole][] = [
  [/\/synapse\/(?:machines|policy|filters)/, 'keeper'],
  [/\/tda\/projects/, 'operator'],
];
const POLICY = `version: 1
rules:
  - name: ask about ${VALUE}
    when: { program: whoami }
    then: ask
    ask: other
`;

describeServiceOnBoth('the leak scan of a crew', (running) => {
  it('no value of its secrets reaches a member of any role, a token, an export, a stream or the log', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { watcher, operator, keeper, owner } = members;
    const base = `/crews/${slug}`;
    const made = <T = { id: number }>(by: TestUser, path: string, body: object) =>
      service.created<T>(base + path, by.session, body);
    const put = (by: TestUser, path: string, body: object) =>
      service.call('PUT', base + path, { token: by.session, body });

    await made(keeper, '/synapse/machines', { slug: 'web1', kind: 'local', label: `of ${VALUE}` });
    await put(keeper, '/synapse/policy', { text: POLICY });
    await put(keeper, '/synapse/aliases/abc', { command: `echo ${VALUE} {{HIDDEN}}` });
    const { id: project } = await made(operator, '/tda/projects', { name: 'Plain', description: `about ${VALUE}` });
    await made(operator, `/tda/projects/${project}/knowledge`, { title: `know ${VALUE}`, content: `that ${VALUE}` });
    await made(operator, '/tda/journal', { project_id: project, content: `noted ${VALUE}` });
    await made(watcher, '/requests', { role: 'operator', hours: 1, reason: `for ${VALUE}` });
    const exec = async (by: TestUser, command: string) => {
      const body = { machine: `${slug}/web1`, command, wait_seconds: 60 };
      type Result = { execution_id: string; approval?: { id: string } };
      return (await service.call<Result>('POST', '/synapse/exec', { token: by.session, body })).body;
    };
    const printed = `echo ${VALUE}; printf %s ${VALUE} | base64; printf %s ${VALUE} | od -An -tx1 | tr -d ' \\n'; echo`;
    const executions = [
      (await exec(operator, printed)).execution_id,
      (await exec(keeper, `{ ${printed}; } >&2; exit 3`)).execution_id,
    ];
    const body = { machine: `${slug}/web1`, command: `whoami; : ${VALUE}`, wait_seconds: 0 };
    type Asked = { execution_id: string; approval: { id: string } };
    const ask = async () =>
      (await service.call<Asked>('POST', '/synapse/exec', { token: operator.session, body })).body;
    const denied = await ask();
    const comment = `not with ${VALUE}`;
    const denial = { token: keeper.session, body: { decision: 'deny', comment } };
    await service.call('POST', `/synapse/approvals/${denied.approval.id}`, denial);
    const broken = await ask();
    const glass = { decision: 'approve', break_glass: true, comment: `because of ${VALUE}` };
    const decided = await service.call('POST', `/synapse/approvals/${broken.approval.id}`, {
      token: operator.session,
      body: glass,
    });
    expect(decided.status).toBe(200);
    const waiting = await ask();
    await made(operator, '/synapse/freeze', { token: (await tokenOf(operator, 'frozen one')).id, reason: VALUE });
    await made(keeper, '/synapse/machines', { slug: 'cold', kind: 'local' });
    await made(operator, '/synapse/freeze', { machine: 'cold', reason: `because of ${VALUE}` });
    executions.push(denied.execution_id, broken.execution_id, waiting.execution_id);
    expect((await put(keeper, '/synapse/secrets/HIDDEN', { value: VALUE })).status).toBeLessThan(300);

    const heard: { readonly asked: string; readonly answer: string }[] = [];
    const note = (asked: string, answer: unknown): void =>
      void heard.push({ asked, answer: typeof answer === 'string' ? answer : JSON.stringify(answer) });

    type Document = { paths: Record<string, Record<string, unknown>> };
    const { body: document } = await service.call<Document>('GET', '/openapi.json');
    const reads = Object.keys(document.paths).filter((path) => 'get' in document.paths[path]!);
    const isOpen = (path: string): boolean => /\/(?:stream|events)$/.test(path);
    const scanned = reads.filter(
      (path) => /^\/(?:crews\/\{crew\}|synapse|tda|crews$)/.test(path) && !isOpen(path) && !path.includes('mcp-bundle'),
    );
    const addresses = (path: string): string[] => {
      const at = path.replace('{crew}', slug).replace('{slug}', 'web1').replace('{itemId}', '1');
      if (at.includes('/executions/{id}')) return executions.map((id) => at.replace('{id}', id));
      if (at.includes('/approvals/{id}'))
        return [denied, broken, waiting].map(({ approval }) => at.replace('{id}', approval.id));
      return [at.replace('{id}', String(project))];
    };
    const mayEdit = (path: string, role: CrewRole): boolean =>
      AS_TYPED.some(
        ([pattern, lowest]) =>
          path.startsWith('/crews/') && pattern.test(path) && ROLES.indexOf(role) >= ROLES.indexOf(lowest),
      );
    for (const role of ROLES) {
      const { session } = members[role];
      for (const path of scanned.filter((one) => !mayEdit(one, role)))
        for (const address of addresses(path)) {
          const answer = await service.call('GET', address, { token: session });
          note(`${role} GET ${address}`, [answer.status, answer.body]);
        }
      for (const id of executions.slice(0, 2)) {
        const headers = { authorization: `Bearer ${session}` };
        for (const prefix of [base, '']) {
          const stream = await fetch(`${service.url}${prefix}/synapse/executions/${id}/stream`, { headers });
          note(`${role} GET stream ${id}`, await stream.text());
        }
      }
      // Said of a machine of the crew, at the address of the crew and at one's own.
      for (const prefix of ['', base])
        for (const [path, body] of [
          ['explain', { machine: `${slug}/cold`, command: `echo ${VALUE}` }],
          ['explain/typed', { machine: `${slug}/cold`, command: 'true' }],
          ['explain/typed', { machine: `${slug}/web1`, command: 'whoami' }],
          ['exec', { machine: `${slug}/cold`, command: 'true' }],
          ['exec-many', { machines: [`${slug}/cold`], command: 'true' }],
          ['look', { machine: `${slug}/cold`, command: 'true' }],
          ['freeze', { machine: `${slug}/cold` }],
          ['machines/check', { slug: `${slug}/new`, kind: 'ssh', connection: { host: VALUE, user: 'one' } }],
        ] as const) {
          const answer = await service.call('POST', `${prefix}/synapse/${path}`, { token: session, body });
          note(`${role} POST ${prefix} ${path}`, [answer.status, answer.body]);
        }
      const raw = await fetch(`${service.url}${base}/synapse/audit/export`, {
        headers: { authorization: `Bearer ${session}` },
      });
      note(`${role} GET export`, await raw.text());

      const { token } = await tokenOf(members[role], `scan ${role}`);
      const hear = async (method: string, params: Record<string, unknown>) => {
        const answer = await send(service, token, method, params);
        note(`${role} ${method} ${JSON.stringify(params)}`, answer.body);
        return answer.body.result ?? {};
      };
      const tool = (name: string, args: object) => hear('tools/call', { name, arguments: args });
      await hear('tools/list', {});
      for (const name of ['machines', 'secrets', 'aliases', 'audit_logs'])
        for (const crew of [undefined, slug]) await tool(`synapse_list_${name}`, crew === undefined ? {} : { crew });
      await tool('synapse_get_machine', { slug: `${slug}/web1` });
      await tool('synapse_explain', { machine: `${slug}/web1`, command: `echo ${VALUE}` });
      for (const execution_id of executions) {
        await tool('synapse_get_execution', { execution_id, since: 0 });
        for (const stream of ['stdout', 'stderr']) await tool('synapse_get_output', { execution_id, stream });
        await tool('synapse_view_execution', { execution_id, raw: true });
      }
      if (role !== 'watcher')
        await tool('synapse_exec', {
          machine: `${slug}/web1`,
          command: 'echo {{HIDDEN}}; printf %s {{HIDDEN}} | base64',
        });
      for (const name of ['exec', 'look', 'explain'])
        await tool(`synapse_${name}`, { machine: `${slug}/cold`, command: 'true' });
      const { resources = [] } = await hear('resources/list', {});
      for (const { uri } of resources as { uri: string }[]) await hear('resources/read', { uri });
      await hear('prompts/list', {});
    }
    await service.call('DELETE', `${base}/members/${watcher.username}`, { token: owner.session });

    const leaks = heard.filter(({ answer }) => FORMS.some((form) => answer.includes(form)));
    expect(leaks.map(({ asked }) => asked)).toEqual([]);
    // The scan was about something: each role was told of the value without it.
    for (const role of ROLES)
      expect(
        heard.filter(({ asked, answer }) => asked.startsWith(role) && answer.includes('{{HIDDEN}}')).length,
      ).toBeGreaterThan(5);
    expect(service.log.filter((line) => line.includes(VALUE))).toEqual([]);

    function tokenOf({ session }: TestUser, label: string): Promise<{ id: string; token: string }> {
      const scopes = session === watcher.session ? ['mcp:read', 'mcp:look'] : ['mcp:read', 'mcp:synapse'];
      return service.created('/tda/ai/tokens', session, { scopes, label });
    }
  });
});
