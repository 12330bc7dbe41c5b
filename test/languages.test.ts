/** Messages in the caller's language: the header, the account's setting, the command line; French for whoever says nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCli } from './cli/run-cli.ts';
import { ADMIN_PASSWORD, type Service, startService, type TestUser } from './service.ts';

let service: Service;
let user: TestUser;
beforeAll(async () => {
  service = await startService();
  user = await service.newUser('pro');
});
afterAll(() => service.stop());

const problem = async (headers: Record<string, string>, token: string | undefined = user.session) =>
  (await service.call<Record<string, string>>('GET', '/synapse/machines/nope', { token, headers })).body;

const setLanguage = (language: unknown) =>
  service.call<Record<string, unknown>>('PATCH', '/auth/me', { token: user.session, body: { language } });

/** A call of a tool with headers of its own. */
async function callTool(token: string, headers: Record<string, string>, name: string, args: object) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  // biome-ignore lint/suspicious/noExplicitAny: a result or an error.
  const answer = await service.call<any>('POST', '/tda/mcp', { headers: { 'x-ai-token': token, ...headers }, body });
  return { status: answer.status, ...answer.body };
}

describe('a REST call', () => {
  it('is refused in French unless it asks for English; the code stays', async () => {
    expect(await problem({})).toMatchObject({
      code: 'machine_not_found',
      title: 'Introuvable',
      detail: 'Machine introuvable',
    });
    expect(await problem({ 'accept-language': 'en-GB,en;q=0.9,fr;q=0.8' })).toMatchObject({
      code: 'machine_not_found',
      title: 'Not Found',
      detail: 'Machine not found',
    });
  });

  it.each([
    ['*', 'Machine introuvable'],
    ['de', 'Machine not found'],
    ['und', 'Machine not found'],
    ['', 'Machine introuvable'],
    ['de, en;q=0', 'Machine introuvable'],
    ['de;q=0', 'Machine introuvable'],
    ['de, en;q=0.5', 'Machine not found'],
    ['fr;q=0.4, en;q=0.6', 'Machine not found'],
    ['en;q=0, fr;q=0.1', 'Machine introuvable'],
    ['en;q=0', 'Machine introuvable'],
    ['english', 'Machine not found'],
    ['en;q=2, fr', 'Machine introuvable'],
    ['fr,en', 'Machine introuvable'],
  ])('reads Accept-Language as HTTP defines it: %s', async (header, expected) => {
    expect((await problem({ 'accept-language': header })).detail).toBe(expected);
  });

  it('reads no header to an end that is far away', async () => {
    expect((await problem({ 'accept-language': `${'*,'.repeat(4_000)}en` })).detail).toBe('Machine introuvable');
  });

  it('names wrong fields in the same language', async () => {
    const wrong = { slug: 'UP', kind: 'boat', more: 1 };
    const ask = async (headers: Record<string, string>) => {
      const { body } = await service.call<{ detail: string; fields: { field: string; problem: string }[] }>(
        'POST',
        '/synapse/machines',
        { token: user.session, headers, body: wrong },
      );
      return { detail: body.detail, problems: Object.fromEntries(body.fields.map((one) => [one.field, one.problem])) };
    };
    const french = await ask({});
    expect(french.detail).toMatch(/^Arguments invalides : /);
    const english = await ask({ 'accept-language': 'en' });
    expect(english.detail).toMatch(/^Invalid arguments: /);
    expect(Object.keys(english.problems)).toEqual(Object.keys(french.problems));
    for (const [field, text] of Object.entries(english.problems)) expect(text, field).not.toBe(french.problems[field]);
  });

  it('says in it what is wrong with a command, and what a secret is warned about', async () => {
    const headers = { 'accept-language': 'en' };
    const run = { token: user.session, headers, body: { machine: 'local', command: ' ' } };
    const { body } = await service.call<{ detail: string }>('POST', '/synapse/exec', run);
    expect(body.detail).toBe('Invalid arguments: command: must not be an empty command');
    const put = { token: user.session, body: { value: 'ab' } };
    const warned = async (more: object) =>
      (await service.call<{ warning: string }>('PUT', '/synapse/secrets/SHORT', { ...put, ...more })).body.warning;
    expect(await warned({})).toMatch(/^valeur courte/);
    expect(await warned({ headers })).toMatch(/^short value/);
  });
});

