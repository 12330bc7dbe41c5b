import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compact } from '../../compact.ts';

let folder = '';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => (i % 9 < 2 ? '' : `line ${i + 1} of the file`));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'));
  git('init', '-q', '.');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a real diff', () => {
  it('keeps every changed line, under a heading with its true place in the file', () => {
    const before = numbered(120);
    write('a.txt', before);
    git('add', '.');
    git('commit', '-qm', 'one');
    const after = [...before];
    after[9] = 'changed ten';
    after.splice(30, 0, 'added one', 'added two', 'added three');
    after[60] = 'changed sixty-one';
    after[66] = 'changed sixty-seven';
    after[110] = 'changed hundred and eleven';
    write('a.txt', after);
    const { text, filter } = compact({
      command: 'git diff -U10',
      exitCode: 0,
      stdout: git('diff', '-U10'),
      recovery: 'id',
      now: () => 0,
    });
    expect(filter).toBe('git-diff');
    for (const line of after.filter((line) => /changed|added/.test(line))) expect(text).toContain(`+${line}`);

    // the line of the new file under each heading is the one that its number names
    const lines = text.split('\n');
    let checked = 0;
    lines.forEach((line, i) => {
      const place = /^@@ (?:-\d+ \+)?(\d+)/.exec(line);
      if (!place) return;
      const next = lines.slice(i + 1).find((one) => !one.startsWith('-'));
      expect(next?.slice(1)).toBe(after[Number(place[1]) - 1]);
      checked++;
    });
    expect(checked).toBeGreaterThan(3);
  });

  it('names every file of a diff too long to be shown, and says what is missing', () => {
    for (let n = 0; n < 60; n++) write(`file${n}.txt`, numbered(80));
    git('add', '.');
    git('commit', '-qm', 'one');
    for (let n = 0; n < 60; n++)
      write(
        `file${n}.txt`,
        numbered(80).map((line) => `${line} and a change that makes it long enough`),
      );
    const stdout = git('diff');
    const { text } = compact({
      command: 'git diff',
      exitCode: 0,
      stdout: stdout,
      recovery: 'id',
      now: () => 0,
    });
    for (let n = 0; n < 60; n++) expect(text).toMatch(new RegExp(`^file${n}\\.txt`, 'm'));
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/… \d+ lines left out \(synapse_get_output execution_id=id\)$/);
  });

  it('reads what plain diff writes', () => {
    write('a.txt', ['same', 'old', 'same too', ...numbered(30)]);
    write('b.txt', ['same', 'new', 'same too', ...numbered(30)]);
    const { stdout } = spawnSync('diff', ['-u', 'a.txt', 'b.txt'], { cwd: folder, encoding: 'utf8' });
    const { text } = compact({
      command: 'diff -u a.txt b.txt',
      exitCode: 1,
      stdout: stdout,
      recovery: 'id',
      now: () => 0,
    });
    expect(text.split('\n').slice(0, 5)).toEqual(['a.txt -> b.txt', '@@ 1', ' same', '-old', '+new']);
  });
});
