/**
 * The Compose file, run by a real Compose and a real dockerd word for word as the guide says: its services find each
 * other, read their secrets, become healthy, and are updated. The engine can fetch nothing, so images stand in for those
 * of PostgreSQL and NATS, and what was built before stands in for a build.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellQuote } from '@synapse/runner';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { productOf } from '../../scripts/packaging/stage-files.ts';
import { follow, JOURNEYS } from '../docs/follow.ts';
import { wrapper } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findComposeProgram } from '../engines/docker-compose.ts';
import { type Dockerd, findDockerd, findDockerParts, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { findStandIns, importStandIns } from '../engines/stand-in-images.ts';
import { removeAtEnd } from '../left-behind.ts';
import { NEXT } from '../packaging/packed-clone.ts';

const run = promisify(execFile);

const engines = await locate('docker-compose', async () => ({
  docker: await findDockerd(),
  parts: await findDockerParts(),
  compose: await findComposeProgram(),
  standIns: await findStandIns(),
}));

export interface BuiltImages {
  /** Writes the image of this clone into a file, for `docker load`. */
  save(file: string): Promise<unknown>;
  /** That of the version after it. */
  saveNext(file: string): Promise<unknown>;
}

/** As Debian's Compose names what it builds. */
const IMAGE = 'synapse_synapse';

