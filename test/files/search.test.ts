/** Searching the files of a machine: the same is found with every program, and through the tool on a real service. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { SearchFilesRequest } from '@synapse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportReader, type RunScript } from '../../packages/server/src/files/run-script.ts';
import { searchFiles } from '../../packages/server/src/files/search-files.ts';
import { buildRedactor } from '../../packages/server/src/redaction/index.ts';
import { fetchPackages } from '../engines/engines.ts';
import { findShells } from '../engines/shells.ts';
import { programsWithout } from '../programs-without.ts';
import { type Service, startService } from '../service.ts';

const SECRET = 'correct-horse-battery-staple';
const KEY = ['-----BEGIN OURS-----', 'c29tZSBieXRlcyBvZiBhIGtleQ', 'bW9yZSBieXRlcyBvZiBhIGtleQ', '-----END OURS-----'];
const redactor = buildRedactor([
  { name: 'DB_PASSWORD', value: SECRET },
  { name: 'KEY', value: KEY.join('\n') },
]);

let folder: string;
const put = (name: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'synapse-search-'));
  put('.gitignore', 'dist/\n*.log\n');
  put('.git/config', '[core]\n\tfsmonitor = touch /never\n[needle]\n');
  put('src/a.ts', `const needle = 1;\nconst other = 2;\nneedle(${'x'.repeat(2_000)});\n`);
  put('src/deep/b.js', `password = '${SECRET}' // needle\n`);
  put("src/deep/odd: 12: name's [x].ts", 'a needle\r\n');
  put('src/deep/dist/made.ts', 'needle made\n');
  put('src/empty.ts', '');
  put('binary', Buffer.from('needle\0needle\n'));
  put('noise.log', 'needle in a log\n');
  put('keys.pem', `${KEY.join('\n')}\n`);
  symlinkSync('/etc/passwd', join(folder, 'src/link'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first of them is there, the others are not. */
const PROGRAMS = ['rg', 'git', 'grep', 'busybox'] as const;

async function pathWith(program: (typeof PROGRAMS)[number]): Promise<string> {
  if (program === 'git') return programsWithout('rg');
  if (program === 'grep') return programsWithout('rg', 'git');
  if (program === 'rg') {
    const root = await fetchPackages('ripgrep', ['ripgrep']);
    return [join(root, 'usr/bin'), programsWithout('git', 'grep')].join(delimiter);
  }
  const busybox = (await findShells()).find(({ name }) => name === 'busybox ash')!.program;
  const bin = mkdtempSync(join(folder, '..', 'synapse-busybox-'));
  for (const name of ['cat', 'cut', 'find', 'grep', 'head', 'ls', 'readlink', 'sed', 'sh', 'pwd'])
    symlinkSync(busybox, join(bin, name));
  return bin;
}

