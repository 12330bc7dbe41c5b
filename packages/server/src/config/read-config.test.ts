import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPTIONS } from './options.ts';
import { ConfigError, readConfig } from './read-config.ts';

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('has the defaults of the contract [C1-ENV]', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      databaseUrl: null,
      databaseConnections: 16,
      natsUrl: null,
      adminUsername: 'admin',
      allowLocal: 'admin',
      maxReturnChars: 60_000,
      drainSeconds: 10,
      logLevel: 'info',
      loopback: true,
      execPerMinute: 30,
      quotas: { free: 100, plus: 300, pro: 1000, equipage: 1000 },
    });
  });

  it('takes limits that are whole numbers, and a PATH without relative folders', () => {
    expect(readConfig({ SYNAPSE_LIMITS: 'minute=90,free=5,machine=2' })).toMatchObject({
      execPerMinute: 90,
      quotas: { free: 5, plus: 300 },
      concurrency: { machine: 2, user: 16 },
    });
    expect(readConfig({ PATH: '/a:/b' }).localPath).toBe('/a:/b');
    expect(readConfig({ PATH: '/a:/b', SYNAPSE_LOCAL_PATH: '/c' }).localPath).toBe('/c');
    expect(problems({ SYNAPSE_LIMITS: 'pro=1e3', SYNAPSE_LOCAL_PATH: '/usr/bin:' })).toEqual([
      expect.stringContaining('SYNAPSE_LOCAL_PATH takes absolute directories'),
      expect.stringMatching(/^SYNAPSE_LIMITS takes name=number.*pro \(1 to 10000000\)/),
    ]);
  });

  it.each(['minute=0', 'machine=0', 'machine=257', 'planet=1', 'free', 'free=-1', 'toString=1'])(
    'refuses the limit %s',
    (wrong) => {
      expect(problems({ SYNAPSE_LIMITS: wrong })).toEqual([
        expect.stringContaining('SYNAPSE_LIMITS takes name=number'),
      ]);
    },
  );

  it('closes local machines on a bind that others can reach, unless told otherwise [C1-ALLOW-LOCAL]', () => {
    expect(readConfig({ SYNAPSE_HOST: '0.0.0.0' })).toMatchObject({ allowLocal: 'off', loopback: false });
    expect(readConfig({ SYNAPSE_HOST: '::1' }).allowLocal).toBe('admin');
    expect(readConfig({ SYNAPSE_HOST: '[::1]' })).toMatchObject({ host: '::1', allowLocal: 'admin' });
    expect(readConfig({ SYNAPSE_HOST: '0.0.0.0', SYNAPSE_ALLOW_LOCAL: 'all' }).allowLocal).toBe('all');
  });

  it('refuses an unknown name and proposes the nearest [C1-ENV-UNKNOWN]', () => {
    expect(problems({ SYNAPSE_PROT: '1' })).toEqual(['SYNAPSE_PROT is not an option; did you mean SYNAPSE_PORT?']);
  });

  it('passes over the names of clients [C1-ENV-CLIENT]', () => {
    expect(
      problems({ SYNAPSE_URL: 'x', SYNAPSE_TOKEN: 'x', SYNAPSE_PASSWORD_FILE: '/nowhere', SYNAPSE_HOOK: '1' }),
    ).toEqual([]);
  });

  it('reads any option from a file [C1-ENV-FILE]', () => {
    const directory = mkdtempSync(join(tmpdir(), 'synapse-config-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'password');
    writeFileSync(file, 'p4ssw0rd with trailing space \n');
    chmodSync(file, 0o600);
    expect(readConfig({ SYNAPSE_ADMIN_PASSWORD_FILE: file }).adminPassword).toBe('p4ssw0rd with trailing space ');
    expect(problems({ SYNAPSE_ADMIN_PASSWORD_FILE: file, SYNAPSE_ADMIN_PASSWORD: 'x' })).toHaveLength(1);
    expect(problems({ SYNAPSE_PORT_FILE: '/does/not/exist' })[0]).toContain('SYNAPSE_PORT_FILE cannot be read');
    writeFileSync(file, '\n');
    expect(problems({ SYNAPSE_ADMIN_PASSWORD_FILE: file })).toEqual([
      'SYNAPSE_ADMIN_PASSWORD_FILE cannot be read: it is empty',
    ]);
  });

  it.each([
    ['SYNAPSE_PORT', '70000'],
    ['SYNAPSE_PORT', '1e3'],
    ['SYNAPSE_PORT', '-1'],
    ['SYNAPSE_ALLOW_LOCAL', 'everyone'],
    ['SYNAPSE_ADMIN_USERNAME', 'two words'],
    ['SYNAPSE_ADMIN_PASSWORD', 'x'.repeat(1025)],
    ['SYNAPSE_DATABASE_URL', 'mysql://x'],
    ['SYNAPSE_PUBLIC_URL', 'synapse.example'],
    ['SYNAPSE_MASTER_KEY', 'dG9vIHNob3J0'],
    ['SYNAPSE_TRUST_PROXY', '10.0.0.0/33'],
    ['SYNAPSE_TRUST_PROXY', 'my-proxy'],
    ['SYNAPSE_ALLOWED_ORIGINS', 'https://app.example.org/path'],
  ])('refuses %s=%s and says what it takes', (name, value) => {
    const [problem] = problems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} takes `));
    expect(problem).not.toContain(value);
  });

  it('lists every problem at once', () => {
    expect(problems({ SYNAPSE_PORT: 'x', SYNAPSE_LOG_LEVEL: 'loud', SYNAPSE_FOO: '1' })).toHaveLength(3);
  });

  it('describes every option for the reference page', () => {
    for (const { name, about, takes } of Object.values(OPTIONS)) {
      expect(name).toMatch(/^(?:SYNAPSE|AWS|OTEL)_[A-Z0-9_]+$/);
      expect(about.length + takes.length).toBeGreaterThan(10);
    }
  });
});
