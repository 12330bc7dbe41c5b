/** `synapse_exec` and `POST /synapse/exec`: the whole story, on the host itself, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService, USUAL_RATE } from './service.ts';

describe.each(['sqlite', 'postgres'] as const)('executing on %s', (dialect) => {
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(url, USUAL_RATE);
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
  });
  afterAll(() => service.stop());
  const exec = (args: Record<string, unknown>) => service.tool(token, 'synapse_exec', { machine: 'local', ...args });
  const lastEntry = async () => (await service.tool(token, 'synapse_list_audit_logs', { limit: 1 })).result.entries[0];
  /** Moves the clock past the thirty commands of this minute. */
  const nextMinute = () => service.advance(61_000);

  it('answers the fields of the seed and of the contract [S4-EXEC-RESULT] [C5-RESULT]', async () => {
    const { result, isError } = await exec({ command: 'echo hello; echo oops >&2; exit 3' });
    expect(isError).toBe(false);
    expect(result).toEqual({
      success: false,
      exit_code: 3,
      status: 'done',
      stdout: 'hello\n',
      stderr: 'oops\n',
      machine: 'local',
      container: null,
      command_template: 'echo hello; echo oops >&2; exit 3',
      duration_ms: expect.any(Number),
      truncated: false,
      filter: null,
      saved_tokens: 0,
      execution_id: expect.any(String),
    });
    expect(await lastEntry()).toMatchObject({
      execution_id: result.execution_id,
      source: 'mcp',
      status: 'done',
      success: false,
      exit_code: 3,
      stdout_bytes: 6,
      returned_bytes: 6,
      token_hint: expect.stringMatching(/^dk_ai_.{4}…/),
    });
  });

  it('does the same over REST [S4-REST-EXEC]', async () => {
    const { status, body } = await service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'local', command: 'printf one; exit 0' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, exit_code: 0, stdout: 'one', machine: 'local' });
    expect(await lastEntry()).toMatchObject({ source: 'rest', token_hint: null });
  });

  it('fills secrets in on its side and takes them out of the output [S1-SECRETS] [C5-SECRETS]', async () => {
    const value = `p@ss "wo'rd $HOME \`id\` \\ end`;
    const put = await service.tool(token, 'synapse_put_secret', { name: 'DB_PASSWORD', value });
    expect(put.result).toMatchObject({ name: 'DB_PASSWORD', created: true });
    const { result } = await exec({
      command: 'printf "%s|%s" "{{DB_PASSWORD}}" {{DB_PASSWORD}} | wc -c; echo {{DB_PASSWORD}}',
    });
    expect(result.stdout).toContain(String(2 * value.length + 1));
    expect(result.stdout).toContain('{{DB_PASSWORD}}');
    expect(JSON.stringify(result)).not.toContain("wo'rd");
    expect(result.command_template).toContain('"{{DB_PASSWORD}}"');
    const listed = await service.tool(token, 'synapse_list_secrets');
    expect(listed.result.secrets).toEqual([
      { name: 'DB_PASSWORD', made_by: 'assistant', updated_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
  });

  it('refuses a placeholder that names no secret, and lets templates pass [S4-PLACEHOLDER-MISSING] [S4-EXEC-RULE-7]', async () => {
    const refused = await exec({ command: 'echo {{NOT_THERE}}' });
    expect(refused).toMatchObject({ status: 200, isError: true, code: 'secret_missing' });
    const near = { machine: 'local', command: 'echo {{DB_PASWORD}}' };
    expect((await service.call('POST', '/synapse/exec', { token: session, body: near })).body.fields).toEqual([
      { field: 'secret', problem: '« DB_PASWORD » ; il y a : DB_PASSWORD' },
    ]);
    expect(refused.text).toBe('Secret manquant pour le placeholder {{NOT_THERE}}');
    expect(await lastEntry()).toMatchObject({ status: 'refused', refusal: 'secret_missing', success: false });
    expect((await exec({ command: "echo '{{.Names}}' '{{json .}}'" })).result.stdout).toBe('{{.Names}} {{json .}}\n');
  });

  it('refuses in the contract’s order, before anything runs [C5-ORDER]', async () => {
    const cases: [Record<string, unknown>, string, string?][] = [
      [{ machine: 'nowhere', command: 'true' }, 'machine_not_found', 'Machine introuvable'],
      [{ command: 'true', container: 'db' }, 'container_forbidden', 'Conteneur non autorisé'],
      [{ command: 'rtk git status' }, 'prefix_forbidden'],
      [{ command: '  docker exec web ls' }, 'prefix_forbidden'],
      [{ command: 'podman  exec web ls' }, 'prefix_forbidden'],
      [{ command: 'git status' }, 'cwd_required'],
      [{ command: 'ls', cwd: 'relative' }, 'cwd_invalid'],
      [{ command: 'ls', cwd: '/tmp/../etc' }, 'cwd_invalid'],
      [{ command: 'ls', cwd: '/does/not/exist' }, 'cwd_not_found'],
      [{ command: 'echo $(( {{DB_PASSWORD}} ))' }, 'placeholder_unsupported'],
      [{}, 'arguments_invalid'],
      [{ command: 'ls', alias: 'abc' }, 'arguments_invalid'],
      [{ command: 'ls', timeout_seconds: 301 }, 'arguments_invalid'],
      [{ command: 'ls', surprise: 1 }, 'arguments_invalid'],
    ];
    for (const [args, code, message] of cases) {
      const answer = await exec(args);
      expect(answer, JSON.stringify(args)).toMatchObject({ status: 200, isError: true, code });
      if (message !== undefined) expect(answer.text).toBe(message);
      if (code === 'arguments_invalid') continue;
      expect(await lastEntry(), code).toMatchObject({ status: 'refused', refusal: code });
    }
    const rest = await service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'no', command: 'ls' },
    });
    expect([rest.status, rest.body.code]).toEqual([404, 'machine_not_found']);
  });

  it('refuses machines that are not active [C4-STATUT]', async () => {
    await service.tool(token, 'synapse_update_machine', { machine: 'local', status: 'maintenance' });
    expect((await exec({ command: 'true' })).code).toBe('machine_not_active');
    await service.tool(token, 'synapse_update_machine', { slug: 'local', statut: 'active' });
    expect((await exec({ command: 'true' })).result.success).toBe(true);
  });

  it('kills the whole tree on timeout and says what was printed [C5-TIMEOUT]', async () => {
    const mark = `mark_${process.pid}_${dialect}`;
    const { result } = await exec({
      command: `echo started; (setsid sh -c 'while :; do sleep 1; done # ${mark}' &) ; sleep 60`,
      timeout_seconds: 5,
    });
    expect(result).toMatchObject({ success: false, exit_code: 124, status: 'timeout', stdout: 'started\n' });
    const left = await exec({ command: `ps -eo args | grep -c '[s]leep 1; done # ${mark}' || true` });
    expect(left.result.stdout.trim()).toBe('0');
    expect((await lastEntry()).status).toBe('done');
  });

  it('runs on in the background, is looked at, and is cancelled [C5-WAIT] [C4-CANCEL]', async () => {
    nextMinute();
    const { result } = await exec({ command: 'echo first; sleep 60', wait_seconds: 1, timeout_seconds: 100 });
    expect(result).toMatchObject({ status: 'running', exit_code: null, success: null, stdout: 'first\n' });
    const id = result.execution_id;
    const looked = await service.tool(token, 'synapse_get_execution', { since: 0, execution_id: id });
    expect(looked.result).toMatchObject({ status: 'running', stdout: 'first\n' });
    const output = await service.tool(token, 'synapse_get_output', { execution_id: id });
    expect(output.result).toMatchObject({ text: 'first\n', total_chars: 6, next_offset: null });
    const cancelled = await service.tool(token, 'synapse_cancel_execution', { execution_id: id });
    expect(cancelled.result).toMatchObject({ status: 'cancelled', success: false, stdout: 'first\n' });
    expect(await lastEntry()).toMatchObject({ execution_id: id, status: 'cancelled' });
    const other = await service.newUser('pro');
    const otherToken = await service.newToken(other.session);
    for (const tool of ['synapse_get_execution', 'synapse_get_output', 'synapse_cancel_execution']) {
      expect((await service.tool(otherToken, tool, { execution_id: id })).code).toBe('execution_not_found');
    }
  });

  it('says of an output that was cut that it was, also when asked later, however short it became', async () => {
    nextMinute();
    // Long lines: two million short ones take longer than a filter may on a slow computer.
    const line = 'the same line again and again '.repeat(5);
    const { result } = await exec({ command: `yes '${line}' | head -c 9000000` });
    expect(result.truncated).toBe(true);
    const later = await service.tool(token, 'synapse_get_execution', { execution_id: result.execution_id });
    expect(later.result).toMatchObject({ truncated: true, stdout: result.stdout });
  });

  it('takes out of a kept output what has become a secret since', async () => {
    nextMinute();
    const value = 'became-9f8e7d6c5b4a-secret';
    const { result } = await exec({ command: `echo before; echo ${value.slice(0, 6)}''${value.slice(6)}; echo after` });
    expect(result.stdout).toContain(value);
    const id = { execution_id: result.execution_id };
    const looks = () =>
      Promise.all([
        service.tool(token, 'synapse_get_output', id),
        service.tool(token, 'synapse_get_output', { ...id, grep: 'became' }),
        service.tool(token, 'synapse_get_execution', id),
      ]).then((answers) => answers.map((answer) => JSON.stringify(answer.result)));
    for (const text of await looks()) expect(text).toContain(value);
    await service.tool(token, 'synapse_put_secret', { name: 'LATE', value });
    const [page, found, again] = await looks();
    for (const text of [page, found, again]) expect(text).not.toContain(value);
    expect(page).toContain('after');
    expect(found).not.toContain('before');
    expect(again).toContain('after');
    await service.tool(token, 'synapse_delete_secret', { name: 'LATE' });
  });

  it('takes a common value out wherever it stands, as its warning says', async () => {
    const put = await service.tool(token, 'synapse_put_secret', { name: 'COMMON', value: 'changeme' });
    expect(put.result.warning).toContain('retirée des sorties partout où elle figure');
    expect((await exec({ command: 'echo changeme, changemetoo' })).result.stdout).toBe('{{COMMON}}, {{COMMON}}too\n');
    await service.tool(token, 'synapse_delete_secret', { name: 'COMMON' });
  });

  it('pages and greps the whole output, returns head and tail [C4-GET-OUTPUT] [C5-RETURN-CAP]', async () => {
    const { result } = await exec({ command: 'seq 1 40000 | sed "s/$/ é/"', raw: true });
    expect(result.truncated).toBe(true);
    expect(result.stdout.length).toBeLessThanOrEqual(60_000);
    expect(result.stdout).toMatch(/^1 é\n2 é\n/);
    expect(result.stdout).toMatch(/\n40000 é\n$/);
    expect(result.stdout).toContain(`synapse_get_output execution_id=${result.execution_id}`);
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const page: { result: { text: string; next_offset: number | null } } = await service.tool(
        token,
        'synapse_get_output',
        {
          execution_id: result.execution_id,
          offset,
          limit: 60_000,
        },
      );
      text += page.result.text;
      offset = page.result.next_offset;
    }
    expect(text).toBe(Array.from({ length: 40_000 }, (_, index) => `${index + 1} é\n`).join(''));
    const found = await service.tool(token, 'synapse_get_output', { execution_id: result.execution_id, grep: '39999' });
    expect(found.result.text).toBe('39999:39999 é');
  });

  it('compacts what a filter knows, and gives the raw text when asked [S1-COMPACTION]', async () => {
    nextMinute();
    const command =
      'for i in $(seq 1 400); do echo "2031-01-01T00:00:00Z INFO worker ready"; done; echo "2031-01-01T00:00:01Z ERROR disk full"';
    const compacted = await exec({ command });
    expect(compacted.result.filter).toEqual(expect.any(String));
    expect(compacted.result.stdout.length).toBeLessThan(500);
    expect(compacted.result.stdout).toContain('ERROR disk full');
    expect(compacted.result.saved_tokens).toBeGreaterThan(3_000);
    expect(await lastEntry()).toMatchObject({
      filter: compacted.result.filter,
      saved_tokens: compacted.result.saved_tokens,
      returned_bytes: Buffer.byteLength(compacted.result.stdout),
    });
    const raw = await exec({ command, raw: true });
    expect(raw.result).toMatchObject({ filter: null, saved_tokens: 0 });
    expect(raw.result.stdout.split('\n')).toHaveLength(402);
    const again = await service.tool(token, 'synapse_get_execution', { execution_id: compacted.result.execution_id });
    const { stdout, ...rest } = again.result;
    expect(compacted.result).toMatchObject(rest);
    expect(stdout).toContain('ERROR disk full');
  });

  it('keeps head and tail of more than it can hold [C5-OUTPUT-CAP]', async () => {
    const { result } = await exec({
      command: 'echo FIRST; head -c 20000000 /dev/zero | tr "\\0" x | fold -w 99; echo LAST',
      raw: true,
    });
    expect(result.truncated).toBe(true);
    expect(result.stdout).toMatch(/^FIRST\n/);
    expect(result.stdout).toMatch(/LAST\n$/);
    const kept = await service.tool(token, 'synapse_get_output', {
      execution_id: result.execution_id,
      grep: 'left out',
    });
    expect(kept.result.text).toMatch(/\d+ bytes left out/);
    expect((await lastEntry()).stdout_bytes).toBeGreaterThan(20_000_000);
  });

  it('carries binary output without breaking JSON', async () => {
    const { result } = await exec({ command: "printf '\\377\\376\\000ok\\n'", raw: true });
    expect(result.stdout).toBe('\ufffd\ufffd\u0000ok\n');
  });

  it('lets 30 commands a minute pass, over MCP and REST together, and tells the true wait [S8-EXEC-RATE] [C5-RATE]', async () => {
    const user = await service.newUser('pro', { role: 'admin' });
    const own = await service.newToken(user.session);
    const machine = { slug: 'host', kind: 'local' };
    expect((await service.call('POST', '/synapse/machines', { token: user.session, body: machine })).status).toBe(201);
    service.holdClock();
    const viaMcp = () => service.tool(own, 'synapse_exec', { machine: 'host', command: 'true' });
    const viaRest = () =>
      service.call('POST', '/synapse/exec', { token: user.session, body: { machine: 'host', command: 'true' } });
    for (let refusal = 0; refusal < 5; refusal++)
      await service.tool(own, 'synapse_exec', { machine: 'no', command: 'true' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? viaMcp() : viaRest())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const refused = await viaMcp();
    expect(refused).toMatchObject({ status: 429, code: 'exec_rate_limited', text: 'Synapse rate limit exceeded' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBe(60);
    const counted = await service.call<{ calls_today: number }>('GET', '/auth/me', { token: user.session });
    // 5 refusals and the calls that ran. What ended in 429 does not count.
    expect(counted.body.calls_today).toBe(
      5 + answers.filter((answer) => 'result' in answer && answer.status === 200).length,
    );
    service.advance(wait * 1000 - 1);
    expect((await viaMcp()).status).toBe(429);
    service.advance(1);
    expect((await viaMcp()).result.success).toBe(true);
    service.letClockRun();
  });

  it('keeps a plan without mcp:synapse out [S7-PLAN] [C5-WHO]', async () => {
    const free = await service.newUser('free');
    const freeToken = await service.newToken(free.session);
    const refused = await service.tool(freeToken, 'synapse_exec', { machine: 'local', command: 'true' });
    expect(refused).toMatchObject({ isError: true, code: 'plan_required' });
    expect(refused.text).toBe('Pilotage IA Synapse réservé au plan Pro');
    const body = { machine: 'local', command: 'true' };
    const rest = await service.call('POST', '/synapse/exec', { token: free.session, body });
    expect([rest.status, rest.body.code]).toEqual([403, 'plan_required']);
  });

  it('keeps members off the host, also by way of an engine’s socket [C1-ALLOW-LOCAL]', async () => {
    const member = await service.newUser('pro');
    for (const body of [
      { slug: 'mine', kind: 'local' },
      { slug: 'engine', kind: 'docker', connection: { socket: '/var/run/docker.sock' } },
    ]) {
      const made = await service.call('POST', '/synapse/machines', { token: member.session, body });
      expect([made.status, made.body.code]).toEqual([403, 'local_forbidden']);
    }
    const memberToken = await service.newToken(member.session);
    expect((await service.tool(memberToken, 'synapse_exec', { machine: 'local', command: 'id' })).code).toBe(
      'machine_not_found',
    );
  });

  it('shows a log that holds together, and where it does not [C6-CHAIN]', async () => {
    const { result } = await service.tool(token, 'synapse_list_audit_logs', { limit: 200 });
    expect(result.entries.length).toBeGreaterThan(20);
    for (let index = 0; index + 1 < result.entries.length; index++) {
      expect(result.entries[index].prev_hash).toBe(result.entries[index + 1].hash);
    }
    expect(result.entries.at(-1).prev_hash).toBe('0'.repeat(64));
    const verdict = await service.call('GET', '/synapse/audit/verify', { token: session });
    expect(verdict.body).toMatchObject({ intact: true, findings: [] });
  });
});
