/**
 * The guides for whoever runs the service, followed word for word on a computer on which nothing was ever done. Each
 * block that says so is run, in the order of the text, and nothing else is done there. The container image has a file of
 * its own, `test/deploy/image.all.test.ts`, which follows the same way.
 */
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { productOf } from '../../scripts/packaging/stage-files.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { findNginx } from '../engines/nginx.ts';
import { startPostgres } from '../engines/postgres.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Computer, findComputer, startComputer } from '../packaging/fresh-computer.ts';
import { debOf, NEXT, packClone } from '../packaging/packed-clone.ts';
import { follow, freshBlocks, JOURNEYS, PASSWORD } from './follow.ts';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 600_000 });
const { version } = productOf('.');

it('every block for a fresh computer is on a journey', () => {
  const followed = new Set(Object.values(JOURNEYS).flatMap(({ sections }) => sections));
  for (const file of globSync('**/*.md', { exclude: ['node_modules'] })) {
    for (const { section, line } of freshBlocks(file)) {
      expect(followed, `${file}:${line} is followed by nobody: test/docs/follow.ts`).toContain(section);
    }
  }
});

const engines = await locate('computer', async () => ({
  computer: await findComputer(),
  prometheus: await fetchPackages('prometheus', ['prometheus']),
  nats: await findNats(),
  nginx: await findNginx(),
}));
describeEngine(engines, 'followed on a fresh computer', (found) => {
  let packed: string;
  beforeAll(() => {
    packed = packClone();
  });

  it('the npm package', async () => {
    const files = [join(packed, `synapse-${version}.tgz`)];
    const computer = await startComputer(found().computer, { node: true, files });
    onTestFinished(() => computer.stop());
    await follow(JOURNEYS.npm, computer);
    expect(await answers(computer)).toBe('200');
    expect(await computer.run('ls ~/synapse/data')).toContain('synapse.db');
  });

  it('the Debian package: installed, backed up, watched, updated', async () => {
    const files = [
      named(debOf(packed), 'synapse_0.1.0_amd64.deb'),
      named(debOf(packClone('next')), 'synapse_0.2.0_amd64.deb'),
    ];
    const computer = await startComputer(found().computer, {
      files,
      names: ['db.example'],
      installed: { prometheus: found().prometheus },
    });
    onTestFinished(() => computer.stop());
    // What its own package does when it is installed.
    await computer.run('useradd --system prometheus && chown -R prometheus /var/lib/prometheus');
    await computer.plug(5432, await databaseOf('synapse'));
    await follow(JOURNEYS.debian, computer);

    // Prometheus reads the service and has the rules. When the service is away, it says so.
    const asks = (query: string) => computer.run(`promtool query instant http://127.0.0.1:9090 '${query}'`);
    const tells = (query: string, answer: RegExp) =>
      vi.waitFor(async () => expect(await asks(query)).toMatch(answer), { timeout: 240_000, interval: 1000 });
    await tells('up{job="synapse"}', /=> 1 /);
    await tells('synapse_ready', /=> 1 /);
    // The restart before may have been noticed.
    await tells('ALERTS', /^(?![\s\S]*SynapseDown)/);
    await computer.run('systemctl stop synapse');
    await tells('ALERTS', /alertname="SynapseDown", alertstate="(?:pending|firing)".*=> 1 /);
    await computer.run('systemctl start synapse');
    await tells('up{job="synapse"}', /=> 1 /);

    // Every night: a file that can be restored. The log arrives where it is sent.
    const [file] = (await computer.run('ls /var/backups/synapse')).split('\n');
    const passphrase = '--passphrase-file /etc/synapse/backup-passphrase';
    const restore = `synapse restore /var/backups/synapse/${file} ${passphrase} --data-dir /root/again`;
    expect(await computer.run(restore)).toContain('each compared');
    await computer.run('synapse exec local -- true');
    const sent = () => computer.run('cat /var/log/synapse/audit.jsonl');
    await vi.waitFor(async () => expect(await sent()).toContain('"seq":'), 60_000);
    expect(await computer.run('synapse --version')).toBe(`${NEXT.version}\n`);
    expect(await computer.run('ls /var/lib/synapse')).toContain('synapse.db.before-upgrade');
  });

  it('two instances behind nginx, with PostgreSQL and NATS', async () => {
    const computer = await startComputer(found().computer, {
      files: [named(debOf(packed), 'synapse_0.1.0_amd64.deb')],
      names: ['db.example', 'synapse.example'],
      installed: { 'nats-server': found().nats, nginx: found().nginx },
    });
    onTestFinished(() => computer.stop());
    await computer.plug(5432, await databaseOf('synapse'));
    // What their own packages do when they are installed.
    await computer.run('useradd --system nats; mkdir -p /var/log/nginx /var/lib/nginx; systemctl start nats-server');
    // Of an authority that the reader's programs trust.
    const live = '/etc/letsencrypt/live/synapse.example';
    await computer.run(
      `mkdir -p ${live} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=synapse.example -addext subjectAltName=DNS:synapse.example -keyout ${live}/privkey.pem -out ${live}/fullchain.pem 2>/dev/null`,
    );
    const trusting = (script: string) => computer.run(`export NODE_EXTRA_CA_CERTS=${live}/fullchain.pem\n${script}`);
    await follow(JOURNEYS.scaling, { run: trusting });

    const status = async () => JSON.parse(await trusting('synapse status --json')) as { instances: object[] };
    await vi.waitFor(async () => {
      const { instances } = await status();
      expect(instances).toHaveLength(2);
      expect(JSON.stringify(instances)).not.toContain('"nats"');
    }, 60_000);
    // Each of them alone serves everybody, with the same secrets.
    const value = 'a value of two instances';
    await trusting(`printf '${value}' | synapse secret set SHARED_ONE`);
    for (const [stopped, other] of [
      ['synapse', 'synapse@2'],
      ['synapse@2', 'synapse'],
    ] as const) {
      await computer.run(`systemctl start ${other} && systemctl stop ${stopped}`);
      expect(await trusting("synapse exec local -- 'printf %s {{SHARED_ONE}} | wc -c'")).toBe(`${value.length}\n`);
    }
    await computer.run('systemctl start synapse@2');
    expect(await computer.run('synapse audit verify --offline')).toContain('Intact');
  });

  it('a clone under systemd, with what is built standing in for git and npm', async () => {
    const computer = await startComputer(found().computer, { node: true, files: [cloneOf(packed)] });
    onTestFinished(() => computer.stop());
    const standIn = (name: string, script: string): void => {
      const file = join(computer.folder, 'usr/local/bin', name);
      writeFileSync(`${file}.draft`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      renameSync(`${file}.draft`, file);
    };
    standIn('git', '[ "$1" = pull ] || cp -a "$2" "$3"');
    standIn('npm', 'true');
    await follow(JOURNEYS.clone, computer);
    expect(await answers(computer)).toBe('200');
    const synapse = '/opt/synapse/node_modules/node/bin/node /opt/synapse/packages/cli/dist/main.js';
    await computer.run(`${PASSWORD} | ${synapse} login -u admin --password-stdin`);
    const ran = await computer.run(`${synapse} exec local -- 'id -un; cat /var/lib/synapse/* 2>&1'; true`);
    expect(ran).toMatch(/^synapse-local\n[\s\S]*Permission denied/);
    expect(await computer.run('stat -c "%U %a" /var/lib/synapse/master.key; ls ~')).toMatch(
      /^synapse 600\n[\s\S]*before-the-update\.backup/,
    );
  });
});

describeEngine(await locate('computer', findComputer), 'the files of Compose, made as the guide says', (found) => {
  it('are those that it names, each readable for whoever needs it', async () => {
    const computer = await startComputer(found(), { files: ['deploy'] });
    onTestFinished(() => computer.stop());
    // What Compose makes of them is in `test/deploy/image.all.test.ts`.
    await computer.run(
      "mkdir -p /usr/local/bin && printf '#!/bin/sh\\n' >/usr/local/bin/docker && chmod 755 /usr/local/bin/docker",
    );
    await follow(JOURNEYS.compose, computer);
    const { secrets, services } = parse(readFileSync('deploy/compose.yaml', 'utf8'));
    const made = (Object.values(secrets) as { file: string }[]).map(({ file }) => file);
    const listed = await computer.run(
      `cd deploy && stat -c '%n %s %u %a' ${[...made, services.nats.env_file].join(' ')}`,
    );
    for (const line of listed.trim().split('\n')) {
      const [name, size, owner, mode] = line.split(' ') as [string, string, string, string];
      expect(Number(size), name).toBeGreaterThan(10);
      const file = name.replace('./', '');
      expect([file, owner], name).toEqual([file, READ_BY_SERVICE.includes(file) ? '10001' : '0']);
      expect(mode, name).toBe(file === 'nats_cert' ? '644' : '600');
    }
    // The service takes all of them.
    const read = (name: string): string => readFileSync(join(computer.folder, 'root/deploy', name), 'utf8').trim();
    const config = readConfig({
      SYNAPSE_DATABASE_URL: read('database_url'),
      SYNAPSE_NATS_URL: read('nats_url'),
      SYNAPSE_MASTER_KEY: read('master_key'),
      SYNAPSE_ADMIN_PASSWORD: read('admin_password'),
    });
    expect(config).toMatchObject({ databaseUrl: read('database_url'), adminPassword: read('admin_password') });
    expect(read('nats_env')).toBe(`NATS_PASSWORD=${new URL(read('nats_url')).password}`);
  });
});
/** In the container it is an ordinary user; Compose hands files over as they are. */
const READ_BY_SERVICE = ['master_key', 'admin_password', 'database_url', 'nats_url'];

const answers = async (computer: Computer): Promise<string> => {
  const ask = "fetch('http://127.0.0.1:8080/readyz').then((answer) => console.log(answer.status))";
  return (await computer.run(`node -e "${ask}"`)).trim();
};

/** A server with one empty database of this name and its user. Returns its port. */
async function databaseOf(name: string): Promise<number> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
  await admin.connect();
  await admin.query(`create role ${name} login`);
  await admin.query(`create database ${name} owner ${name}`);
  await admin.end();
  return Number(new URL(server.url).port);
}

/** The file under the name that the guide has for it: other versions, other processors. */
function named(file: string, name: string): string {
  const copy = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-named-'))), name);
  cpSync(file, copy);
  return copy;
}

/** What `git clone`, `npm ci` and `npm run build` make, as far as the unit needs it. */
function cloneOf(packed: string): string {
  const clone = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-clone-'))), 'clone');
  cpSync(join(packed, 'files'), clone, { recursive: true });
  cpSync('deploy', join(clone, 'deploy'), { recursive: true });
  mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true });
  cpSync(resolve('node_modules/node/bin/node'), join(clone, 'node_modules/node/bin/node'));
  chmodSync(join(clone, 'node_modules/node/bin/node'), 0o755);
  return clone;
}
