/** What the reader says of a host is what `ssh -G` says, for configurations made at random. SEED, CONFIGS: others, and more. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HostSettings, readLines, settingsOf } from '@synapse/contract/ssh-config';
import { expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findSsh } from '../engines/ssh.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type RandomConfig, randomConfig, randomFrom } from './random-config.ts';

const SEED = Number(process.env.SEED ?? 1);
const CONFIGS = Number(process.env.CONFIGS ?? 100);

/** Every answer of ssh, in one process that starts it again and again. */
async function askSsh(ssh: string, folder: string, wishes: readonly (readonly [file: string, host: string])[]) {
  const script = wishes.map(([file, host]) => `echo "== "; ${ssh} -F ${file} -G '${host}' || echo failed`).join('\n');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `cd ${folder}; exec 2>&1\n${script}`], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('== \n').slice(1);
}

function told(answer: string): Record<string, unknown> {
  const values = (keyword: string): string[] =>
    answer.split('\n').flatMap((line) => (line.startsWith(`${keyword} `) ? [line.slice(keyword.length + 1)] : []));
  return {
    hostname: values('hostname')[0],
    port: values('port')[0],
    user: values('user')[0],
    identityFiles: values('identityfile'),
    hostKeyAlias: values('hostkeyalias')[0] ?? null,
    proxyJump: values('proxyjump')[0] ?? null,
    proxyCommand: values('proxycommand')[0] ?? null,
  };
}

/** What ssh adds by itself, and how it writes a chain: without the scheme. */
function asSshTells(settings: HostSettings, usual: unknown): Record<string, unknown> {
  const { hostname, user, hostKeyAlias, proxyJump, proxyCommand, identityFiles } = settings;
  return {
    hostname,
    user,
    hostKeyAlias,
    proxyCommand,
    port: String(settings.port),
    identityFiles: identityFiles.length === 0 ? usual : identityFiles,
    proxyJump: proxyJump?.replace(/ssh:\/\//g, '') ?? null,
  };
}

describeEngine(await locate('ssh', findSsh), 'the reader of ssh configurations', (ssh) => {
  it(`agrees with ssh -G on ${CONFIGS} configurations`, async () => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-ssh-config-')));
    const random = randomFrom(SEED);
    const configs: RandomConfig[] = Array.from({ length: CONFIGS }, () => randomConfig(random));
    const cases = configs.flatMap((config, index) => {
      const parts = join(folder, String(index));
      mkdirSync(parts);
      // An Include without a folder is looked for where the user's own configuration is, so each has its path.
      const placed = (text: string) => text.replace(/^Include (part-\d+)/gm, `Include ${parts}/$1`);
      for (const [name, text] of config.included) writeFileSync(join(parts, name), placed(text));
      const file = join(parts, 'config');
      writeFileSync(file, placed(config.text));
      return config.hosts.map((host) => ({ config, file, host, text: placed(config.text), parts }));
    });
    writeFileSync(join(folder, 'empty'), '');
    const answers = await askSsh(join(ssh(), 'ssh'), folder, [
      [join(folder, 'empty'), 'x'],
      ...cases.map(({ file, host }) => [file, host] as const),
    ]);
    const usual = told(answers[0]!).identityFiles;
    expect(answers).toHaveLength(cases.length + 1);
    let answered = 0;
    for (const [index, { config, host, text, parts }] of cases.entries()) {
      const answer = answers[index + 1]!;
      if (answer.includes('failed')) continue;
      answered += 1;
      const include = (path: string) => {
        const part = config.included.get(path.slice(parts.length + 1));
        return part === undefined ? [] : [readLines(part.replace(/^Include (part-\d+)/gm, `Include ${parts}/$1`))];
      };
      const settings = settingsOf({ files: [readLines(text)], include, localUser: userInfo().username }, { host });
      expect({ seed: SEED, host, text, parts: [...config.included], ...asSshTells(settings, usual) }).toEqual({
        seed: SEED,
        host,
        text,
        parts: [...config.included],
        ...told(answer),
      });
    }
    // Some are refused by ssh itself. Most must not be, or nothing is shown.
    expect(answered).toBeGreaterThan(cases.length / 2);
  });
});
