import { expect, it } from 'vitest';
import { judgeFile } from './judge-file.ts';

it('judges what is done as root as privileged, whatever the file', () => {
  const effects = (verb: 'read-file' | 'write-file' | 'edit-file', path: string, sudo: boolean) =>
    judgeFile({ verb, path, secrets: [], sudo }).effects;
  expect(effects('read-file', '/srv/app.conf', false)).toEqual(['read']);
  for (const verb of ['read-file', 'write-file', 'edit-file'] as const) {
    expect(effects(verb, '/srv/app.conf', true)).toContain('privileged');
    expect(effects(verb, '/srv/app.conf', false)).not.toContain('privileged');
  }
  expect(effects('read-file', '/etc/shadow', true)).toEqual(expect.arrayContaining(['privileged', 'sensitive']));
  expect(judgeFile({ verb: 'read-file', path: '/srv/a', secrets: ['PW'], sudo: true }).parts).toMatchObject([
    { text: 'sudo read-file /srv/a', program: 'read-file', secrets: ['PW'] },
  ]);
});
