/** Which version a release is of, and whether everything agrees on it: the tag, every package.json, the changelog. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productOf } from './stage-files.ts';

export interface Release {
  readonly version: string;
  /** When the tagged commit was made: the files of a release carry this time, whenever they are made. */
  readonly time: Date;
  /** What the changelog says about this version. */
  readonly notes: string;
}

/** Throws with everything that does not fit. */
export function releaseOf(clone: string, tag: string): Release {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
  const version = tag.replace(/^v/, '');
  const problems: string[] = [];
  for (const file of ['package.json', ...globSync('packages/*/package.json', { cwd: clone })]) {
    const own = productOf(join(clone, file, '..')).version;
    if (own !== version) problems.push(`${file} says ${own}`);
  }
  const notes = notesOf(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === null) problems.push(`CHANGELOG.md has no section ## ${version}, or says that it is not released`);
  if (git('rev-parse', 'HEAD') !== git('rev-parse', `${tag}^{commit}`))
    problems.push(`${tag} is not what is checked out`);
  if (git('status', '--porcelain') !== '') problems.push('there are changes that are not committed');
  if (problems.length > 0) throw new Error(`${tag} cannot be released:\n  ${problems.join('\n  ')}`);
  return { version, time: new Date(Number(git('log', '-1', '--format=%ct', tag)) * 1000), notes: notes! };
}

/** The section of a version, without its heading. Null if there is none, nothing in it, or "(unreleased)" behind it. */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => {
    const [heading = ''] = section.split('\n', 1);
    return heading.split(' ', 1)[0] === version && !heading.includes('(unreleased)');
  });
  const text = own?.slice(own.indexOf('\n') + 1).trim() ?? '';
  return text === '' ? null : text;
}
