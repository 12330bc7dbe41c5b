/** The bootstrap on every shell that is installed here. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { findShells, type Shell, waitingText } from '../../../test/engines/shells.ts';
import { createBootstrap, HandshakeScanner, killTree, payload } from './bootstrap.ts';
import { SecretValue } from './secret-value.ts';
import { STAND_DOWN } from './watchdog.ts';

const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const pid of processesOf(`SYNAPSE_EXECUTION=test-${process.pid}-`, 'environ')) process.kill(pid, 'SIGKILL');
});

interface Wanted {
  readonly script: string;
  readonly secrets?: Record<string, string>;
  readonly cwd?: string | null;
  readonly watchdog?: boolean;
  readonly env?: Record<string, string>;
  /** Typed before the bootstrap, as a login shell's startup files would be. */
  readonly before?: string;
}

let count = 0;

/** A command running in a real shell, driven as an executor drives it. */
function start(shell: Shell, wanted: Wanted) {
  const tag = `test-${process.pid}-${++count}.`;
  const bootstrap = createBootstrap();
  const text = (wanted.before ?? '') + waitingText(bootstrap);
  const child: ChildProcessWithoutNullStreams = spawn(shell.program, [...shell.args, '-c', text], {
    detached: true,
    // Without SHLVL, bash takes a socket on stdin for a remote login and reads ~/.bashrc.
    env: { PATH: process.env.PATH, SHLVL: '1', ...wanted.env },
  });
  const scanners = { out: new HandshakeScanner(bootstrap.nonce), err: new HandshakeScanner(bootstrap.nonce) };
  const seen = { out: '', err: '', ready: 0, started: false, cwdMissing: false };
  const secrets = new Map(Object.entries(wanted.secrets ?? {}).map(([key, value]) => [key, new SecretValue(value)]));
  const line = payload(
    bootstrap,
    { script: wanted.script, secrets, cwd: wanted.cwd ?? null, tag },
    { watchdog: wanted.watchdog ?? true },
  );
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    const scanned = scanners.out.push(chunk);
    if (scanned.ready !== undefined) {
      seen.ready = scanned.ready;
      child.stdin.write(line);
    }
    if (scanned.started) seen.started = true;
    if (scanned.cwdMissing) seen.cwdMissing = true;
    seen.out += scanned.output.toString();
    for (const check of waiting) check();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    seen.err += scanners.err.push(chunk).output.toString();
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const printed = (what: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!seen.out.includes(what)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { tag, bootstrap, child, seen, scanners, exited, closed, printed, line };
}

async function run(shell: Shell, wanted: Wanted) {
  const command = start(shell, wanted);
  const code = await command.exited;
  await command.closed;
  command.child.stdin.end();
  await until(() => processesOf(command.bootstrap.nonce, 'cmdline').length === 0);
  return { code, ...command.seen, noise: command.scanners, line: command.line.toString() };
}

function processesOf(text: string, file: 'environ' | 'cmdline'): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/${file}`).includes(text);
      } catch {
        return false;
      }
    });
}

async function until(done: () => boolean, ms = 45_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!done()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await delay(10);
  }
}

const AWKWARD = 'a\'b"c $(touch pwned)`touch pwned`\\\\n\\\r\n\té\u0081聁遁🔑*?[-]~ #!& \n\n';

for (const shell of await findShells()) {
  describe(`the bootstrap in ${shell.name}`, () => {
    it('delivers values and command byte for byte', async () => {
      const script = `printf '%s' "$__synapse_1"; printf '%s' '${AWKWARD.replaceAll("'", '')}'\nprintf %s "$__synapse_2"`;
      const long = 'x'.repeat(110_000);
      const result = await run(shell, { script, secrets: { __synapse_1: AWKWARD, __synapse_2: long } });
      expect(result).toMatchObject({ code: 0, err: '', out: `${AWKWARD}${AWKWARD.replaceAll("'", '')}${long}` });
      expect(result.line.split('\n')).toHaveLength(2);
    });

    it('delivers every character up to U+0800 and one of each further block', async () => {
      const points = [...Array(0x800).keys()]
        .slice(1)
        .concat([...Array(0xd8).keys()].slice(8).map((n) => n * 256 + 0x81));
      const value = String.fromCodePoint(...points, 0x1f511, 0x10fffd);
      const result = await run(shell, { script: 'printf %s "$__synapse_1"', secrets: { __synapse_1: value } });
      expect(result.out === value).toBe(true);
    });

    it('keeps values out of the environment and of argv, also of a variable that was exported before', async () => {
      const script =
        'env; tr "\\0" "\\n" </proc/self/environ; tr "\\0" "\\n" </proc/$$/cmdline; tr "\\0" "\\n" </proc/$$/environ';
      const env = { __synapse_1: 'old', _synapse: 'old', __synapse_n: 'x' };
      const result = await run(shell, { script, secrets: { __synapse_1: 'canary-value' }, env });
      expect(result.out).not.toContain('canary-value');
      expect(result.out).toContain('SYNAPSE_EXECUTION=test-');
    });

    it('gives back the exit status, and 128 + n for a signal', async () => {
      expect((await run(shell, { script: 'exit 7' })).code).toBe(7);
      expect((await run(shell, { script: '(exit 9)' })).code).toBe(9);
      expect((await run(shell, { script: '' })).code).toBe(0);
      expect((await run(shell, { script: 'kill -9 $$; echo no' })).code).toBe('SIGKILL');
      expect((await run(shell, { script: 'set -e; false; echo no' })).out).toBe('');
      expect((await run(shell, { script: 'echo "' })).code).not.toBe(0);
      expect((await run(shell, { script: 'trap "echo bye" EXIT; echo hi' })).out).toBe('hi\nbye\n');
      expect((await run(shell, { script: 'exec echo replaced' })).out).toBe('replaced\n');
    });

    it('ends stdin at once: a prompt does not hang', async () => {
      expect((await run(shell, { script: 'cat; read x; echo $?' })).out).toBe('1\n');
      expect((await run(shell, { script: 'cat; read x; echo $?', watchdog: false })).out).toBe('1\n');
    });

    it('does not make the command wait for the watchdog, nor show it', async () => {
      expect((await run(shell, { script: 'jobs; echo "[$!]"; sleep 0.01 & wait; echo over' })).out).toBe('[]\nover\n');
    });

    it('enters the working directory, or says that it cannot', async () => {
      writeFileSync(join(folder, 'file'), '');
      expect((await run(shell, { script: 'pwd; echo "$PWD"', cwd: '/usr' })).out).toBe('/usr\n/usr\n');
      for (const cwd of ['/no such\n"folder', join(folder, 'file')]) {
        const result = await run(shell, { script: 'echo no', cwd });
        expect(result).toMatchObject({ cwdMissing: true, started: false, out: '', err: '' });
      }
      const odd = join(folder, `it's "\n odd`);
      execFileSync('mkdir', ['-p', odd]);
      expect((await run(shell, { script: 'pwd', cwd: odd })).out).toBe(`${odd}\n`);
    });

    it('drops what startup files print', async () => {
      const result = await run(shell, { script: 'echo out; echo err >&2', before: 'echo Welcome; echo trouble >&2; ' });
      expect(result).toMatchObject({ out: 'out\n', err: 'err\n' });
      expect(result.noise.out.noise.toString()).toBe('Welcome\n');
      expect(result.noise.err.noise.toString()).toBe('trouble\n');
    });

    it('does not run a payload that was cut short', async () => {
      const bootstrap = createBootstrap();
      const line = payload(
        bootstrap,
        { script: 'echo ran', secrets: new Map(), cwd: null, tag: 't' },
        { watchdog: false },
      );
      for (const cut of [1, 20, line.length - 1]) {
        const child = spawn(shell.program, [...shell.args, '-c', waitingText(bootstrap)]);
        let out = '';
        child.stdout.on('data', (chunk: Buffer) => (out += chunk));
        child.stdin.end(line.subarray(0, cut));
        expect(await new Promise((resolve) => child.once('close', resolve))).not.toBe(0);
        expect(out).not.toContain('ran');
      }
    });

    it('reports the process that leads the group', async () => {
      const result = await run(shell, { script: 'echo $$' });
      expect(result.out).toBe(`${result.ready}\n`);
    });

    const TREE =
      'sleep 601 & nohup sleep 602 >/dev/null 2>&1 & setsid sleep 603 & (setsid sh -c "sleep 604; :" &) ; ' +
      'trap "" TERM HUP INT; (trap "" TERM HUP; sleep 605; sleep 606) & ';

    it('kills the whole tree when stdin ends before the command', async () => {
      const command = start(shell, { script: `${TREE} echo up; while :; do sleep 0.01; done` });
      await command.printed('up');
      await until(() => processesOf(command.tag, 'environ').length >= 6);
      command.child.stdin.end();
      expect(await command.exited).toBe('SIGKILL');
      expect(processesOf(command.tag, 'environ')).toEqual([]);
      await until(() => processesOf(command.bootstrap.nonce, 'cmdline').length === 0);
    });

    it('kills a command that replaced its shell, or that runs with an empty environment', async () => {
      for (const [index, run] of ['exec', 'env -i setsid'].entries()) {
        const nap = `61${index}.${process.pid}`;
        const command = start(shell, { script: `echo up; ${run} sleep ${nap}` });
        await command.printed('up');
        await until(() => processesOf(`sleep\0${nap}`, 'cmdline').length === 1);
        command.child.stdin.end();
        expect(await command.exited).toBe('SIGKILL');
        expect(processesOf(`sleep\0${nap}`, 'cmdline')).toEqual([]);
      }
    });

    it('kills the whole tree from a second shell', async () => {
      const command = start(shell, { script: `${TREE} echo up; while :; do sleep 0.01; done`, watchdog: false });
      await command.printed('up');
      await until(() => processesOf(command.tag, 'environ').length >= 6);
      const killer = spawn(shell.program, [
        ...shell.args,
        '-c',
        killTree(command.seen.ready, { tag: command.tag, mark: command.bootstrap.mark }),
      ]);
      await new Promise((resolve) => killer.once('close', resolve));
      expect(await command.exited).toBe('SIGKILL');
      expect(processesOf(command.tag, 'environ')).toEqual([]);
    });

    it('stands down when told to, and then the end of stdin kills nothing', async () => {
      const command = start(shell, { script: 'sleep 609 & setsid sleep 610 & echo up; wait' });
      await command.printed('up');
      const both = () =>
        processesOf(command.tag, 'environ').filter((pid) => processesOf('sleep\0', 'cmdline').includes(pid));
      await until(() => both().length === 2);
      command.child.stdin.end(`${STAND_DOWN}\n`);
      await until(() => processesOf(command.bootstrap.nonce, 'cmdline').length === 1);
      const left = both();
      expect(left).toHaveLength(2);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      await command.closed;
    });

    it('leaves children in the background alone once the command has ended', async () => {
      const command = start(shell, { script: 'sleep 607 & setsid sleep 608 & echo up' });
      expect(await command.exited).toBe(0);
      command.child.stdin.end();
      await until(() => processesOf(command.bootstrap.nonce, 'cmdline').length === 0);
      const left = processesOf(command.tag, 'environ');
      expect(left).toHaveLength(2);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      await command.closed;
    });
  });
}