export function describeCompose({ save, saveNext }: BuiltImages): void {
  describeEngine(engines, 'Compose', (found) => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-compose-')));
    const at = (name: string): string => join(folder, name);
    let engine: Dockerd;

    const docker = async (...args: string[]): Promise<string> =>
      (await run(join(engine.bin, 'docker'), args, { maxBuffer: 1 << 26 })).stdout.trim();
    const place = {
      run: async (script: string): Promise<string> => {
        const env = { PATH: `${at('bin')}:${process.env.PATH}`, HOME: folder };
        return (await run('sh', ['-c', script], { cwd: folder, env, maxBuffer: 1 << 26 })).stdout;
      },
    };
    const load = async (write: (file: string) => Promise<unknown>, name: string): Promise<void> => {
      await write(at('image.tar'));
      const loaded = /Loaded image.*: (.*)/.exec(await docker('load', '--input', at('image.tar')))![1]!;
      await docker('tag', loaded, name);
      await run('rm', [at('image.tar')]);
    };
    /** By a port of the computer that the containers are on, or inside one of them, where it is always 8080. */
    const fetched = async (
      path: string,
      init: object = {},
      port?: number,
      // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever the service answers.
    ): Promise<{ status: number; body: any }> => {
      const ask = `fetch('http://localhost:${port ?? 8080}${path}', ${JSON.stringify(init)}).then(async (answer) => console.log(JSON.stringify({ status: answer.status, body: await answer.json() })))`;
      if (port === undefined)
        return JSON.parse(await docker('exec', (await containers('synapse'))[0]!, 'node', '-e', ask));
      const { stdout } = await run('nsenter', [...(await engine.network()), process.execPath, '-e', ask]);
      return JSON.parse(stdout);
    };
    const containers = async (service: string): Promise<string[]> =>
      (await docker('ps', '--quiet', '--filter', `label=com.docker.compose.service=${service}`)).split('\n');
    const portOf = async (container: string): Promise<number> =>
      Number((await docker('port', container, '8080/tcp')).split(':').at(-1));
    const healthy = async (): Promise<void> => {
      const format = '--format={{.State.Health.Status}}';
      for (const service of ['postgres', 'synapse']) {
        for (const container of await containers(service)) {
          await vi.waitFor(async () => expect(await docker('inspect', format, container)).toBe('healthy'), {
            timeout: 180_000,
            interval: 500,
          });
        }
      }
    };
    const read = (name: string): string => readFileSync(at(`deploy/${name}`), 'utf8').trim();
    const signIn = async (): Promise<object> => {
      const body = JSON.stringify({ username: 'admin', password: read('admin_password') });
      const headers = { 'content-type': 'application/json' };
      const { body: session } = await fetched('/auth/login', { method: 'POST', headers, body });
      return { ...headers, authorization: `Bearer ${session.access_token}` };
    };

    beforeAll(async () => {
      engine = await startDockerd(found().docker, { parts: found().parts });
      await importStandIns(found().standIns, join(engine.bin, 'docker'));
      await load(save, IMAGE);
      await load(saveNext, 'next');
      cpSync('deploy', at('deploy'), { recursive: true });
      // Debian's Compose is older than names of projects.
      const file = read('compose.yaml');
      writeFileSync(at('deploy/compose.yaml'), file.replace(/^name: .*\n/m, ''));
      const { program, args, env } = found().compose;
      const toEngine = ['--host', `unix://${engine.socket}`, '--project-name', 'synapse'];
      // Its `exec` calls the client that is in PATH, which is bound to the engine already.
      const ownClient = { ...env, COMPOSE_INTERACTIVE_NO_CLI: '1' };
      await wrapper(at('bin'), 'older-compose', { program, args: [...args, ...toEngine], env: ownClient });
      const standIn = (name: string, script: string): void =>
        writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      standIn('git', 'true');
      const client = shellQuote(join(engine.bin, 'docker'));
      standIn(
        'docker',
        `[ "$1" = compose ] || exec ${client} "$@"
shift
[ "$1" = build ] && exec ${client} tag next ${IMAGE}
exec older-compose "$@"`,
      );
      await follow(JOURNEYS.compose, place);
    });
    afterAll(() => engine?.stop());

    it('starts two instances that find PostgreSQL and NATS, each on a port of this computer', async () => {
      await healthy();
      const instances = await containers('synapse');
      const ports = await Promise.all(instances.map(portOf));
      expect(ports.toSorted()).toEqual([8080, 8081]);
      for (const port of ports) {
        await vi.waitFor(
          async () => expect((await fetched('/readyz', {}, port)).body).toEqual({ status: 'ok' }),
          60_000,
        );
      }
      const { body } = await fetched('/admin/status', { headers: await signIn() });
      expect(body.instances).toHaveLength(2);
      // Nothing else can be reached from outside.
      for (const service of ['postgres', 'nats']) {
        for (const container of await containers(service)) expect(await docker('port', container)).toBe('');
      }
    });

    it('hands secrets over as files, and confines the service', async () => {
      const values = ['db_password', 'master_key', 'admin_password', 'nats_url', 'database_url'].map(read);
      for (const container of [...(await containers('synapse')), ...(await containers('postgres'))]) {
        const shown = await docker('inspect', container);
        for (const value of values) expect(shown).not.toContain(value);
      }
      const [one] = (await containers('synapse')) as [string];
      expect(await docker('top', one, '-eo', 'pid,user,comm')).not.toMatch(/ root +node/);
      await expect(docker('exec', one, 'touch', '/app/x')).rejects.toThrow('Read-only file system');
    });

    it('is updated as the guide says, and keeps everything', async () => {
      const headers = await signIn();
      const body = JSON.stringify({ value: 'a value that is kept' });
      expect((await fetched('/synapse/secrets/KEPT_ONE', { method: 'PUT', headers, body })).status).toBeLessThan(300);
      const version = async (): Promise<string> => (await fetched('/admin/health', { headers })).body.version;
      expect(await version()).toBe(productOf('.').version);
      await follow(JOURNEYS.composeUpdate, place);
      await healthy();
      expect(await version()).toBe(NEXT.version);
      const { body: secrets } = await fetched('/synapse/secrets', { headers });
      expect(JSON.stringify(secrets)).toContain('KEPT_ONE');
      const [one] = (await containers('synapse')) as [string];
      expect(await docker('exec', one, 'synapse', 'audit', 'verify', '--offline')).toContain('Intact');
      expect(await docker('exec', '--user', 'synapse', one, 'ls', '/data')).toContain('before-the-update.backup');
    });

    it('ends in order', async () => {
      const [one] = (await containers('synapse')) as [string];
      await place.run('cd deploy && docker compose stop');
      expect(await docker('inspect', '--format={{.State.ExitCode}}', one)).toBe('0');
    });
  });
}
