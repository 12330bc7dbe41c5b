/** The scripts that read and write files, in every shell there is here, where things go wrong. `FILES=all`: at length. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFile, sha256 } from '../../packages/server/src/files/read-file.ts';
import { readScript } from '../../packages/server/src/files/read-script.ts';
import { ReportReader, type RunScript } from '../../packages/server/src/files/run-script.ts';
import { take } from '../../packages/server/src/files/take-bytes.ts';
import { writeFile } from '../../packages/server/src/files/write-file.ts';
import { type WriteScript, writeScript } from '../../packages/server/src/files/write-script.ts';

const REWRITES = process.env.FILES === 'all' ? 1_000 : 30;
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  sh: ['/bin/sh', '-c'],
  bash: ['bash', '--posix', '-c'],
  busybox: ['busybox', 'sh', '-c'],
};
const present = Object.entries(SHELLS).filter(([, [program]]) => spawnSync(program!, ['-c', ':']).error === undefined);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'synapse-scripts-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (more: Partial<WriteScript> & { path: string; bytes: number }): string =>
  writeScript({ token: 'abcdef', expected: { kind: 'anything' }, mode: null, ...more });
const ours = (place: string): string[] => readdirSync(place).filter((name) => name.startsWith('.synapse'));

describe.each(present)('%s', (name, [program, ...args]) => {
  const at = (file: string): string => join(folder, `${name}-${file}`);
  const say = (text: string, input: string | Buffer = '', uid?: number): string =>
    spawnSync(program!, [...args, text], { input, ...(uid === undefined ? {} : { uid, gid: uid }) }).stdout.toString();
  const write = (path: string, input: string | Buffer, more: Partial<WriteScript> = {}, uid?: number): string =>
    say(script({ path, bytes: input.length, ...more }), input, uid).trim();

  it('a name may hold every byte but NUL and slash', () => {
    const odd = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1))
      .join('')
      .replace('/', '');
    const path = at(`${odd}é✓😀\n`);
    expect(write(path, 'text')).toBe('ok created');
    expect(readFileSync(path, 'utf8')).toBe('text');
    expect(say(readScript({ path }))).toMatch(/^ok 4 .*\ntext$/s);
    rmSync(path);
    for (const file of ['-rf', '*', '~', ' ', '\\', '$(id)', '`id`', '.hidden', '{{NAME}}'])
      expect(write(join(folder, file), 'x'), file).toMatch(/^ok/);
  });

  it('owner and mode stay, and a new file gets what any would', () => {
    const path = at('kept');
    writeFileSync(path, 'old');
    if (isRoot) chownSync(path, 1234, 1235);
    chmodSync(path, 0o4751);
    expect(write(path, 'new')).toBe('ok replaced');
    const { mode, uid, gid } = statSync(path);
    expect(mode & 0o7777).toBe(0o4751);
    if (isRoot) expect([uid, gid]).toEqual([1234, 1235]);
    expect(say(`umask 027; ${script({ path: at('fresh'), bytes: 1 })}`, 'x')).toBe('ok created\n');
    expect(statSync(at('fresh')).mode & 0o777).toBe(0o640);
  });

  it.runIf(isRoot)('another owner, and a folder that may not be written to, are refused and left alone', () => {
    const open = at('open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const theirs = join(open, 'theirs');
    writeFileSync(theirs, 'theirs');
    chmodSync(theirs, 0o666);
    expect(write(theirs, 'mine', {}, NOBODY)).toBe('no owner');
    expect(write(join(open, 'new'), 'mine', {}, NOBODY)).toBe('ok created');
    expect(write(at('denied'), 'mine', {}, NOBODY)).toBe('no denied');
    writeFileSync(at('secret'), 'x', { mode: 0o600 });
    expect(say(readScript({ path: at('secret') }), '', NOBODY)).toBe('no denied\n');
    mkdirSync(at('closed'), { mode: 0o700 });
    expect(say(readScript({ path: join(at('closed'), 'x') }), '', NOBODY)).toBe('no denied\n');
    expect(readFileSync(theirs, 'utf8')).toBe('theirs');
    expect(ours(open)).toEqual([]);
  });

  it.runIf(isRoot)('a full disk and a read-only file system are refused, and nothing is changed', () => {
    const disk = at('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      const path = join(disk, 'file');
      expect(write(path, 'small')).toBe('ok created');
      expect(write(path, Buffer.alloc(200_000))).toMatch(/^no (space|short)/);
      expect(readFileSync(path, 'utf8')).toBe('small');
      expect(ours(disk)).toEqual([]);
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      expect(write(path, 'other')).toBe('no readonly');
      expect(readFileSync(path, 'utf8')).toBe('small');
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  /** One that has begun to write and waits for the rest of its input. */
  const begin = async (path: string, first: string, whole: number): Promise<ChildProcess> => {
    const before = ours(folder).length;
    const child = spawn(program!, [...args, script({ path, bytes: whole })], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin!.write(first);
    await expect.poll(() => ours(folder).length, { interval: 5 }).toBe(before + 1);
    return child;
  };
  const said = async (child: ChildProcess): Promise<string> => {
    let text = '';
    for await (const chunk of child.stdout!) text += chunk;
    return text.trim();
  };

  it('a link that is swapped in meanwhile is not followed', async () => {
    const [path, victim] = [at('target'), at('victim')];
    writeFileSync(path, 'old');
    writeFileSync(victim, 'victim');
    const child = await begin(path, 'new ', 8);
    rmSync(path);
    symlinkSync(victim, path);
    child.stdin!.end('text');
    expect(await said(child)).toMatch(/^ok/);
    expect(readFileSync(victim, 'utf8')).toBe('victim');
    expect(lstatSync(path).isFile() && readFileSync(path, 'utf8')).toBe('new text');
    expect(ours(folder)).toEqual([]);
  });

  it('a folder that is swapped meanwhile, on the way or in its place, gets nothing', async () => {
    const [real, moved, other] = [at('real'), at('moved'), at('other')];
    for (const each of [real, other]) mkdirSync(each);
    const child = spawn(program!, [...args, script({ path: join(real, 'f'), bytes: 8 })], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin!.write('new ');
    await expect.poll(() => ours(real).length, { interval: 5 }).toBe(1);
    renameSync(real, moved);
    symlinkSync(other, real);
    child.stdin!.end('text');
    expect(await said(child)).toBe('ok created');
    expect(readdirSync(other)).toEqual([]);
    expect(readFileSync(join(moved, 'f'), 'utf8')).toBe('new text');
    const path = at('becomes-folder');
    const second = await begin(path, 'new ', 8);
    mkdirSync(path);
    second.stdin!.end('text');
    expect(await said(second)).toBe('no folder');
    expect(readdirSync(path)).toEqual([]);
    expect(ours(folder)).toEqual([]);
  });

  it('what is cut off or asked to end cleans up, and what was killed is cleaned up by the next', async () => {
    const path = at('cut');
    writeFileSync(path, 'old');
    const cut = await begin(path, 'half', 8);
    cut.stdin!.end();
    expect(await said(cut)).toBe('no short 4');
    const asked = await begin(path, 'half', 8);
    asked.kill('SIGTERM');
    asked.stdin!.end();
    await once(asked, 'exit');
    expect(ours(folder)).toEqual([]);
    const killed = await begin(path, 'half', 8);
    killed.kill('SIGKILL');
    killed.stdin!.end();
    await once(killed, 'exit');
    expect(ours(folder)).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(write(path, 'new')).toBe('ok replaced');
    expect(ours(folder)).toEqual([]);
  });
});

