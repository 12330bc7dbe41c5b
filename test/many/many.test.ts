/** One command on many machines, each a real sshd account: each answer once, and every rule for each machine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd } from '../engines/sshd.ts';
import { type Service, startService, USUAL_RATE } from '../service.ts';
import { type Fleet, type Owner, startFleet } from './fleet.ts';

interface Result {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly waiting?: number;
  readonly groups: {
    readonly machines: string[];
    readonly exit_code: number | null;
    readonly status: string;
    readonly stdout: string;
    readonly stderr: string;
    readonly diff_against?: string;
    readonly refusal?: { readonly code: string };
  }[];
  readonly execution_ids: Record<string, string>;
  readonly skipped_machines?: string[];
}

const located = await locateSshd();
const LINES = Array.from({ length: 40 }, (_, line) => `line ${line} of what they all say`);

describeEngine(located, 'many machines', (program) => {
  let service: Service;
  let fleet: Fleet;
  let admin: Owner;
  beforeAll(async () => {
    [service, fleet] = await Promise.all([startService({}, USUAL_RATE), startFleet(program(), 8)]);
    await Promise.all(fleet.slugs.map((slug) => fleet.write(slug, `${LINES.join('\n')}\n`)));
    admin = await fleet.newOwner(service);
  });
  afterAll(() => Promise.all([service.stop(), fleet.sshd.stop()]));

  const rest = (owner: Owner, body: object, signal?: AbortSignal) =>
    service.call<Result & { code?: string; fields?: { field: string; problem: string }[] }>(
      'POST',
      '/synapse/exec-many',
      { token: owner.session, body, ...(signal && { signal }) },
    );
  const entries = async (owner: Owner) =>
    (
      await service.call<{ entries: { machine: string; status: string; refusal: string | null; verdict: string }[] }>(
        'GET',
        '/synapse/executions?limit=200',
        { token: owner.session },
      )
    ).body.entries;

  it('hands each the same input, in the shell and the session that were named', async () => {
    const owner = await fleet.newOwner(service);
    const machines = ['web-1', 'web-2'];
    const first = await rest(owner, { machines, command: 'cd /; export SEEN=$(cat)', stdin: 'told', session: 'day' });
    expect(first.body).toMatchObject({ succeeded: 2, failed: 0 });
    const command = 'echo "$PWD $SEEN ${BASH_VERSION:+bash}$(cat)"';
    const second = await rest(owner, { machines, command, session: 'day', shell: 'bash' });
    expect(second.body.groups).toMatchObject([{ machines, stdout: '/ told bash\n' }]);
    const other = await rest(owner, { machines, command: 'echo "[$SEEN]"', session: 'night' });
    expect(other.body.groups).toMatchObject([{ machines, stdout: '[]\n' }]);
  });

  it('tells equal answers once, the largest group first, and small differences as a diff', async () => {
    const owner = await fleet.newOwner(service);
    await fleet.write('web-3', `${LINES.with(20, 'line 20 is another one here').join('\n')}\n`);
    const command =
      'cat answer; [ "$USER" != web-5 ] || { echo "not me" >&2; exit 3; }; [ "$USER" != web-6 ] || seq 50';
    const { isError, result } = await service.tool(owner.token, 'synapse_exec_many', { machines: ['web-*'], command });
    expect(isError).toBe(false);
    const told = result as Result;
    expect(told).toMatchObject({ total: 8, succeeded: 7, failed: 1, skipped: 0 });
    expect(told.groups[0]).toEqual({
      machines: ['web-1', 'web-2', 'web-4', 'web-7', 'web-8'],
      exit_code: 0,
      status: 'done',
      stdout: `${LINES.join('\n')}\n`,
      stderr: '',
    });
    expect(told.groups.slice(1).map(({ machines }) => machines)).toEqual([['web-3'], ['web-5'], ['web-6']]);
    const [, third, fifth, sixth] = told.groups;
    expect(third).toMatchObject({ diff_against: 'web-1', exit_code: 0, stderr: '' });
    expect(third!.stdout).toBe(
      '@@ -20 +20 @@\n line 19 of what they all say\n-line 20 of what they all say\n+line 20 is another one here\n line 21 of what they all say',
    );
    expect(fifth).toMatchObject({ diff_against: 'web-1', exit_code: 3, stdout: '' });
    expect(fifth!.stderr).toContain('+not me');
    // As long as what it adds: told whole or as a diff, but whatever it is, nothing of it is missing.
    expect(sixth!.stdout).toContain('50');
    expect(Object.keys(told.execution_ids)).toEqual([...fleet.slugs]);
    const logged = await entries(owner);
    expect(logged.map(({ machine }) => machine).toSorted()).toEqual([...fleet.slugs]);
    await fleet.write('web-3', `${LINES.join('\n')}\n`);
  });

  it('knows machines by slug, glob and tag, each once, and refuses what means none', async () => {
    const owner = await fleet.newOwner(service);
    const on = async (...machines: string[]) =>
      Object.keys((await rest(owner, { machines, command: ':' })).body.execution_ids);
    expect(await on('web-8', 'tag:canary', 'web-1', 'web-?')).toEqual(['web-8', 'web-1', ...fleet.slugs.slice(1, 7)]);
    for (const wrong of ['web-99', 'db-*', 'tag:nothing', 'tag:', '*-web']) {
      const refused = await rest(owner, { machines: ['web-1', wrong], command: 'echo never' });
      expect(refused, wrong).toMatchObject({ status: 404, body: { code: 'machine_not_found' } });
      expect(refused.body.fields, wrong).toEqual([{ field: 'machines', problem: expect.stringContaining(wrong) }]);
    }
    const log = await entries(owner);
    expect(log.filter(({ status }) => status === 'refused')).toHaveLength(5);
    expect(log).toHaveLength(8 + 5);
    for (const [body, field] of [
      [{ machines: [], command: ':' }, 'machines'],
      [{ machines: Array.from({ length: 51 }, () => 'web-1'), command: ':' }, 'machines'],
      [{ machines: ['web-1'] }, 'command'],
      [{ machines: ['web-1'], command: ':', alias: 'abc' }, 'command'],
      [{ machines: ['web-1'], command: ':', max_parallel: 0 }, 'max_parallel'],
      [{ machines: ['web-1'], command: ':', first: 51 }, 'first'],
      [{ machines: ['web-1'], command: ':', every: 1 }, 'every'],
    ] as const) {
      const refused = await rest(owner, body);
      expect(refused.status, field).toBe(422);
      expect(refused.body.fields?.[0]?.field, field).toBe(field);
    }
  });

  it('runs on at most fifty', async () => {
    const { session } = await service.newUser('pro');
    const connection = { host: '127.0.0.1', port: 1, user: 'x', password_secret: 'P' };
    for (let n = 0; n < 51; n++) {
      await service.created('/synapse/machines', session, { slug: `m-${n}`, kind: 'ssh', connection });
    }
    const refused = await rest({ session } as Owner, { machines: ['m-*'], command: ':' });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid', fields: [{ field: 'machines' }] },
    });
  });

  it('goes on after the first only where they succeed, and stops after so many failures', async () => {
    const owner = await fleet.newOwner(service);
    const failed = await rest(owner, { machines: ['tag:canary', 'web-*'], command: '[ "$USER" != web-1 ]', first: 1 });
    expect(failed.body).toMatchObject({
      total: 8,
      succeeded: 0,
      failed: 1,
      skipped: 7,
      skipped_machines: fleet.slugs.slice(1),
      groups: [{ machines: ['web-1'], exit_code: 1 }],
    });
    const good = await rest(owner, { machines: ['web-*'], command: '[ "$USER" != web-5 ]', first: 2 });
    expect(good.body).toMatchObject({ succeeded: 7, failed: 1, skipped: 0 });
    const stopped = await rest(owner, {
      machines: ['web-*'],
      command: '[ "$USER" = web-1 ]',
      max_parallel: 1,
      stop_after_failures: 2,
    });
    expect(stopped.body).toMatchObject({ total: 8, succeeded: 1, failed: 2, skipped: 5 });
  });

  it('runs what the rate lets pass, and refuses the rest machine by machine', async () => {
    const owner = await fleet.newOwner(service);
    service.holdClock();
    for (let round = 0; round < 3; round++) {
      expect((await rest(owner, { machines: ['web-*'], command: ':' })).body.succeeded).toBe(8);
    }
    const over = await rest(owner, { machines: ['web-*'], command: ':' });
    expect(over).toMatchObject({ status: 200, body: { total: 8, succeeded: 6, failed: 2, skipped: 0 } });
    expect(over.body.groups[1]).toMatchObject({ status: 'refused', refusal: { code: 'exec_rate_limited' } });
    expect(over.body.groups[1]!.machines).toHaveLength(2);
    const none = await rest(owner, { machines: ['web-*'], command: ':' });
    expect(none).toMatchObject({ status: 429, body: { code: 'exec_rate_limited' } });
    expect(Number(none.headers.get('retry-after'))).toBeGreaterThan(0);
    const limited = await service.tool(owner.token, 'synapse_exec_many', { machines: ['web-*'], command: ':' });
    expect(limited.status).toBe(429);
    service.letClockRun();
  });

  it('asks about one machine without holding up the others, and runs it when a person says so', async () => {
    const owner = await fleet.newOwner(service);
    const policy = { text: 'machines:\n  "tag:canary": careful\n  web-2: closed\n' };
    await service.call('PUT', '/synapse/policy', { token: owner.session, body: policy });
    const running = rest(owner, { machines: ['web-*'], command: 'touch asked; echo done' });
    const list = () =>
      service.call<{ approvals: { id: string; machine: string }[] }>('GET', '/synapse/approvals?status=pending', {
        token: owner.session,
      });
    await expect.poll(async () => (await list()).body.approvals.length).toBe(1);
    // The others are done before anybody has decided.
    await expect.poll(async () => (await entries(owner)).filter(({ status }) => status === 'done').length).toBe(6 + 1);
    const [approval] = (await list()).body.approvals;
    expect(approval).toMatchObject({ machine: 'web-1' });
    await service.call('POST', `/synapse/approvals/${approval!.id}`, {
      token: owner.session,
      body: { decision: 'approve' },
    });
    const { body } = await running;
    expect(body).toMatchObject({ total: 8, succeeded: 7, failed: 1, skipped: 0 });
    expect(body.groups[0]!.machines).toEqual(['web-1', ...fleet.slugs.slice(2)]);
    expect(body.groups[1]).toMatchObject({
      machines: ['web-2'],
      status: 'refused',
      refusal: { code: 'policy_denied' },
    });
  });

  it('ends everywhere when its caller goes away, questions included', async () => {
    const owner = await fleet.newOwner(service);
    const text = 'machines:\n  "tag:canary": careful\n';
    await service.call('PUT', '/synapse/policy', { token: owner.session, body: { text } });
    const gone = new AbortController();
    const call = rest(
      owner,
      { machines: ['web-*'], command: 'touch gone; sleep 60', timeout_seconds: 100 },
      gone.signal,
    );
    const states = async () => (await entries(owner)).map(({ status }) => status).filter((status) => status !== 'done');
    await expect.poll(states).toEqual(expect.arrayContaining(['pending', ...Array(7).fill('running')]));
    gone.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(states).toEqual(Array(8).fill('cancelled'));
  });

  it('dies everywhere by a freeze, and starts nowhere after it', async () => {
    const owner = await fleet.newOwner(service);
    const running = rest(owner, { machines: ['web-*'], command: 'sleep 60', timeout_seconds: 100 });
    const count = async () => (await entries(owner)).filter(({ status }) => status === 'running').length;
    await expect.poll(count).toBe(8);
    await service.call('POST', '/synapse/freeze', { token: owner.session, body: {} });
    const { body } = await running;
    expect(body).toMatchObject({ total: 8, failed: 8, skipped: 0 });
    // One that had not begun on its machine is refused, the others are killed.
    const codes = body.groups.map(({ refusal }: { refusal?: { code: string } }) => refusal?.code);
    expect([...new Set(codes)]).toEqual(['frozen']);
    const after = await rest(owner, { machines: ['web-*'], command: 'echo never' });
    expect(after.body).toMatchObject({ failed: 8, groups: [{ status: 'refused', refusal: { code: 'frozen' } }] });
  });

  it('tells of each machine as it happens, to whoever reads events', async () => {
    const response = await fetch(`${service.url}/synapse/exec-many`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.session}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ machines: ['web-*'], command: '[ "$USER" != web-2 ]', first: 2, max_parallel: 50 }),
    });
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({
      name,
      data: JSON.parse(data!) as Record<string, unknown>,
    }));
    const of = (machine: string) => events.filter(({ data }) => data.machine === machine).map(({ data }) => data.state);
    expect(of('web-1')).toEqual(['running', 'succeeded']);
    expect(of('web-2')).toEqual(['running', 'failed']);
    expect(of('web-3')).toEqual(['skipped']);
    expect(events.at(-1)).toMatchObject({ name: 'result', data: { total: 8, succeeded: 1, failed: 1, skipped: 6 } });
  });
});
