/**
 * What people expect of a command line: it prints what was asked for, guesses what was meant, and leaves nothing
 * behind.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { killAtEnd } from '../left-behind.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli, listen, PROGRAM } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const run = promisify(execFile);

let service: Service;
let cli: Cli;
let session: string;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  session = await service.login();
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

const exec = (command: string) =>
  service.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', command } });

/** Like a shell: with real pipes, which are no sockets. */
async function shell(line: string): Promise<{ code: number; output: string }> {
  const script = line.replaceAll('synapse ', `"${process.execPath}" "${PROGRAM}" `);
  const options = { env: cli.env, cwd: cli.home, timeout: 180_000 };
  try {
    const { stdout, stderr } = await run('sh', ['-c', script], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe('exec', () => {
  it('knows what is an option of the command', async () => {
    expect((await cli.run('exec', ['local', 'printf', '%s.', '-n', '--json'])).stdout).toBe('-n.--json.');
    expect((await cli.run('exec', ['local', '--json', 'printf', '%s', '-x'])).json).toMatchObject({ stdout: '-x' });
    expect((await cli.run('alias set', ['ech', 'echo', '-n', 'hello'])).stdout).toBe('ech = echo -n hello\n');
  });

  it('shows a terminal nothing that it would obey but colours, and a pipe every byte', async () => {
    const printed = '\\033]52;c;aGk=\\007\\033[31mred\\033[2J\\n';
    const command = `exec local -- ${JSON.stringify(`printf '${printed}'; printf '${printed}' >&2`)}`;
    const program = `"${process.execPath}" "${PROGRAM}"`;
    const options = { env: { ...cli.env, TERM: 'xterm' }, cwd: cli.home, timeout: 180_000 };
    for (const how of [command, command.replace('exec', 'exec --compact')]) {
      const { stdout } = await run('script', ['-qec', `${program} ${how}`, '/dev/null'], options);
      expect(stdout.split('^[]52;c;aGk=^G\x1b[31mred'), how).toHaveLength(3);
      expect(stdout).not.toMatch(/\x1b\]|\x07|\x1b\[2J/);
      expect(stdout).toContain('\x1b[0m');
    }
    const bytes = '\x1b]52;c;aGk=\x07\x1b[31mred\x1b[2J\n';
    expect(await shell(`synapse ${command}`)).toEqual({ code: 0, output: bytes + bytes });
    const refused = await run(
      'script',
      ['-qec', `${program} machine show "$(printf 'x\\033]0;t\\007')"`, '/dev/null'],
      options,
    )
      .then(({ stdout }) => stdout)
      .catch(({ stdout }: { stdout: string }) => stdout);
    expect(refused).not.toMatch(/\x1b\]|\x07/);
  });

  it('shows a terminal what is held back for a moment, once, and never what may be a secret', async () => {
    const value = 'dolphin-4711-dolphin';
    await service.call('PUT', '/synapse/secrets/FISH', { token: session, body: { value } });
    const wait = (name: string) => `until [ -e ${join(cli.home, name)} ]; do sleep 0.05; done`;
    const printed = `printf started; ${wait('one')}; printf ' dolphin-4711'; ${wait('two')}; printf -- '-dolphin\\n'`;
    const seen = listen(cli.inTerminal(`exec local -t 300 -- "${printed}"`));
    await expect.poll(seen.text).toMatch(/started$/);
    writeFileSync(join(cli.home, 'one'), '');
    await expect.poll(seen.text).toMatch(/started $/);
    writeFileSync(join(cli.home, 'two'), '');
    expect(await seen.ended).toEqual([0, null]);
    expect(seen.text()).toMatch(/^started (?:dol)?\{\{FISH\}\}\r?\n/);
    await service.call('DELETE', '/synapse/secrets/FISH', { token: session });
  });

  it.each([
    ['a pipe', 'echo hi | synapse exec local -- cat'],
    ['a pipe that takes its time', '(sleep 0.5; echo hi) | synapse exec local -- cat'],
    ['a file', 'synapse exec local -- cat < input'],
    ['a here-document', 'synapse exec local -- cat <<EOF\nhi\nEOF'],
  ])('hands %s to the command', async (_name, line) => {
    writeFileSync(join(cli.home, 'input'), 'hi\n');
    expect(await shell(line)).toEqual({ code: 0, output: 'hi\n' });
  });

  it('-n leaves the input to the loop around it', async () => {
    const loop = 'printf "1\n2\n3\n" | while read each; do synapse exec local -n -- "cat; echo $each"; done';
    expect(await shell(loop)).toEqual({ code: 0, output: '1\n2\n3\n' });
    expect(await shell(loop.replace('-n ', ''))).toEqual({ code: 0, output: '2\n3\n1\n' });
  });

  it.each([
    ['a sandbox', 'echo hi | synapse look local -- cat', /does not reach the command[\s\S]*-n/],
    ['many machines', 'echo hi | synapse exec --on local -- cat', /does not reach the command[\s\S]*-n/],
    ['no text', "printf 'a\\000b' | synapse exec local -- cat", /not UTF-8 text[\s\S]*synapse cp/],
    [
      'too much',
      "head -c 1048577 /dev/zero | tr '\\0' a | synapse exec local -- cat",
      /longer than 1048576 bytes[\s\S]*synapse cp/,
    ],
  ])('refuses input for %s instead of losing it, and says what to do', async (_name, line, said) => {
    const before = service.log.length;
    const { code, output } = await shell(line);
    expect({ code, output }).toMatchObject({ code: 2 });
    expect(output).toMatch(said);
    expect(service.log.slice(before).join('')).not.toMatch(/\/synapse\/(?:exec|look)/);
  });

  it.each([
    ['nothing', 'synapse exec local -- echo ran </dev/null'],
    ['an empty pipe', 'true | synapse exec local -- echo ran'],
    ['an empty file', ': > empty; synapse exec local -- echo ran < empty'],
    ['no stdin at all', 'synapse exec local -- echo ran <&-'],
  ])('runs with %s on its stdin', async (_name, line) => {
    expect(await shell(line)).toEqual({ code: 0, output: 'ran\n' });
  });
});

describe('logs', () => {
  it('-f -n 1 begins with the last entry, and goes on with what comes, once', async () => {
    for (const at of [1, 2, 3]) await exec(`echo old ${at}`);
    const child = killAtEnd(cli.start('logs', ['-f', '-n', '1', '--json']));
    const lines: string[] = [];
    const heard = collect(child, lines);
    await heard(1);
    await exec('echo new');
    await heard(2);
    await exec('echo newer');
    await heard(3);
    child.kill('SIGTERM');
    await once(child, 'close');
    const commands = lines.map((line) => (JSON.parse(line) as { command_template: string }).command_template);
    expect(commands).toEqual(['echo old 3', 'echo new', 'echo newer']);
  });

  it('-n 2 prints two that have ended, whatever runs now', async () => {
    const running = service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'local', command: 'sleep 30', wait_seconds: 0 },
    });
    const { execution_id } = (await running).body as { execution_id: string };
    const { stdout } = await cli.run('logs', ['-n', '2', '--json']);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout).not.toContain('sleep 30');
    await service.call('POST', `/synapse/executions/${execution_id}/cancel`, { token: session });
  });
});

