/**
 * The packaged forms on a clean root: installed without the clone, without a compiler and without a registry, started,
 * and a command run through them. The image has a file of its own, `test/deploy/image.all.test.ts`.
 */
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVICE_NODE_OPTIONS } from '../../packages/contract/src/service-process.ts';
import { productOf } from '../../scripts/packaging/stage-files.ts';
import { createPostgresDatabase } from '../databases.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findSystemManager, startSystemManager } from '../engines/system-manager.ts';
import { type CleanRoot, createCleanRoot, findRootEngines, HOME } from './clean-root.ts';
import { debOf, NEXT, packClone } from './packed-clone.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const engines = await locate('clean-root', findRootEngines);
const systemd = await locate('system-manager', findSystemManager);
const { version } = productOf('.');
/** Nobody cuts the power here: without waiting for the disk after each file. */
const INSTALL = 'dpkg --force-unsafe-io --install';

describeEngine(engines, 'installed on a clean root', (found) => {
  let packed: string;
  beforeAll(() => {
    packed = packClone();
  });

  describe('the npm package', () => {
    const file = `./synapse-${version}.tgz`;
    const offline = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
    let root: CleanRoot;
    beforeAll(async () => {
      root = await createCleanRoot(found(), { node: true });
      copyFileSync(join(packed, `synapse-${version}.tgz`), join(root.folder, 'root', file));
    });

    it('is one file that holds no sources, and asks npm for nothing', async () => {
      const manifest = JSON.parse(readFileSync(join(packed, 'files/package.json'), 'utf8'));
      expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['name', 'version', 'bin', 'engines']));
      // npm refuses it on a computer whose native parts it does not hold, instead of letting it crash there.
      expect(manifest).toMatchObject({ os: [process.platform], cpu: [process.arch] });
      for (const field of ['dependencies', 'optionalDependencies', 'scripts']) expect(manifest[field]).toBeUndefined();
      const left = readdirSync(join(packed, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        /^packages\/(?:cli|server|web)\/src|\.(?:map|d\.ts)$|\/(?:vitest|typescript|esbuild)$|\/sqlite3\.c$/.test(path),
      );
      expect(left).toEqual([]);
      expect(statSync(join(packed, `synapse-${version}.tgz`)).size).toBeLessThan(12 * 1024 * 1024);
    });

    it('is the whole installation: `npx <file> quickstart` serves, and runs a command', async () => {
      // Nothing here could compile anything.
      expect(await root.run('command -v cc gcc g++ make python3 git; true')).toBe('');
      const service = root.start(`exec npx --yes ${file} quickstart --client cursor --project . --json`, {
        ...offline,
        SYNAPSE_PORT: '0',
      });
      const ready = JSON.parse(await printed(service, /\n\}\n/)) as Record<string, string>;
      expect(ready).toMatchObject({ created: true, username: 'admin', url: expect.stringMatching(/^http:/) });
      // The page is there as well, and the client's file names programs that are.
      expect(await (await fetch(ready.url!)).text()).toContain('<div id="root">');
      const { command, args } = JSON.parse(readFileSync(join(root.folder, ready.client_file!), 'utf8')).mcpServers
        .synapse;
      for (const path of [command, args[0]]) expect(existsSync(join(root.folder, path)), path).toBe(true);
      // What npx keeps in its cache: it would start the same, and take its time.
      const synapse = `${command} ${args[0]}`;
      const here = { SYNAPSE_URL: ready.url! };
      expect(await root.run(`${synapse} exec local -- 'echo packed; id -un'`, here)).toBe('packed\nroot\n');
      expect(await root.run(`${synapse} --version`)).toBe(`${version}\n`);
      const asked = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const bridged = await root.run(`echo '${asked}' | ${command} ${args.join(' ')}`, here);
      expect(bridged).toContain('synapse_exec');
      const bundle = JSON.parse(await root.run(`${synapse} mcp bundle --json`, here)) as { file: string };
      expect(Object.keys(unzipSync(readFileSync(join(root.folder, bundle.file))))).toContain('server/mcp-bridge.mjs');
      service.kill('SIGKILL');

      // How it is called again, and how the next version comes.
      const nobody = { XDG_CONFIG_HOME: '/nobody' };
      const said = await root.run(`${synapse} whoami 2>&1; ${synapse} upgrade --json`, nobody);
      expect(said).toContain(`npx file:${HOME}/synapse-${version}.tgz serve`);
      expect(said).toContain('"form": "npx"');
    });
  });

  // Making users takes a real root.
  describe.runIf(process.getuid?.() === 0)('the Debian package', () => {
    let root: CleanRoot;
    let deb: string;
    let nextDeb: string;
    beforeAll(async () => {
      deb = debOf(packed);
      nextDeb = debOf(packClone('next'));
      root = await createCleanRoot(found(), { node: false });
      copyFileSync(deb, join(root.folder, 'handed-over/synapse.deb'));
    });

    it('brings its Node, its user and its unit', async () => {
      expect(await root.run('command -v node npm cc make python3; true')).toBe('');
      await root.run(`${INSTALL} /handed-over/synapse.deb`);
      expect(await root.run('synapse --version')).toBe(`${version}\n`);
      expect(await root.run('id -un synapse; stat -c "%a %U" /var/lib/synapse /etc/synapse/environment')).toBe(
        'synapse\n700 synapse\n640 root\n',
      );
      expect(await root.run('id -un synapse-local; stat -c "%a %U" /var/lib/synapse-local')).toBe(
        'synapse-local\n700 synapse-local\n',
      );
      const unit = readFileSync(join(root.folder, 'usr/lib/systemd/system/synapse.service'), 'utf8');
      expect(unit).not.toMatch(/\/opt\/|the clone/i);
      expect(unit).toContain(`/usr/lib/synapse/node_modules/node/bin/node ${SERVICE_NODE_OPTIONS.join(' ')} /usr/lib/`);
      expect(await root.run('dpkg -L synapse')).not.toMatch(/packages\/(?:cli|server)\/src/);
    });

    it('serves as its unit says, runs a command, and keeps its data when it is installed again', async () => {
      const service = root.start(asUnit(root), {
        SYNAPSE_PORT: '0',
        SYNAPSE_ADMIN_PASSWORD: 'a password of the package',
      });
      const url = /listening on (\S+)/.exec(await printed(service, /listening on \S+\n/))![1]!;
      const account = { SYNAPSE_URL: url, SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: 'a password of the package' };
      expect(await root.run("synapse exec local -- 'id -un; echo $HOME'", account)).toBe(
        'synapse-local\n/var/lib/synapse-local\n',
      );
      const stolen = await root.run(
        "synapse exec local -- 'cat /var/lib/synapse/* /etc/synapse/environment; true' 2>&1",
        account,
      );
      expect(stolen).toContain('Permission denied');
      expect(await root.run('stat -c %U /var/lib/synapse/synapse.db')).toBe('synapse\n');
      // From any folder, without a word about where: it finds the installation.
      const passphrase = "printf 'a long passphrase' >/tmp/p";
      expect(await root.run(`${passphrase} && synapse backup /tmp/x --passphrase-file /tmp/p`)).toMatch(
        /^\/tmp\/x: \d+ rows of \d+ tables \(SQLite, \/var\/lib\/synapse\/synapse\.db\)\n$/,
      );
      expect(await root.run('synapse user list --offline; synapse audit verify --offline')).toMatch(
        /admin[\s\S]*Intact/,
      );
      service.kill('SIGKILL');
      // As root, what is written stays the service's own.
      await root.run('synapse vault rotate');
      expect(await root.run('stat -c "%U %a" /var/lib/synapse/* | sort -u')).toBe('synapse 600\n');
      copyFileSync(nextDeb, join(root.folder, 'handed-over/synapse.deb'));
      await root.run(`echo SYNAPSE_PORT=9000 >/etc/synapse/environment && ${INSTALL} /handed-over/synapse.deb`);
      expect(await root.run('synapse --version')).toBe(`${NEXT.version}\n`);
      // A version that changes the database keeps a copy of it first.
      expect(await root.run('stat -c %U /var/lib/synapse/synapse.db.before-upgrade')).toBe('synapse\n');
      expect(await root.run('synapse doctor || true')).toContain('127.0.0.1:9000');
      expect(await root.run('ls /usr/share/doc/synapse /usr/share/doc/synapse/examples')).toMatch(
        /guides[\s\S]*nginx\.conf/,
      );
      expect(await root.run('cat /etc/synapse/environment; ls /var/lib/synapse')).toMatch(/9000\n[\s\S]*synapse\.db/);
    });

    it('on PostgreSQL, an update that changes the database waits for a backup', async () => {
      const databaseUrl = await createPostgresDatabase();
      const machine = await createCleanRoot(found(), { node: false });
      copyFileSync(deb, join(machine.folder, 'handed-over/synapse.deb'));
      copyFileSync(nextDeb, join(machine.folder, 'handed-over/next.deb'));
      const install = (file = 'synapse') => machine.run(`${INSTALL} --force-confold /handed-over/${file}.deb`);
      await install();
      await machine.run(`echo SYNAPSE_DATABASE_URL=${databaseUrl} >/etc/synapse/environment && synapse migrate`);
      const database = new pg.Client({ connectionString: databaseUrl });
      await database.connect();
      try {
        // Nothing to do: not a word.
        expect(await install()).not.toContain('backup');
        expect(await install('next')).toMatch(
          /changes the database, and there is no way back\. The service is stopped\.\nMake a backup \(synapse backup\)/,
        );
        const { rows } = await database.query('select name from migrations where name = $1', [NEXT.migration]);
        expect(rows).toEqual([]);
      } finally {
        await database.end();
      }
      const away = `postgres://x@127.0.0.1:${await freePort()}/x`;
      await machine.run(`echo SYNAPSE_DATABASE_URL=${away} >/etc/synapse/environment`);
      expect(await install()).toContain('Whether this version changes the database is not known');
    });

    describeEngine(systemd, 'under systemd', (packages) => {
      it('starts with its installation, runs confined, comes back after a crash, and stops when it is removed', async () => {
        const machine = await createCleanRoot(found(), { node: false });
        copyFileSync(deb, join(machine.folder, 'handed-over/synapse.deb'));
        const manager = await startSystemManager(packages(), machine.folder);
        try {
          const url = `http://127.0.0.1:${await freePort()}`;
          const password = 'a password of the unit';
          const settings = `SYNAPSE_PORT=${new URL(url).port}\nSYNAPSE_ADMIN_PASSWORD="${password}"\n`;
          await manager.run(`mkdir /etc/synapse && printf '${settings}' >/etc/synapse/environment`);
          await manager.run(`${INSTALL} --force-confold /handed-over/synapse.deb`);
          const answers = () =>
            vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 60_000 });
          await answers();
          const account = `SYNAPSE_URL=${url} SYNAPSE_USERNAME=admin SYNAPSE_PASSWORD='${password}'`;
          const ran = await manager.run(`${account} synapse exec local -- 'id -un; touch /etc/x || echo confined'`);
          expect(ran).toMatch(/^synapse-local\n[\s\S]*confined\n$/);
          const main = () => manager.run('systemctl show --value --property MainPID synapse');
          const before = await main();
          await manager.run('systemctl kill --kill-whom=main --signal=KILL synapse');
          await vi.waitFor(async () => expect(await main()).not.toMatch(`^(?:0|${before.trim()})\n$`), 45_000);
          await answers();
          const active = () => manager.run('systemctl is-active synapse || true');
          const enabled = () => manager.run('systemctl is-enabled synapse || true');
          // An update that has to wait leaves no process of the old version on the new files.
          copyFileSync(nextDeb, join(machine.folder, 'handed-over/next.deb'));
          const away = `SYNAPSE_DATABASE_URL=postgres://x@127.0.0.1:${await freePort()}/x`;
          await manager.run(`echo ${away} >>/etc/synapse/environment`);
          expect(await manager.run(`${INSTALL} --force-confold /handed-over/next.deb`)).toContain('service is stopped');
          expect(await active()).toBe('inactive\n');
          // A boot would not start it before the backup, either.
          expect(await enabled()).toBe('disabled\n');
          await expect(fetch(`${url}/readyz`)).rejects.toThrow();
          // One that does not is started again.
          await manager.run("sed -i '/DATABASE_URL/d' /etc/synapse/environment");
          await manager.run(`${INSTALL} --force-confold /handed-over/next.deb`);
          await answers();
          expect(await enabled()).toBe('enabled\n');
          // What an administrator has disabled stays so.
          await manager.run('systemctl disable --now synapse');
          expect(await manager.run(`${INSTALL} --force-confold /handed-over/next.deb`)).toContain('was not started');
          expect([await active(), await enabled()]).toEqual(['inactive\n', 'disabled\n']);
          await manager.run('systemctl enable --now synapse');
          await manager.run('dpkg -r synapse');
          expect(await active()).toBe('inactive\n');
          await expect(fetch(`${url}/readyz`)).rejects.toThrow();
          // Removed and installed again, it serves what it served before.
          await manager.run(`${INSTALL} --force-confold /handed-over/next.deb`);
          await answers();
          expect(await enabled()).toBe('enabled\n');
          await manager.run('dpkg -r synapse');
        } finally {
          await manager.stop();
        }
      });
    });

    it('leaves the data when it is removed, and nothing when it is purged', async () => {
      await root.run('dpkg -r synapse');
      expect(existsSync(join(root.folder, 'usr/lib/synapse'))).toBe(false);
      expect(existsSync(join(root.folder, 'var/lib/synapse/synapse.db'))).toBe(true);
      await root.run('dpkg -P synapse');
      for (const left of ['var/lib/synapse', 'var/lib/synapse-local', 'etc/synapse'])
        expect(existsSync(join(root.folder, left)), left).toBe(false);
      expect(await root.run('getent passwd synapse synapse-local || echo nobody')).toBe('nobody\n');
    });
  });
});

/** What systemd would start, as the user that it names. */
function asUnit(root: CleanRoot): string {
  const unit = readFileSync(join(root.folder, 'usr/lib/systemd/system/synapse.service'), 'utf8');
  const line = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
  const user = line('User');
  const settings = `env ${line('Environment')} SYNAPSE_PORT=$SYNAPSE_PORT SYNAPSE_ADMIN_PASSWORD="$SYNAPSE_ADMIN_PASSWORD"`;
  const kept = `-all${line('AmbientCapabilities')
    .toLowerCase()
    .replaceAll(/(?:^| )cap_/g, ',+')}`;
  const caps = `--inh-caps=${kept} --ambient-caps=${kept}`;
  return `cd ${line('WorkingDirectory')} && exec setpriv --reuid=${user} --regid=${line('Group')} --clear-groups ${caps} ${settings} ${line('ExecStart')}`;
}

/** Everything it printed until this came. */
function printed(child: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let [out, complaint] = ['', ''];
    child.stderr!.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (until.test(out)) done(out);
    });
    child.once('exit', (code) => fail(new Error(`ended with ${code}: ${out}${complaint}`)));
  });
}