describe('the account’s setting', () => {
  it('counts where a call asks for nothing; a call that asks is heard first', async () => {
    expect((await setLanguage('en')).body).toMatchObject({ username: user.username, language: 'en' });
    expect((await problem({})).detail).toBe('Machine not found');
    expect((await problem({ 'accept-language': '*' })).detail).toBe('Machine not found');
    expect((await problem({ 'accept-language': 'fr-FR' })).detail).toBe('Machine introuvable');
    await setLanguage('fr');
    expect((await problem({ 'accept-language': 'und' })).detail).toBe('Machine introuvable');
    expect((await problem({ 'accept-language': 'de' })).detail).toBe('Machine introuvable');
    expect((await setLanguage(null)).body).toMatchObject({ language: null });
    expect((await problem({})).detail).toBe('Machine introuvable');
  });

  it('is one of the two languages, or none', async () => {
    for (const wrong of ['de', '', 7]) {
      const { status, body } = await setLanguage(wrong);
      expect([wrong, status, body.code]).toEqual([wrong, 422, 'arguments_invalid']);
    }
    const other = { token: user.session, body: { role: 'admin' } };
    expect((await service.call('PATCH', '/auth/me', other)).status).toBe(422);
    expect((await service.call('PATCH', '/auth/me', { body: { language: 'en' } })).status).toBe(401);
  });
});

describe('an AI client', () => {
  it('is refused by tools and by the transport in the language of its header, then of its owner', async () => {
    const token = await service.newToken(user.session);
    const text = async (headers: Record<string, string>, args: object = { machine: 'nope', command: 'ls' }) =>
      (await callTool(token, headers, 'synapse_exec', args)).result.content[0].text as string;
    expect(await text({})).toBe('Machine introuvable');
    expect(await text({ 'accept-language': 'en' })).toBe('Machine not found');
    expect(await text({ 'accept-language': 'en' }, { machine: 7 })).toMatch(/^Invalid arguments: machine: /);
    await setLanguage('en');
    expect(await text({})).toBe('Machine not found');
    expect(await text({ 'accept-language': 'fr' })).toBe('Machine introuvable');

    // A token that was revoked still has an owner. One that never existed has none.
    await service.newToken(user.session);
    const revoked = await callTool(token, {}, 'synapse_exec', {});
    expect([revoked.status, revoked.error.data.code]).toEqual([401, 'token_revoked']);
    expect(revoked.error.message).toMatch(/^AI token revoked/);
    await setLanguage(null);
    const refused = async (headers: Record<string, string>) =>
      (await callTool(`dk_ai_${'x'.repeat(40)}`, headers, 'synapse_exec', {})).error.message as string;
    expect(await refused({})).toBe('Jeton IA inconnu ou mal recopié');
    expect(await refused({ 'accept-language': 'en' })).toBe('Unknown AI token, or not copied whole');
  });
});

describe('the command line', () => {
  it('asks for --lang, then for what the environment says; C is no language', async () => {
    const cli = createCli(service.url);
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const [FRENCH, ENGLISH] = ['Machine introuvable', 'Machine not found'];
    const cases: [Record<string, string>, string[], string][] = [
      [{}, [], ENGLISH],
      [{ LANG: 'C.UTF-8' }, [], ENGLISH],
      [{ LANG: 'de_DE.UTF-8' }, [], ENGLISH],
      [{ LANG: 'en_US.UTF-8' }, [], ENGLISH],
      [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'fr_FR.UTF-8' }, [], FRENCH],
      [{ LC_ALL: 'en_GB', LC_MESSAGES: 'fr_FR.UTF-8' }, [], ENGLISH],
      [{ LC_ALL: 'fr_FR.UTF-8', SYNAPSE_LANG: 'en' }, [], ENGLISH],
      [{ SYNAPSE_LANG: 'en' }, ['--lang', 'fr'], FRENCH],
      [{}, ['--lang', 'en'], ENGLISH],
    ];
    const shown = await Promise.all(
      cases.map(([more, args]) => cli.run('machine rm', [...args, '--yes', 'nope'], { env: { ...env, ...more } })),
    );
    expect(shown.map(({ stderr }) => stderr.split('\n')[0])).toEqual(cases.map(([, , text]) => `synapse: ${text}`));
    // A French message has no English advice.
    expect(shown[7]!.stderr).not.toContain('Wrong slug');
    const unknown = await cli.run('machine rm', ['--lang', 'de', '--yes', 'nope'], { env });
    expect(unknown.code).toBe(2);

    const dir = { ...env, SYNAPSE_DATA_DIR: service.dataDir };
    const offline = await cli.run('user set', ['nobody', '--plan', 'pro', '--offline', '--lang', 'en'], { env: dir });
    expect(offline.stderr).toContain('Not found');
    const unasked = await cli.run('user set', ['nobody', '--plan', 'pro', '--offline'], { env: dir });
    expect(unasked.stderr).toBe(offline.stderr);
    // An account that asked for French gets it, whatever the terminal does not say.
    await service.call('PATCH', '/auth/me', { token: await service.login(), body: { language: 'fr' } });
    const french = await cli.run('machine rm', ['--yes', 'nope'], { env });
    expect(french.stderr).toContain(`synapse: ${FRENCH}\n`);
    cli.remove();
  });
});