it(
  'a reader never sees half of a file that is rewritten again and again',
  async () => {
    const path = join(folder, 'rewritten');
    const texts = ['a', 'b'].map((letter) => letter.repeat(300_000));
    writeFileSync(path, texts[0]!);
    const look = `const { readFileSync } = require('node:fs'); let seen = 0;
    process.on('SIGTERM', () => { console.log(seen); process.exit(); });
    const look = () => { for (let i = 0; i < 20; i++) { const text = readFileSync(${JSON.stringify(path)}, 'latin1'); seen++;
      if (text.length !== 300000 || text !== text[0].repeat(300000)) { console.log('half', text.length); process.exit(1); } }
      setImmediate(look); }; look(); console.log('looking');`;
    const reader = spawn(process.execPath, ['-e', look], { stdio: ['ignore', 'pipe', 'inherit'] });
    let heard = '';
    reader.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    await expect.poll(() => heard).toContain('looking');
    const once1 = ([, [program, ...args]]: (typeof present)[number], text: string) =>
      spawnSync(program!, [...args, script({ path, bytes: text.length })], { input: text }).stdout.toString();
    for (let turn = 0; turn < REWRITES; turn++)
      expect(once1(present[turn % present.length]!, texts[turn % 2]!)).toBe('ok replaced\n');
    reader.kill('SIGTERM');
    await once(reader, 'exit');
    expect(heard).toMatch(/^looking\n\d+\n$/);
    expect(Number(heard.split('\n')[1])).toBeGreaterThan(REWRITES);
  },
  480_000 + REWRITES * 500,
);

