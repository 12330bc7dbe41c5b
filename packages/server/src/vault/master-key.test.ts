import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newMasterKey } from '../../../../test/stores/new-master-key.ts';
import { masterKey } from './cipher.ts';
import { checkCanary, loadMasterKey, MasterKeyError, sealCanary } from './master-key.ts';

const MODULE = join(import.meta.dirname, 'master-key.ts');
let root: string;
let dataDir: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'master-key-'));
  dataDir = join(root, 'data');
  file = join(dataDir, 'master.key');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const load = () => loadMasterKey({ masterKey: null, dataDir });

describe('the master key', () => {
  it('is the configured one, and then no file is made', () => {
    const configured = Buffer.alloc(32, 1);
    expect(loadMasterKey({ masterKey: configured, dataDir })).toBe(configured);
    expect(readdirSync(root)).toEqual([]);
  });

  it('is made once, for its owner alone', () => {
    const first = load();
    expect(first).toHaveLength(32);
    expect(load()).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'master.key']);
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toEqual(first);
  });

  it('is one key, though many processes start at once', async () => {
    const script = `import { loadMasterKey } from ${JSON.stringify(MODULE)};
      process.stdout.write(loadMasterKey({ masterKey: null, dataDir: ${JSON.stringify(dataDir)} }).toString('hex'));`;
    const runs = Array.from({ length: 6 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script]),
    );
    const keys = new Set((await Promise.all(runs)).map(({ stdout }) => stdout));
    expect([...keys]).toEqual([load().toString('hex')]);
    expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'master.key']);
  });

  it.each([0o640, 0o604, 0o660, 0o644, 0o601])('is refused with file mode %o', (mode) => {
    const key = load();
    chmodSync(file, mode);
    expect(load).toThrow(/chmod 600/);
    chmodSync(file, 0o400);
    expect(load()).toEqual(key);
  });

  it('is refused behind a symbolic link, also one that leads nowhere', () => {
    load();
    const elsewhere = join(root, 'elsewhere');
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(load).toThrow(/symbolic link/);
    rmSync(elsewhere);
    expect(load).toThrow(/symbolic link/);
    expect(readdirSync(root)).toEqual(['data']);
  });

  it.each(['', 'short', `${'A'.repeat(43)}=!`, 'x'.repeat(5000), Buffer.alloc(31).toString('base64')])(
    'is refused when the file is damaged, and the file is left as it is (%#)',
    (text) => {
      mkdirSync(dataDir);
      writeFileSync(file, text, { mode: 0o600 });
      expect(load).toThrow(MasterKeyError);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('is refused where a directory stands', () => {
    mkdirSync(file, { recursive: true, mode: 0o700 });
    expect(load).toThrow(/not a regular file/);
  });
});

describe('the canary', () => {
  it('lets its own key pass and refuses every other, naming both by their ids only', () => {
    const key = newMasterKey();
    const canary = sealCanary(key);
    expect(() => checkCanary(key, canary)).not.toThrow();
    const other = newMasterKey();
    expect(() => checkCanary(other, canary)).toThrow(MasterKeyError);
    expect(() => checkCanary(other, canary)).toThrow(new RegExp(`${other.id}.*${key.id}.*nothing was changed`));
    expect(() => checkCanary({ id: key.id, bytes: other.bytes }, canary)).toThrow(MasterKeyError);
    expect(() => checkCanary(masterKey(Buffer.from(key.bytes)), canary)).not.toThrow();
  });
});
