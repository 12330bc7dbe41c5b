/** What a command over ssh costs without us: a channel of an open ssh2 connection, or the `ssh` program. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type Client } from 'ssh2';
import type { Sshd } from '../../test/engines/sshd.ts';

export async function connectRaw(sshd: Sshd): Promise<Client> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: sshd.port, username: 'tester', privateKey: sshd.privateKey });
  });
  client.setNoDelay(true);
  return client;
}

export function rawExec(client: Client, command: string, onBytes: (count: number) => void = () => {}): Promise<number> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      channel.on('data', (chunk: Buffer) => onBytes(chunk.length));
      channel.stderr.resume();
      channel.on('close', (code: number) => resolve(code));
    });
  });
}

/** Runs the command with the `ssh` program, connection included, and throws its output away. */
export async function plainSsh(sshd: Sshd, command: string): Promise<{ run(): Promise<void>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-bench-'));
  await writeFile(join(folder, 'key'), sshd.privateKey, { mode: 0o600 });
  const options = ['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/known`];
  const args = ['-q', ...options, '-i', join(folder, 'key'), '-p', String(sshd.port), 'tester@127.0.0.1', command];
  return {
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn('ssh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
        child.stdout.resume();
        child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ssh ended with ${code}`))));
      }),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
