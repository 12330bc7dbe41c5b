/** The test sshd itself: every login method that other tests rely on works. */
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEngine } from './describe-engine.ts';
import { locateSshd, PASSPHRASE, PASSWORD, type Sshd, startSshd } from './sshd.ts';

function login(sshd: Sshd, username: string, credentials: ssh2.ConnectConfig): Promise<string> {
  const client = new ssh2.Client();
  return new Promise<string>((resolve, reject) => {
    client.on('error', reject);
    client.on('ready', () => {
      client.exec('echo "$USER:$HOME"', (error, channel) => {
        if (error) return reject(error);
        let text = '';
        channel.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        channel.on('close', () => resolve(text));
      });
    });
    client.connect({ host: '127.0.0.1', port: sshd.port, username, ...credentials });
  }).finally(() => client.end());
}

describeEngine(await locateSshd(), 'test sshd', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  test('every account logs in by key, by encrypted key and by password, and again after a restart', async () => {
    for (const user of sshd.users) {
      const greeting = `${user}:${sshd.home(user)}`;
      expect(await login(sshd, user, { privateKey: sshd.privateKey })).toContain(greeting);
      expect(await login(sshd, user, { privateKey: sshd.encryptedKey, passphrase: PASSPHRASE })).toContain(greeting);
      expect(await login(sshd, user, { password: PASSWORD })).toContain(greeting);
    }
    await expect(login(sshd, 'tester', { password: 'wrong' })).rejects.toThrow(/authentication/);
    const before = sshd.hostKey();
    await sshd.restart({ newHostKey: true });
    expect(sshd.hostKey()).not.toBe(before);
    expect(await login(sshd, 'tester', { password: PASSWORD })).toContain('tester:');
  });
});
