/** Private data is known by its shape, wherever a stream is cut, and nothing else is taken for it. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildRedactor, hidingShapes, redactedTextOf } from './index.ts';
import { HINT } from './shapes.ts';

const redactor = hidingShapes(buildRedactor([{ name: 'DB_PASSWORD', value: 'correct-horse-battery' }]));
const letters = (count: number) => createHash('sha512').update(`${count}`).digest('hex').repeat(4).slice(0, count);
const lines = (count: number) => `${randomBytes(48).toString('base64')}\n`.repeat(count);
const pem = (kind: string) => `-----BEGIN ${kind}-----\n${lines(6)}c2hvcnQ=\n-----END ${kind}-----`;

const PRIVATE: readonly (readonly [kind: string, text: string, shown: string])[] = [
  ['private key', `a\n${pem('OPENSSH PRIVATE KEY')}\nb`, 'a\n{{hidden: private key}}\nb'],
  ['private key', `${pem('RSA PRIVATE KEY')}\n`, '{{hidden: private key}}\n'],
  ['private key', `-----BEGIN PRIVATE KEY-----\n${lines(3).trim()}`, '{{hidden: private key}}'],
  ['private key', `"${pem('EC PRIVATE KEY').replaceAll('\n', '\\n')}"`, '"{{hidden: private key}}"'],
  ['password hash', `root:$6$salt$${letters(86)}:19000:0:::`, 'root:{{hidden: password hash}}:19000:0:::'],
  ['password hash', `ann:$y$j9T$${letters(20)}$${letters(43)}:1`, 'ann:{{hidden: password hash}}:1'],
  ['json web token', `t: eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)} x`, 't: {{hidden: json web token}} x'],
  ['access key', `id AKIA${'QWERTYUIOP123456'} x`, 'id {{hidden: access key}} x'],
  ['token', `ghp_${letters(36)}\n`, '{{hidden: token}}\n'],
  ['token', `github_pat_${letters(82)}\n`, '{{hidden: token}}\n'],
  ['token', `sk-proj-${letters(30)}A\n`, '{{hidden: token}}\n'],
  ['token', `xoxb-12345-${letters(24)}\n`, '{{hidden: token}}\n'],
  ['token', `glpat-${letters(20)}\n`, '{{hidden: token}}\n'],
  ['token', `//registry/:_authToken=npm_${letters(36)}\n`, '//registry/:_authToken={{hidden: token}}\n'],
  ['token', `pypi-AgEI${letters(60)}\n`, '{{hidden: token}}\n'],
  ['password', 'postgres://app:s3cretish@db:5432/x\n', 'postgres://app:{{hidden: password}}@db:5432/x\n'],
  ['password', 'A=1\nDB_PASSWORD=hunter22\nB=2\n', 'A=1\nDB_PASSWORD={{hidden: password}}\nB=2\n'],
  ['password', 'export API_KEY="abc-123-def"\n', 'export API_KEY="{{hidden: password}}"\n'],
  ['password', 'app/.env:3:API_TOKEN=abc123def\n', 'app/.env:3:API_TOKEN={{hidden: password}}\n'],
  ['password', '+SMTP_PASSWORD=abc123def\n', '+SMTP_PASSWORD={{hidden: password}}\n'],
  ['password', '[db]\nuser = app\npassword=hunter22\n', '[db]\nuser = app\npassword={{hidden: password}}\n'],
  ['password', 'spring.datasource.password = p4ss!word\n', 'spring.datasource.password = {{hidden: password}}\n'],
  ['password', '  "REDIS_PASSWORD=abc123def",\n', '  "REDIS_PASSWORD={{hidden: password}}",\n'],
];

describe('private data', () => {
  it.each(PRIVATE)('%s: %j', (_, text, shown) => {
    expect(redactor.redactText(text) as string).toBe(shown);
  });

  it.each(PRIVATE)('%s, wherever it is cut: %j', (kind, text) => {
    const bytes = Buffer.from(`before\n${text}\nafter`);
    const whole: string = redactor.redactText(bytes.toString());
    for (let cut = 1; cut < bytes.length; cut += 1 + Math.floor(bytes.length / 200)) {
      const stream = redactor.stream();
      const pieces = [stream.push(bytes.subarray(0, cut)), stream.push(bytes.subarray(cut)), stream.end()];
      const shown: string = redactedTextOf(pieces);
      expect(shown, `cut at ${cut}`).toContain(`{{hidden: ${kind}}}`);
      // The first letters of a prefix are no secret, and may be there.
      expect(shown.length, `cut at ${cut}`).toBeLessThanOrEqual(whole.length + 12);
    }
  });

  it('has its own name where the vault knows it', () => {
    expect(redactor.redactText('DB_PASSWORD=correct-horse-battery\n') as string).toBe('DB_PASSWORD={{DB_PASSWORD}}\n');
  });

  it('is shown where nobody asked for it to be hidden', () => {
    const text = 'ghp_0123456789abcdef0123456789abcdef0123\n';
    expect(buildRedactor([]).redactText(text) as string).toBe(text);
  });
});

const hash = createHash('sha256').update('x').digest('hex');
it.each([
  hash,
  hash.slice(0, 40),
  `commit ${hash.slice(0, 40)} (HEAD -> main)`,
  randomUUID(),
  `data:image/png;base64,${randomBytes(300).toString('base64')}`,
  'sha512-MWQPUMkBNtqHFyYBMpRzLqhWSbb6TFbWgrbeVJVjnuW1QH4LVaBn1Z2y8U3mYQ==',
  'PASSWORD=$(cat /run/secrets/db)',
  'DB_PASSWORD=${DB_PASSWORD:-}',
  'API_KEY=your-key-here',
  'MAX_TOKEN=4096',
  'const password = await readPassword();',
  'password = getpass.getpass()',
  'token = request.headers["x-token"]',
  'secret = secrets.token_hex(32)',
  'if (token == null) return;',
  'postgres://user:password@localhost/db',
  'https://${USER}:${TOKEN}@example.org/x.git',
  'http://127.0.0.1:8080/path@2x.png',
  'class="sk-fading-circle sk-circle-fade-dot"',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'grep -c "-----BEGIN PRIVATE KEY-----" file',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ user@host',
  '2026-01-05T10:00:00Z INFO token=refreshed user=ann',
  'eyJhbGciOiJIUzI1NiJ9',
  'The price is $5$ or $6$.',
  'key=value\nkeys = 3\n',
])('is no private data: %j', (text) => {
  expect(redactor.redactText(`${text}\n`) as string).toBe(`${text}\n`);
});

const BEGINNINGS = [
  '-----BEGIN ',
  ...['$6$', '$5$', '$y$', '$gy$', '$7$', '$1$', '$apr1$', '$2a$', '$2b$', '$2x$', '$2y$'],
  ...['eyJ', 'AKIA', 'ASIA', 'AIza', '://'],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'npm_', 'pypi-', 'rk_', 'sk_', 'rk-', 'sk-'],
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'],
];

it.each(BEGINNINGS)('looks closer at a text with %s in it, and not at one with less of it', (beginning) => {
  expect(HINT.test(beginning)).toBe(true);
  expect(HINT.test(`a\n${beginning}b`)).toBe(true);
  const shorter = Array.from(beginning, (_, at) => beginning.slice(0, at) + beginning.slice(at + 1));
  expect(shorter.filter((text) => HINT.test(text) && !BEGINNINGS.includes(text))).toEqual([]);
});
