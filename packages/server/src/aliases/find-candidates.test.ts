import { describe, expect, it } from 'vitest';
import { expandAlias } from './expand.ts';
import { findCandidates, type Known } from './find-candidates.ts';
import { STARTERS } from './starter.ts';

const nothing: Known = { aliases: [], rejected: new Set(), pending: new Map() };

/** No code is made of flags. */
const FLAGS = ' --no-color --no-progress --no-audit';
const long = (command: string): string => `${command}${FLAGS}`;

/** Of commands with flags, without these. */
function suggest(used: Record<string, number>, known: Partial<Known> = {}, minCount = 3): [string, string, number][] {
  const commands = Object.entries(used).map(([command, count]) => ({ command: long(command), count }));
  const { aliases, rejected, pending } = { ...nothing, ...known };
  const there: Known = {
    aliases: aliases.map(({ code, command }) => ({ code, command: long(command) })),
    rejected: new Set([...rejected].map(long)),
    pending: new Map([...pending].map(([command, code]) => [long(command), code])),
  };
  return findCandidates(commands, there, minCount).map(({ code, command, count }) => [
    code,
    command.replace(FLAGS, ''),
    count,
  ]);
}

describe('what is worth a code [C5-MINING]', () => {
  it('wants min_count executions', () => {
    expect(suggest({ 'ls -lahR': 3, 'npm run watch': 2 })).toEqual([['lsl', 'ls -lahR', 3]]);
    expect(suggest({ 'npm run watch': 2 }, {}, 2)).toEqual([['nrw', 'npm run watch', 2]]);
  });

  it('wants eight characters, and no more than that', () => {
    const found = (...commands: string[]) =>
      findCandidates(
        commands.map((command) => ({ command, count: 3 })),
        nothing,
        3,
      ).map(({ code, command }) => [code, command]);
    expect(found('ls -lah', 'git status', 'npm run build', 'docker compose ps')).toEqual([
      ['dcp', 'docker compose ps'],
      ['nrb', 'npm run build'],
      ['gst', 'git status'],
    ]);
    expect(found('ls -lahR')).toEqual([['lsl', 'ls -lahR']]);
    // The argument and the blank in front of it are typed as before.
    expect(found(`cat ${'a'.repeat(40)}`, `cat ${'b'.repeat(40)}`)).toEqual([]);
  });

  it('puts first what saves most', () => {
    const found = suggest({ 'npm run watch': 3, 'terraform plan -out plan.bin': 3, 'cargo build': 30 });
    expect(found.map(([code]) => code)).toEqual(['cbl', 'tpl', 'nrw']);
    const [first] = findCandidates([{ command: long('cargo build'), count: 30 }], nothing, 3);
    expect(first).toMatchObject({ charsSaved: 30 * (8 + FLAGS.length) });
  });

  it('merges commands that differ in one argument', () => {
    expect(suggest({ 'docker logs --tail 100 web': 2, 'docker logs --tail 100 db': 1 })).toEqual([
      ['dls', 'docker logs --tail 100 {}', 3],
    ]);
    expect(suggest({ 'tail -n 5 /etc/hosts': 2, 'tail -n 5 /etc/passwd': 2, 'tail -n 9 /etc/hosts': 1 })).toEqual([
      ['tlb', 'tail -n 5 {}', 4],
    ]);
    expect(suggest({ 'grep -rn "a b" src': 2, "grep -rn 'c' src": 2 })).toEqual([['gsr', 'grep -rn {} src', 4]]);
    const [merged] = findCandidates(
      ['web', 'db'].map((name) => ({ command: long(`docker logs --tail 100 ${name}`), count: 2 })),
      nothing,
      3,
    );
    // "dlg web" for "docker logs --tail 100 web".
    expect(merged!.charsSaved).toBe(4 * (19 + FLAGS.length));
  });

  it('merges no programs, verbs or flags: what a command does is no argument', () => {
    const apart = { 'git switch main': 3, 'npm run watch': 3, 'npm run deploy': 3, 'ls -la /srv': 3, 'ls -lt /srv': 3 };
    expect(suggest(apart).map(([, command]) => command)).toEqual(expect.arrayContaining(Object.keys(apart)));
    expect(suggest({ 'kubectl get ingress': 3, 'kubectl get secrets': 3 })).toHaveLength(2);
    expect(suggest({ 'ps aux | grep node': 3, 'ps aux | less node': 3 })).toHaveLength(2);
  });

  it('makes a literal {} literal, and the alias runs what ran', () => {
    for (const command of ['find . -name x -exec ls {} +', 'find . -exec ls \\{} +', 'echo {}{} \\\\{}'].map(long)) {
      const [found] = findCandidates([{ command, count: 3 }], nothing, 3);
      expect(expandAlias({ code: 'abc', command: found!.command }, '')).toBe(command);
    }
    const [merged] = findCandidates(
      ['a', 'b'].map((name) => ({ command: long(`find ${name} -exec ls {} +`), count: 3 })),
      nothing,
      3,
    );
    expect(expandAlias({ code: 'abc', command: merged!.command }, 'b')).toBe(long('find b -exec ls {} +'));
  });

  it('suggests a starter’s own command under the starter’s code, and no other under it', () => {
    const [worthIt] = STARTERS.filter(({ command }) => command.length >= 35 && !command.includes('{}'));
    const { code, command } = worthIt!;
    expect(findCandidates([{ command, count: 3 }], nothing, 3)).toMatchObject([{ code, command }]);
    expect(suggest({ 'git status --short': 3 })).toEqual([['gss', 'git status --short', 3]]);
  });

  it('leaves out what has an alias, what was rejected, and what would chain', () => {
    const aliases = [
      { code: 'abc', command: 'npm run watch' },
      { code: 'dlx', command: 'docker logs -f {}' },
      { code: 'foo', command: 'echo foo' },
    ];
    const used = { 'npm run watch': 9, 'docker logs -f web': 9, 'docker logs -f "a b"': 9, 'foo bar baz': 9 };
    expect(suggest(used, { aliases })).toEqual([]);
    expect(suggest({ 'docker logs -f web db': 9 }, { aliases })).toHaveLength(1);
    expect(suggest({ 'cargo build': 9 }, { rejected: new Set(['cargo build']) })).toEqual([]);
  });

  it('never takes a program that the user runs for a code', () => {
    expect(suggest({ 'cbl --do something': 9, 'cargo build': 9 }).map(([code]) => code)).toEqual(['cba', 'cbd']);
  });

  it('keeps the code of what is pending while it can', () => {
    const pending = new Map([['cargo build', 'zzz']]);
    expect(suggest({ 'cargo build': 9 }, { pending })).toEqual([['zzz', 'cargo build', 9]]);
    const aliases = [{ code: 'ZZZ', command: 'echo taken' }];
    expect(suggest({ 'cargo build': 9 }, { pending, aliases })).toEqual([['cbl', 'cargo build', 9]]);
  });
});
