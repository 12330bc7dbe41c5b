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
