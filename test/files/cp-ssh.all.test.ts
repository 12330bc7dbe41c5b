/** `synapse cp` to and from an ssh machine behind two jump hosts, whose link is cut in the middle. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type CountedLine, startCountedLine } from './counted-line.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 40 * MEGABYTE;
/** It waits a while before it tries again. */
const SLOWLY = { deadlineMs: 220_000 };

describeEngine(await locateSshd(), 'cp over ssh', (program) => {
  let service: Service;
  let sshd: Sshd;
  let line: CountedLine;
  let cli: Cli;
  let there: string;
  beforeAll(async () => {
    [service, sshd] = await Promise.all([startService({ SYNAPSE_LIMITS: 'minute=1000' }), startSshd(program())]);
    line = await startCountedLine(sshd.port);
    cli = createCli(service.url);
    there = sshd.home('tester');
    mkdirSync(join(cli.home, 'here'));
    await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
    const session = await service.login();
    await service.call('PUT', '/synapse/secrets/SSH_KEY', { token: session, body: { value: sshd.privateKey } });
    // Each of the three logs in at the same sshd, one inside the other; the first way there can be cut.
    const hop = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
    const connection = { ...hop, jump: { ...hop, jump: { ...hop, port: line.port } } };
    await service.created('/synapse/machines', session, { slug: 'far', kind: 'ssh', connection });
  });
  afterAll(async () => {
    await service?.stop();
    await line?.stop();
    await sshd?.stop();
    cli?.remove();
  });

  const parts = (folder: string) => readdirSync(folder).filter((name) => name.includes('synapse'));

  it('goes on after the link was cut, both ways: every byte once, and nothing left', async () => {
    const here = join(cli.home, 'here');
    const bytes = randomBytes(SIZE);
    writeFileSync(join(here, 'large'), bytes);
    /** Copies while the link is cut near the end; `target` must not be there yet. Returns what the line carried. */
    const copyAndCut = async (from: string, to: string, target: string) => {
      const before = line.carried();
      const cut = line.cutAfter(30 * MEGABYTE);
      const copying = cli.run('cp', [from, to, '--json'], SLOWLY);
      await cut;
      expect(existsSync(target)).toBe(false);
      expect(await copying).toMatchObject({ code: 0 });
      expect(readFileSync(target).equals(bytes)).toBe(true);
      return line.carried() - before;
    };
    const carried = [
      await copyAndCut(join(here, 'large'), `far:${there}/large`, join(there, 'large')),
      await copyAndCut(`far:${there}/large`, join(here, 'back'), join(here, 'back')),
    ];
    // Begun again from the start, each would be more than 70.
    for (const bytes of carried) expect(bytes).toBeLessThan(62 * MEGABYTE);
    expect([...parts(here), ...parts(there)]).toEqual([]);
    // Three logins for each link.
    expect(sshd.log().match(/Accepted publickey/g)!.length).toBeGreaterThanOrEqual(6);
  }, 300_000);
});
