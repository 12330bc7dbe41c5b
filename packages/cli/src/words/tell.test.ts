/** Commands in texts are written as the person would type them here, once. */
import { afterEach, expect, it } from 'vitest';
import { asTyped, nameCommands, speakAs, tell } from './tell.ts';

afterEach(() => nameCommands(['login'], () => 'synapse'));

it.each(['npx synapse', 'npx --prefix /srv/clone synapse', 'synapse', 'npx file:/tmp/synapse-0.1.0.tgz'])(
  '%s',
  (name) => {
    nameCommands(['login', 'token'], () => name);
    const once = asTyped(
      'run `synapse login`, or synapse token create; Synapse login, synapse itself, /usr/synapse login',
    );
    expect(once).toBe(
      `run \`${name} login\`, or ${name} token create; Synapse login, synapse itself, /usr/synapse login`,
    );
    expect(asTyped(once)).toBe(once);
    expect(tell('bridge_make_token')).toBe(`\`${name} token create\` makes one.`);
  },
);

it('counts one, several and none, each in the manner of its language', () => {
  const told = (count: number) => tell('env_done', { count });
  expect([0, 1, 2].map(told)).toEqual(['Stored 0 secrets.', 'Stored 1 secret.', 'Stored 2 secrets.']);
  speakAs(['--lang', 'fr'], {});
  expect([0, 1, 2].map(told)).toEqual(['0 secret rangé.', '1 secret rangé.', '2 secrets rangés.']);
  speakAs([], {});
});