/** Waits until this many lines have come. */
function collect(child: ChildProcess, lines: string[]): (count: number) => Promise<void> {
  let rest = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  });
  return (count) => expect.poll(() => lines.length).toBe(count);
}

describe('questions', () => {
  it('that delete are answered with no by who only presses Enter', async () => {
    await service.call('PUT', '/synapse/secrets/KEPT', { token: session, body: { value: 'a value that stays' } });
    const command = `stty cols 100 rows 30; "${process.execPath}" "${PROGRAM}" secret rm KEPT`;
    const child = killAtEnd(spawn('script', ['-qec', command, '/dev/null'], { env: { ...cli.env, TERM: 'xterm' } }));
    let shown = '';
    let asked = false;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (asked || !/Delete the secret KEPT[\s\S]*No/.test(shown)) return;
      asked = true;
      child.stdin.write('\r');
    });
    expect((await once(child, 'close'))[0]).toBe(2);
    expect(shown).toContain('cancelled');
    const { secrets } = (
      await service.call<{ secrets: { name: string }[] }>('GET', '/synapse/secrets', { token: session })
    ).body;
    expect(secrets.map(({ name }) => name)).toContain('KEPT');
  });
});

describe('an export of nothing', () => {
  it('is an empty file of JSON Lines, and a CSV with its heading', async () => {
    const none = ['--until', '2000-01-01'];
    expect(await cli.run('audit export', none)).toMatchObject({ code: 0, stdout: '' });
    const csv = await cli.run('audit export', [...none, '--format', 'csv']);
    expect(csv.stdout).toMatch(/^id,execution_id,[\w,]+,hash\r\n$/);
    const file = join(cli.home, 'none.jsonl');
    expect(await cli.run('audit export', [...none, '-o', file])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('');
    for (const [format, type] of Object.entries({ jsonl: 'application/x-ndjson', csv: 'text/csv' })) {
      const path = `/synapse/audit/export?until=2000-01-01&format=${format}`;
      const answer = await service.call('GET', path, { token: session });
      expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });
});

describe('npx synapse serve', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('leaves no service behind on %s', async (signal) => {
    const env = { ...cli.env, SYNAPSE_PORT: '0', SYNAPSE_DATA_DIR: join(cli.home, signal) };
    const options = { env, cwd: join(import.meta.dirname, '../..'), detached: true } as const;
    const npx = killAtEnd(spawn('npx', ['synapse', 'serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] }));
    let printed = '';
    await new Promise<void>((listens) => {
      npx.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('listening on')) listens();
      });
    });
    const url = /listening on (\S+)/.exec(printed)![1]!;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // Only to npx. On SIGINT it waits for a terminal to send the signal to all of them, and so do we.
    process.kill(signal === 'SIGINT' ? -npx.pid! : npx.pid!, signal);
    const answers = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(answers).toBe(false);
  });
});
