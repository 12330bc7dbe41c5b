/** Copying between machines: over a real sshd, files and folders, modes kept, and only what is missing. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { type Service, startService } from '../service.ts';

describeEngine(await locateSshd(), 'copying between machines', (program) => {
  let service: Service;
  let sshd: Sshd;
  let session: string;
  let token: string;
  let there: string;
  const at = (name: string): string => join(service.scratch, name);
  const put = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  const copy = (from: string, to: string) => {
    service.advance(5_000);
    return service.tool(token, 'synapse_copy', { from, to });
  };

  beforeAll(async () => {
    [service, sshd] = [await startService(), await startSshd(program())];
    session = await service.login();
    token = await service.newToken(session);
    await service.call('PUT', '/synapse/secrets/SSH_KEY', { token: session, body: { value: sshd.privateKey } });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
    await service.created('/synapse/machines', session, { slug: 'far', kind: 'ssh', connection });
    there = sshd.home('tester');
  });
  afterAll(async () => {
    await service?.stop();
    sshd?.stop();
  });

  it('copies a folder with modes and links, and the next time only what is missing', async () => {
    put('site/index.html', '<h1>hello</h1>');
    put('site/bin/run', '#!/bin/sh\n', 0o755);
    put("site/odd: it's [x].txt", 'odd');
    mkdirSync(at('site/empty'));
    symlinkSync('index.html', at('site/link'));
    const { result, isError } = await copy(`local:${at('site')}`, `far:${there}/`);
    expect([result, isError]).toEqual([{ files: 5, bytes: 27 }, false]);
    expect(readFileSync(join(there, 'site/index.html'), 'utf8')).toBe('<h1>hello</h1>');
    expect(statSync(join(there, 'site/bin/run')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(there, "site/odd: it's [x].txt"), 'utf8')).toBe('odd');
    expect(readlinkSync(join(there, 'site/link'))).toBe('index.html');
    expect(existsSync(join(there, 'site/empty'))).toBe(true);

    expect((await copy(`local:${at('site')}`, `far:${there}/`)).result).toEqual({ files: 0, bytes: 0 });
    writeFileSync(join(there, 'site/index.html'), 'changed there');
    expect((await copy(`local:${at('site')}`, `far:${there}/site`)).result).toEqual({ files: 1, bytes: 14 });
    // And back, under another name.
    expect((await copy(`far:${there}/site`, `local:${at('back')}`)).result).toEqual({ files: 5, bytes: 27 });
    execFileSync('diff', ['-r', '--no-dereference', at('site'), at('back')]);
  });

  it('a person copies the same way over REST, told as it happens', async () => {
    put('told/one.txt', 'one');
    const copied = async (body: object) => {
      service.advance(5_000);
      const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${service.url}/synapse/copy`, init)).text();
    };
    const events = await copied({ from: `local:${at('told')}`, to: `far:${there}/` });
    expect(events).toContain('event: progress\ndata: {"done":3,"total":3}');
    expect(events).toContain('event: result\ndata: {"files":1,"bytes":3}');
    expect(readFileSync(join(there, 'told/one.txt'), 'utf8')).toBe('one');
    const refused = await copied({ from: `local:${at('not-there')}`, to: `far:${there}/` });
    expect(refused).toContain('event: refused\ndata: {"code":"file_not_found"');
    expect(refused).not.toContain('event: result');
  });

  it('copies a file, goes on where it was cut off, and leaves nothing else', async () => {
    const bytes = 'x'.repeat(100_000);
    put('large', bytes, 0o600);
    expect((await copy(`local:${at('large')}`, `far:${there}/large`)).result).toEqual({ files: 1, bytes: 100_000 });
    expect(statSync(join(there, 'large')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(there, 'large'), 'utf8')).toBe(bytes);
    expect((await copy(`local:${at('large')}`, `far:${there}/large`)).result).toEqual({ files: 0, bytes: 0 });
    expect(execFileSync('find', [there, '-name', '.synapse*'], { encoding: 'utf8' })).toBe('');
  });

  it('is two entries of the log, each judged on its machine', async () => {
    const { body } = await service.call<{ entries: unknown[] }>('GET', '/synapse/executions?limit=2', {
      token: session,
    });
    expect(body.entries).toMatchObject([
      { machine: 'far', command_template: `copy-to ${there}/large` },
      { machine: 'local', command_template: `copy-from ${at('large')}` },
    ]);
    const text =
      'default: open\nrules:\n  - name: state\n    when: { machine: far, path: "**/state/**" }\n    then: deny\n';
    await service.call('PUT', '/synapse/policy', { token: session, body: { text } });
    try {
      mkdirSync(join(there, 'state'));
      const refused = await copy(`local:${at('large')}`, `far:${there}/state/`);
      expect(refused).toMatchObject({ isError: true, code: 'policy_denied' });
      // A folder above it may hold it.
      expect(await copy(`local:${at('site')}`, `far:${there}`)).toMatchObject({ isError: true, code: 'policy_denied' });
      expect(existsSync(join(there, 'state/large'))).toBe(false);
    } finally {
      await service.call('PUT', '/synapse/policy', { token: session, body: { text: 'default: open' } });
    }
  });

  it('says what is wrong', async () => {
    expect(await copy(`local:${at('nothing')}`, `far:${there}/`)).toMatchObject({
      isError: true,
      code: 'file_not_found',
    });
    expect(await copy(`local:${at('large')}`, 'nowhere:/tmp/')).toMatchObject({
      isError: true,
      code: 'machine_not_found',
    });
    const args = { from: `local:${at('large')}`, to: `far:${there}/no/such/` };
    const missing = await service.call<{ result: object }>('POST', '/tda/mcp?answers=text', {
      headers: { 'x-ai-token': token, 'accept-language': 'en' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'synapse_copy', arguments: args } },
    });
    expect(missing.body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`the folder ${there}/no/such is not there: make it first`) }],
    });
    expect(await copy(`local:${at('site')}`, `far:${there}/large`)).toMatchObject({
      isError: true,
      code: 'file_forbidden',
    });
    for (const [from, to] of [
      ['large', 'far:/tmp/'],
      ['local:relative', 'far:/tmp/'],
      ['local:/tmp/', 'far:/tmp/'],
      ['local:/tmp/../etc', 'far:/tmp/'],
    ])
      expect(await copy(from!, to!)).toMatchObject({ isError: true, code: 'arguments_invalid' });
  });
});