const runWith =
  (path: string): RunScript =>
  async (script) => {
    const reader = new ReportReader({}, 8 * 1024 * 1024);
    const child = spawn('/bin/sh', ['-c', script], { env: { PATH: path }, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of child.stdout) reader.push(chunk);
    return { ...reader.report!, body: reader.body, exitCode: 0 };
  };

describe.each(PROGRAMS)('by %s', (program) => {
  // A simple program does not read .gitignore.
  const ignores = program === 'rg' || program === 'git';
  const but = (names: string[]): string[] => (ignores ? [] : names);
  let run: RunScript;
  beforeAll(async () => {
    run = runWith(await pathWith(program));
  });
  const search = async (path: string, more: Partial<SearchFilesRequest>) =>
    searchFiles(run, SearchFilesRequest.parse({ machine: 'x', path: join(folder, path), ...more }), redactor, 50_000);
  const names = async (path: string, more: Partial<SearchFilesRequest>) =>
    (await search(path, more)).files!.map(({ file }) => file);

  it('finds lines by file, redacted and cut', async () => {
    const { files, more } = await search('', { pattern: '(need|no)le' });
    expect(more).toBe(false);
    const found = Object.fromEntries(files!.map(({ file, lines }) => [file, lines]));
    expect(Object.keys(found)).toEqual([
      // Nor does it know a binary file.
      ...(program === 'busybox' ? ['binary'] : []),
      ...but(['noise.log']),
      'src/a.ts',
      'src/deep/b.js',
      ...but(['src/deep/dist/made.ts']),
      "src/deep/odd: 12: name's [x].ts",
    ]);
    expect(found['src/a.ts']).toMatchObject([{ line: 1, text: 'const needle = 1;' }, { line: 3 }]);
    expect(found['src/a.ts']![1]!.text.length).toBeLessThan(410);
    expect(found['src/deep/b.js']).toEqual([{ line: 1, text: "password = '{{DB_PASSWORD}}' // needle" }]);
  });

  it('takes each line of a long secret out', async () => {
    const { files } = await search('', { pattern: 'bytes|OURS|^[A-Za-z0-9]{20,}$', glob: '*.pem' });
    expect(JSON.stringify(files)).not.toMatch(/c29tZ|bW9yZ/);
  });

  it('looks for names where there is no pattern', async () => {
    expect(await names('src', {})).toEqual([
      'a.ts',
      'deep/b.js',
      ...but(['deep/dist/made.ts']),
      "deep/odd: 12: name's [x].ts",
      'empty.ts',
    ]);
    expect(await names('', { glob: '*.js' })).toEqual(['src/deep/b.js']);
    expect(await names('', { glob: 'src/*.ts' })).toEqual(expect.arrayContaining(['src/a.ts', 'src/empty.ts']));
    // What the `.gitignore` above it says holds in a folder below, too.
    expect(await names('src/deep', { pattern: 'made' })).toEqual(but(['dist/made.ts']));
  });

  it('searches one file, counts to its limit, and finds nothing', async () => {
    expect((await search('src/a.ts', { pattern: 'other' })).files).toMatchObject([{ lines: [{ line: 2 }] }]);
    expect(await search('', { pattern: 'needle', limit: 1 })).toMatchObject({ more: true });
    expect(await search('', { pattern: 'no such thing' })).toMatchObject({ files: [], more: false });
  });

  it('says what is wrong with a pattern, and that a folder is not there', async () => {
    await expect(search('', { pattern: '(' })).rejects.toMatchObject({ code: 'arguments_invalid' });
    await expect(search('nowhere', { pattern: 'x' })).rejects.toMatchObject({ code: 'file_not_found' });
  });
});

describe('synapse_search', () => {
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    session = await service.login();
    token = await service.newToken(session);
    await service.call('PUT', '/synapse/secrets/DB_PASSWORD', { token: session, body: { value: SECRET } });
  });
  afterAll(() => service?.stop());
  const search = (args: Record<string, unknown>) =>
    service.tool(token, 'synapse_search', { machine: 'local', ...args });

  it('answers, redacted, and is in the log', async () => {
    const { result, isError } = await search({ path: folder, pattern: 'password', glob: '*.js' });
    expect(isError).toBe(false);
    expect(result.files).toEqual([
      { file: 'src/deep/b.js', lines: [{ line: 1, text: "password = '{{DB_PASSWORD}}' // needle" }] },
    ]);
    const { body } = await service.call<{ entries: unknown[] }>('GET', '/synapse/executions?limit=1', {
      token: session,
    });
    expect(body.entries).toMatchObject([{ command_template: `search-files ${folder}`, status: 'done' }]);
  });

  it('names a wrong field', async () => {
    expect(await search({ path: folder, pattern: '[' })).toMatchObject({ isError: true, code: 'arguments_invalid' });
    expect(await search({ path: 'src', pattern: 'x' })).toMatchObject({ isError: true, code: 'arguments_invalid' });
    expect(await search({ path: folder, pattern: 'a\nb' })).toMatchObject({ isError: true, code: 'arguments_invalid' });
  });

  it('is judged as a read, and of a private folder as sensitive', async () => {
    const text = 'default: careful\nrules:\n  - name: private\n    when: { effect: sensitive }\n    then: deny\n';
    expect(await service.call('PUT', '/synapse/policy', { token: session, body: { text } })).toMatchObject({
      status: 200,
    });
    expect(await search({ path: folder, pattern: 'needle' })).toMatchObject({ isError: false });
    expect(await search({ path: '/home/ada/.ssh', pattern: 'x' })).toMatchObject({
      isError: true,
      code: 'policy_denied',
    });
  });
});
