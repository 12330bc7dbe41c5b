/** Releasing: only what fits together, with checksums that `sha256sum` accepts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeChecksums } from '../../scripts/packaging/checksums.ts';
import { PLATFORMS } from '../../scripts/packaging/native-parts.ts';
import { notesOf, releaseOf } from '../../scripts/packaging/released-version.ts';
import { billOfMaterials } from '../../scripts/packaging/sbom.ts';
import { productOf } from '../../scripts/packaging/stage-files.ts';
import { removeAtEnd } from '../left-behind.ts';
import { copyClone } from './packed-clone.ts';

function repository(version: string, changelog: string): { folder: string; git: (...args: string[]) => string } {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-release-')));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  mkdirSync(join(folder, 'packages/cli'), { recursive: true });
  for (const path of ['package.json', 'packages/cli/package.json']) {
    writeFileSync(join(folder, path), JSON.stringify({ name: 'synapse', version }));
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'x', '--date', '2026-01-02T03:04:05Z');
  git('tag', 'v1.2.3');
  return { folder, git };
}

const CHANGELOG =
  '# Changelog\n\n## 1.3.0 (unreleased)\n\n- later\n\n## 1.2.3 (2 January 2026)\n\n- this\n\n## 1.2.2\n\n- before\n';

describe('a tag', () => {
  it('is released with what the changelog says about it', () => {
    const { folder } = repository('1.2.3', CHANGELOG);
    expect(releaseOf(folder, 'v1.2.3')).toMatchObject({ version: '1.2.3', notes: '- this' });
  });

  it('is refused with everything that does not fit', () => {
    const { folder } = repository('1.2.2', '# Changelog\n\n## 1.2.3 (unreleased)\n\n- this\n');
    writeFileSync(join(folder, 'left'), 'not committed');
    expect(() => releaseOf(folder, 'v1.2.3')).toThrow(
      /package\.json says 1\.2\.2[\s\S]*packages\/cli\/package\.json says 1\.2\.2[\s\S]*no section ## 1\.2\.3[\s\S]*not committed/,
    );
    const { folder: other, git } = repository('1.2.3', CHANGELOG);
    writeFileSync(join(other, 'later'), '');
    git('add', '.');
    git('commit', '--quiet', '-m', 'y');
    expect(() => releaseOf(other, 'v1.2.3')).toThrow(/not what is checked out/);
  });
});

it('this changelog has a section for each version, and one for this one', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1]!);
  for (const heading of headings) expect(heading).toMatch(/^\d+\.\d+\.\d+(?:-\S+)? \((?:unreleased|[^)]*\d{4})\)$/);
  expect(headings[0]!.split(' ')[0]).toBe(productOf('.').version);
  expect(notesOf(text.replace(' (unreleased)', ' (today)'), productOf('.').version)).not.toBeNull();
});

it('checksums are those that sha256sum knows', () => {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-sums-')));
  const files = ['b.deb', 'a.tgz'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, file);
  const sums = writeChecksums(files);
  expect(readFileSync(sums, 'utf8')).toMatch(/^[0-9a-f]{64} {2}a\.tgz\n[0-9a-f]{64} {2}b\.deb\n$/);
  const checked = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status;
  expect(checked()).toBe(0);
  writeFileSync(files[0]!, 'something else');
  expect(checked()).toBe(1);
});

it('the bill of materials names what is shipped, and nothing that only builds it', () => {
  const bom = JSON.parse(billOfMaterials('.')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; purl: string }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(bom.metadata.component).toMatchObject({ name: productOf('.').name, version: productOf('.').version });
  const names = bom.components.map(({ name }) => name);
  for (const name of ['fastify', 'better-sqlite3', 'pg', 'zod', 'ssh2']) expect(names).toContain(name);
  for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name);
  expect(billOfMaterials('.')).toBe(billOfMaterials('.'));
});

/** PACKAGES=all: with every kind of computer, from the registry, and packed as small as can be. Takes minutes. */
it.runIf(process.env.PACKAGES === 'all')('the script makes every form of a tag', { timeout: 1_800_000 }, () => {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-release-')));
  const clone = copyClone(folder);
  const { version } = productOf(clone);
  const changelog = readFileSync('CHANGELOG.md', 'utf8').replace(' (unreleased)', ' (1 January 2026)');
  writeFileSync(join(clone, 'CHANGELOG.md'), changelog);
  writeFileSync(join(clone, '.gitignore'), 'node_modules/\ndist/\nrelease/\n');
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: clone });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'x');
  git('tag', `v${version}`);
  const args = ['run', '--silent', 'release', '--', `v${version}`, '--form', 'npm,deb,mcp'];
  execFileSync('npm', args, { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] });
  const made = readdirSync(join(clone, 'release')).toSorted();
  expect(made).toEqual(
    [
      'NOTES.md',
      'SHA256SUMS',
      'server.json',
      `synapse-${version}.tgz`,
      `synapse_${version}_amd64.deb`,
      `synapse_${version}_arm64.deb`,
    ].toSorted(),
  );
  const checked = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(clone, 'release') });
  expect(checked.status, checked.stderr.toString()).toBe(0);
  const listed = execFileSync('tar', ['-tzf', join(clone, 'release', `synapse-${version}.tgz`)], { encoding: 'utf8' });
  const packed = execFileSync('tar', [
    '-xzOf',
    join(clone, 'release', `synapse-${version}.tgz`),
    'package/package.json',
  ]);
  expect(JSON.parse(packed.toString())).toMatchObject({ os: ['linux', 'darwin'], cpu: ['x64', 'arm64'] });
  for (const { sqlite, argon2 } of PLATFORMS) {
    expect(listed).toContain(`prebuilds/${sqlite}.node`);
    expect(listed).toContain(`@node-rs/argon2-${argon2}/argon2.${argon2}.node`);
  }
});
