/** Ways to log in over ssh: a certificate, the service's own agent, and a chain of hosts; with the real programs. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from './engines/describe-engine.ts';
import { locate } from './engines/engines.ts';
import { findSsh } from './engines/ssh.ts';
import { locateSshd, type Sshd, startSshd } from './engines/sshd.ts';
import { killAtEnd, removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';

const SSH = await locate('ssh', findSsh);
const SSHD = await locateSshd();
const TYPES = { ed25519: [], ecdsa: ['-b', '384'], rsa: ['-b', '2048'] } as const;

describeEngine(SSH, 'logging in over ssh', (programs) => {
  describeEngine(SSHD, 'to a real host', (program) => {
    let sshd: Sshd;
    let service: Service;
    let session: string;
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-logins-')));
    const at = (name: string) => join(folder, name);
    const keygen = (...args: string[]) => promisify(execFile)(join(programs(), 'ssh-keygen'), ['-q', ...args]);

    beforeAll(async () => {
      await keygen('-t', 'ed25519', '-N', '', '-f', at('ca'));
      for (const [type, bits] of Object.entries(TYPES)) {
        await keygen('-t', type, ...bits, '-N', '', '-f', at(type));
        await keygen('-s', at('ca'), '-I', type, '-n', 'tester', at(`${type}.pub`));
      }
      sshd = await startSshd(program(), [`TrustedUserCAKeys ${at('ca.pub')}`]);
      writeFileSync(at('plain'), sshd.privateKey, { mode: 0o600 });
      const agent = killAtEnd(spawn(join(programs(), 'ssh-agent'), ['-D', '-a', at('agent')]));
      // It prints where it listens once it does.
      await once(agent.stdout, 'data');
      const env = { ...process.env, SSH_AUTH_SOCK: at('agent') };
      await promisify(execFile)(join(programs(), 'ssh-add'), ['-q', at('plain')], { env });
      service = await startService({ SSH_AUTH_SOCK: at('agent') });
      session = await service.login();
      await put('PLAIN', sshd.privateKey);
      for (const type of Object.keys(TYPES)) {
        await put(`KEY_${type}`, readFileSync(at(type), 'utf8'));
        await put(`CERT_${type}`, readFileSync(at(`${type}-cert.pub`), 'utf8'));
      }
    });
    afterAll(async () => {
      await service?.stop();
      await sshd?.stop();
    });

    const put = (name: string, value: string) =>
      service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value } });
    const here = () => ({ host: '127.0.0.1', port: sshd.port, user: 'tester' });
    const check = async (connection: object, by = service, token = session) =>
      (await by.call('POST', '/synapse/machines/check', { token, body: { slug: 'new', kind: 'ssh', connection } }))
        .body;

    it.each(Object.keys(TYPES))('takes the certificate of a key of type %s', async (type) => {
      const key = { ...here(), key_secret: `KEY_${type}` };
      // Nobody has allowed the key itself.
      expect(await check(key)).toMatchObject({ ok: false, code: 'machine_unreachable' });
      expect(await check({ ...key, certificate_secret: `CERT_${type}` })).toMatchObject({ ok: true });
    });

    it('says of a certificate that it is of another key, or none', async () => {
      const key = { ...here(), key_secret: 'KEY_ed25519' };
      expect(await check({ ...key, certificate_secret: 'CERT_rsa' })).toMatchObject({
        ok: false,
        message: expect.stringContaining('le certificat n’est pas celui de cette clé'),
      });
      expect(await check({ ...key, certificate_secret: 'PLAIN' })).toMatchObject({
        ok: false,
        message: expect.stringContaining('le certificat est illisible'),
      });
      const lonely = await check({ ...here(), agent: true, certificate_secret: 'CERT_rsa' });
      expect(lonely).toMatchObject({
        code: 'arguments_invalid',
        detail: expect.stringContaining('certificate_secret'),
      });
    });

    it('asks the ssh agent of the service, for those who may use the host itself', async () => {
      const connection = { ...here(), agent: true };
      expect(await check(connection)).toMatchObject({ ok: true });
      await service.created('/synapse/machines', session, { slug: 'by-agent', kind: 'ssh', connection });
      const order = { machine: 'by-agent', command: 'echo "$USER"' };
      const { body } = await service.call('POST', '/synapse/exec', { token: session, body: order });
      expect(body).toMatchObject({ stdout: 'tester\n' });
      const member = await service.newUser('pro');
      expect(await check(connection, service, member.session)).toMatchObject({ ok: false, code: 'local_forbidden' });
      const through = { ...here(), key_secret: 'PLAIN', jump: connection };
      expect(await check(through, service, member.session)).toMatchObject({ code: 'local_forbidden' });
    });

    it('says that there is no agent, or that it is gone', async () => {
      for (const [env, words] of [
        [{}, 'n’a pas d’agent ssh'],
        [{ SSH_AUTH_SOCK: at('nowhere') }, 'l’agent ssh du service ne répond pas'],
      ] as const) {
        const other = await startService(env);
        const answer = await check({ ...here(), agent: true }, other, await other.login());
        expect(answer).toMatchObject({ ok: false, message: expect.stringContaining(words) });
        await other.stop();
      }
    });

    it('goes through three hosts, each with its own way in, and pins the key of each', async () => {
      const certified = { ...here(), key_secret: 'KEY_ecdsa', certificate_secret: 'CERT_ecdsa' };
      const plain = { ...here(), key_secret: 'PLAIN' };
      const jump = {
        ...certified,
        host: 'localhost',
        jump: { ...plain, user: 'noisy', jump: { ...here(), agent: true } },
      };
      const connection = { ...plain, jump };
      const { host_keys } = (await check(connection)) as { host_keys: { address: string; fingerprint: string }[] };
      expect(host_keys.map(({ address }) => address).sort()).toEqual([
        `127.0.0.1:${sshd.port}`,
        `localhost:${sshd.port}`,
      ]);
      await service.created('/synapse/machines', session, { slug: 'far', kind: 'ssh', connection });
      const order = { machine: 'far', command: 'echo "$USER"; exit 3' };
      const { body } = await service.call('POST', '/synapse/exec', { token: session, body: order });
      expect(body).toMatchObject({ stdout: 'tester\n', exit_code: 3 });
      const { body: stored } = await service.call('GET', '/synapse/machines/far', { token: session });
      expect(stored).toMatchObject({ connection, host_keys: [{}, {}, {}, {}] });
    });

    it('keeps nothing of a machine that is only tried', async () => {
      const { body } = await service.call<{ machines: { slug: string }[] }>('GET', '/synapse/machines', {
        token: session,
      });
      expect(body.machines.map(({ slug }) => slug)).not.toContain('new');
      expect(await check({ ...here(), key_secret: 'NOT_THERE' })).toMatchObject({ ok: false, code: 'secret_missing' });
    });
  });
});
