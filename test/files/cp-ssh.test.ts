/** `synapse cp` to and from an ssh machine behind two jump hosts, whose link is cut in the middle. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 40 * MEGABYTE;
/** It waits a while before it tries again. */
const SLOWLY = { deadlineMs: 220_000 };

describeEngine(await locateSshd(), 'cp over ssh', (program) => {
  let service: Service;
  let sshd: Sshd;
  let cli: Cli;
  let there: string;
  beforeAll(async () => {
    [service, sshd] = await Promise.all([startService({ SYNAPSE_EXEC_PER_MINUTE: '1000' }), startSshd(program())]);
    cli = createCli(service.url);
    there = sshd.home('tester');
    mkdirSync(join(cli.home, 'here'));
    await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
    const session = await service.login();
    await service.call('PUT', '/synapse/secrets/SSH_KEY', { token: session, body: { value: sshd.privateKey } });
    // Each of the three logs in at the same sshd, one inside the other.
    const hop = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
    const connection = { ...hop, jump: { ...hop, jump: hop } };
    await service.created('/synapse/machines', session, { slug: 'far', kind: 'ssh', connection });
  });
  afterAll(async () => {
    await service?.stop();
    await sshd?.stop();
    cli?.remove();
  });

  const parts = (folder: string) => readdirSync(folder).filter((name) => name.includes('synapse'));
  /** Cuts every ssh connection while a part of the file, and no more, has come to `folder`. */
  const cutOnTheWay = async (folder: string, copying: Promise<unknown>) => {
    let over = false;
    void copying.finally(() => {
      over = true;
    });
    const come = () => Math.max(0, ...parts(folder).map((name) => statSync(join(folder, name)).size));
    await expect.poll(() => over || come() > 2 * MEGABYTE, { interval: 1 }).toBe(true);
    await sshd.dropConnections();
    expect([over, come() < SIZE]).toEqual([false, true]);
    return come();
  };

  it('goes on after the link was cut, both ways: every byte once, and nothing left', async () => {
    const here = join(cli.home, 'here');
    const bytes = randomBytes(SIZE);
    writeFileSync(join(here, 'large'), bytes);
    const up = cli.run('cp', [join(here, 'large'), `far:${there}/large`, '--json'], SLOWLY);
    const sent = await cutOnTheWay(there, up);
    expect(await up).toMatchObject({ code: 0 });
    expect(sent).toBeGreaterThan(0);
    expect(readFileSync(join(there, 'large')).equals(bytes)).toBe(true);
    const down = cli.run('cp', [`far:${there}/large`, join(here, 'back'), '--json'], SLOWLY);
    await cutOnTheWay(here, down);
    expect(await down).toMatchObject({ code: 0 });
    expect(readFileSync(join(here, 'back')).equals(bytes)).toBe(true);
    expect([...parts(here), ...parts(there)]).toEqual([]);
    // Three logins for each link, and the machine was never asked for what it had already.
    expect(sshd.log().match(/Accepted publickey/g)!.length).toBeGreaterThanOrEqual(6);
  }, 300_000);
});