/** Programs that take large blocks, and those that cannot. */
const TAKERS: Readonly<Record<string, string>> = {
  'this system': '',
  busybox: 'dd() { busybox dd "$@"; }; head() { busybox head "$@"; };',
  'a dd that waits for no whole blocks': 'dd() { echo "unknown operand" >&2; return 1; };',
};

const isHere = (name: string): boolean => name !== 'busybox' || present.some(([shell]) => shell === name);

it.each(Object.entries(TAKERS).filter(([name]) => isHere(name)))(
  'by %s, so many bytes are passed on, and no end is waited for',
  async (name, programs) => {
    for (const bytes of [0, 1, 1024 * 1024 - 1, 1024 * 1024, 64 * 1024 * 1024 + 262_145]) {
      const target = join(folder, `taken ${name}`);
      const text = `${programs} f=$0; { ${take(bytes, '"$f"')}; } >"$f"`;
      const child = spawn('/bin/sh', ['-c', text, target], { stdio: ['pipe', 'ignore', 'inherit'] });
      const wanted = Buffer.alloc(bytes, '0123456\n');
      child.stdin.on('error', () => {});
      child.stdin.write(wanted);
      const [code] = await once(child, 'exit');
      expect([code, readFileSync(target).equals(wanted)], String(bytes)).toEqual([0, true]);
      child.stdin.destroy();
    }
  },
);

it('what ends early is passed on as far as it came', () => {
  const { stdout } = spawnSync('/bin/sh', ['-c', `head -c 70000000 /dev/zero | { ${take(2 ** 40, '"$0"')}; } | wc -c`]);
  expect(stdout.toString().trim()).toBe('70000000');
});

it('a machine without a program for SHA-256 is served all the same', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const programs = ['cat', 'chmod', 'chown', 'cksum', 'find', 'head', 'ls', 'ln', 'mv', 'readlink', 'rm', 'sync', 'wc'];
  for (const each of programs)
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${each}`])
        .toString()
        .trim(),
      join(bin, each),
    );
  const run: RunScript = async (text, options = {}) => {
    const input: Buffer[] = [];
    for await (const chunk of options.input ?? []) input.push(chunk);
    const { stdout, status } = spawnSync('/bin/sh', ['-c', text], { input: Buffer.concat(input), env: { PATH: bin } });
    const reader = new ReportReader(options, 1_000_000);
    await reader.push(stdout);
    return { ...reader.report!, body: reader.body, exitCode: status! };
  };
  const path = join(folder, 'bare');
  const wanted = { path, bytes: Buffer.from('one'), mode: '750' };
  expect(await writeFile(run, { ...wanted, expect: 'absent' })).toMatchObject({ created: true });
  await expect(writeFile(run, { ...wanted, expect: 'absent' })).rejects.toMatchObject({
    code: 'file_changed',
    details: { now: sha256(Buffer.from('one')) },
  });
  const two = { path, bytes: Buffer.from('two'), mode: null };
  await expect(writeFile(run, { ...two, expect: sha256(two.bytes) })).rejects.toMatchObject({ code: 'file_changed' });
  await writeFile(run, { ...two, expect: sha256(wanted.bytes) });
  expect((await fetchFile(run, path)).bytes).toEqual(two.bytes);
  expect(statSync(path).mode & 0o777).toBe(0o750);
  expect(existsSync(join(bin, 'stat'))).toBe(false);
});
