import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCandidates } from './find-candidates.ts';
import { nameCommand, usefulWords } from './naming.ts';
import { isProgramName, isUndesirable } from './reserved.ts';
import { STARTERS, starterOfCode } from './starter.ts';

const anyFree = () => true;

describe('the naming rule [S2-SUGGESTION-NAMING]', () => {
  it.each([
    ['git status', 'gst'],
    ['docker compose ps', 'dcp'],
    ['npm run build', 'nrb'],
    ['git log -5 --oneline', 'glg'],
    ['git --no-pager log -5', 'glg'],
    ['kubectl -n prod get pods -o wide', 'kgp'],
    ['docker compose -f prod.yml up -d', 'dcu'],
    ['docker logs --tail 100 {}', 'dlg'],
    ['journalctl -u nginx --since today', 'jrn'],
    ['NODE_ENV=production npm run build', 'nrb'],
    ['/usr/bin/git status', 'stt'],
    ['psql "{{DB_URL}}" -c "select 1"', 'psq'],
    ['tail -n 100 /var/log/syslog', 'tla'],
    ['ps aux | grep node > out.txt', 'pag'],
    ['Git Status', 'gst'],
    ['uptime', 'upt'],
    ['./deploy.sh', 'dsh'],
  ])('%s → %s', (command, code) => expect(nameCommand(command, anyFree)).toBe(code));

  it('drops flags, their values, paths, numbers, quotes, placeholders and assignments', () => {
    expect(
      usefulWords('A=1 docker run --name web -p 80:80 -v /a:/b -e X=1 nginx "it is" {{TOKEN}} 3 {} ./x a.txt'),
    ).toEqual(['docker', 'run', 'nginx']);
  });

  it('changes the last letter on a collision: further consonants first, then a to z', () => {
    const giving = (command: string, ...taken: string[]) => nameCommand(command, (code) => !taken.includes(code));
    expect(giving('npm run build', 'nrb')).toBe('nrl');
    expect(giving('npm run build', 'nrb', 'nrl')).toBe('nrd');
    expect(giving('npm run build', 'nrb', 'nrl', 'nrd')).toBe('nra');
    expect(giving('npm run build', 'nrb', 'nrl', 'nrd', 'nra')).toBe('nrc');
    expect(giving('git status', 'gst')).toBe('gss');
    expect(giving('git status', 'gst', 'gss')).toBe('gsa');
    expect(giving('journalctl', 'jrn')).toBe('jrl');
    expect(nameCommand('git status', () => false)).toBeNull();
    expect(nameCommand('123 "456" --', anyFree)).toBeNull();
  });

  const word = fc.oneof(
    fc.constantFrom(
      'git',
      'docker',
      'compose',
      'npm',
      'run',
      'build',
      'status',
      'ps',
      'kubectl',
      'get',
      'pods',
      'a',
      'io',
    ),
    fc.constantFrom(
      '-5',
      '--oneline',
      '-n',
      '/etc/hosts',
      './x',
      '100',
      '"quoted"',
      '{{X}}',
      '{}',
      'A=1',
      '|',
      '&&',
      '$HOME',
    ),
    fc.string({ maxLength: 8 }),
  );
  const command = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));

  it('gives three letters or nothing, and the same ones each time', () => {
    fc.assert(
      fc.property(command, (text) => {
        const code = nameCommand(text, anyFree);
        if (code !== null) expect(code).toMatch(/^[a-z]{3}$/);
        expect(nameCommand(text, anyFree)).toBe(code);
      }),
      { numRuns: 2000 },
    );
  });

  it('differs from the code without a collision in the last letter alone', () => {
    fc.assert(
      fc.property(command, fc.func(fc.boolean()), (text, isFree) => {
        const plain = nameCommand(text, anyFree);
        const code = nameCommand(text, isFree);
        const every = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${plain?.slice(0, 2)}${letter}`);
        if (plain === null || !every.some((one) => isFree(one))) {
          expect(code).toBeNull();
          return;
        }
        if (isFree(plain)) expect(code).toBe(plain);
        expect(code?.slice(0, 2)).toBe(plain.slice(0, 2));
        expect(isFree(code!)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('never gives a reserved, undesirable or taken code, nor one code twice', () => {
    const taken = fc.uniqueArray(fc.stringMatching(/^[a-z]{3}$/), { maxLength: 30 });
    fc.assert(
      fc.property(fc.uniqueArray(command, { maxLength: 40 }), taken, (commands, codes) => {
        const aliases = codes.map((code) => ({ code, command: `echo ${code}` }));
        const used = commands.map((text) => ({ command: text, count: 5 }));
        const known = { aliases, rejected: new Set<string>(), pending: new Map<string, string>() };
        const found = findCandidates(used, known, 3);
        expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
        for (const { code, command: text } of found) {
          expect(code).toMatch(/^[a-z]{3}$/);
          expect(codes).not.toContain(code);
          expect(isProgramName(code) || isUndesirable(code), code).toBe(false);
          const starter = starterOfCode(code);
          if (starter !== undefined) expect(starter.command).toBe(text);
        }
        expect(findCandidates(used, known, 3)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it('gives starters codes that could be given', () => {
    expect(new Set(STARTERS.map(({ code }) => code)).size).toBe(STARTERS.length);
    expect(new Set(STARTERS.map(({ command }) => command)).size).toBe(STARTERS.length);
    for (const { code } of STARTERS) {
      expect(code).toMatch(/^[a-z]{3}$/);
      expect(isProgramName(code) || isUndesirable(code), code).toBe(false);
    }
  });
});