describe('the login command', () => {
  it('holds nothing that a login shell of any kind would change', () => {
    for (const shell of ['sh', 'bash', 'auto'] as const) {
      const { loginCommand } = createBootstrap(shell, 0o022);
      expect(loginCommand).toMatch(/^exec \/bin\/sh -c '[^'!\n]*' '[^'!\n]*'$/);
      expect(loginCommand).not.toMatch(/\\[\\']/);
    }
  });

  it('refuses NUL', () => {
    const command = { script: 'echo \0', secrets: new Map(), cwd: null, tag: 't' };
    expect(() => payload(createBootstrap(), command, { watchdog: true })).toThrow(RangeError);
  });
});

describe('the handshake scanner', () => {
  const nonce = 'ab'.repeat(16);
  const stream = Buffer.from(
    `noise \x1e \x1e${nonce.slice(2)}:12\x1e \x1e${nonce}\x1e\x1e${nonce}:123\x1emore\x1e${nonce}:go\x1eout\x1e${nonce}:cwd\x1eput`,
  );

  it('finds the same however the stream is cut', () => {
    for (let size = 1; size <= stream.length; size += 1) {
      const scanner = new HandshakeScanner(nonce);
      const found = { ready: [] as number[], started: 0, cwd: 0, out: '' };
      for (let at = 0; at < stream.length; at += size) {
        const scanned = scanner.push(stream.subarray(at, at + size));
        if (scanned.ready !== undefined) found.ready.push(scanned.ready);
        if (scanned.started) found.started += 1;
        if (scanned.cwdMissing) found.cwd += 1;
        found.out += scanned.output.toString();
      }
      expect(found).toEqual({ ready: [123], started: 1, cwd: 0, out: `out\x1e${nonce}:cwd\x1eput` });
    }
  });

  it('keeps a bounded part of endless noise', () => {
    const scanner = new HandshakeScanner(nonce);
    for (let index = 0; index < 1000; index += 1) {
      expect(scanner.push(Buffer.from(`\x1e${nonce}:${'y'.repeat(5000)}`)).output).toHaveLength(0);
    }
    expect(scanner.noise.length).toBeLessThan(2200);
    expect(scanner.push(Buffer.from(`\x1e${nonce}:go\x1eok`)).output.toString()).toBe('ok');
  });
});
