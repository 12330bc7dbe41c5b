/** The other deployment files, as far as they can be tried here. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '../../packages/contract/src/service-process.ts';
import { OPTIONS } from '../../packages/server/src/config/options.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findCompose } from '../engines/docker-compose.ts';
import { fetchPackages, libraryPath, locate } from '../engines/engines.ts';
import { KubernetesObject } from './kubernetes-schema.ts';

vi.setConfig({ testTimeout: 300_000 });
/** The program that checks units, and the libraries it needs. */
const SYSTEMD = [
  'systemd',
  'libsystemd-shared',
  'libapparmor1',
  'libargon2-1',
  'libcryptsetup12',
  'libdevmapper1.02.1',
  'libfdisk1',
  'libip4tc2',
  'libjson-c5',
  'libkmod2',
  'libmount1',
  'libpopt0',
  'libseccomp2',
  'libssl3',
];
const TRIPLET = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
const folder = mkdtempSync(join(tmpdir(), 'synapse-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the unit starts the service as everything else does', () => {
  const unit = readFileSync('deploy/synapse.service', 'utf8');
  expect(unit).toContain(`/node ${SERVICE_NODE_OPTIONS.join(' ')} /opt/synapse/packages/server/dist/main.js\n`);
  for (const [name, value] of Object.entries(SERVICE_ENVIRONMENT)) expect(unit).toContain(` ${name}=${value} `);
});

it('npm start hands its signals to the service and ends as it does [C1-STOP]', async () => {
  const clone = join(folder, 'npm-start');
  mkdirSync(join(clone, 'scripts'), { recursive: true });
  const { start } = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }).scripts;
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'x', type: 'module', scripts: { start } }));
  const stub = "process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); }); setInterval(() => {}, 1e6);";
  writeFileSync(join(clone, 'scripts/start.ts'), `${stub} console.log('started');\n`);
  const npm = spawn('npm', ['start'], { cwd: clone, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  try {
    let printed = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.endsWith('started\n')) npm.kill('SIGTERM');
    });
    const [code] = (await once(npm, 'close', { signal: AbortSignal.timeout(180_000) })) as [number | null];
    expect(printed).toMatch(/started\nstopped\n$/);
    expect(code).toBe(0);
  } finally {
    // Processes that npm left behind.
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      expect(npm.exitCode).toBe(0);
    }
  }
});

it('the Dockerfile packs the files of every form, and runs them as a user of its own, on a data directory that lasts', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  for (const line of [
    'RUN npm run --silent pack -- --here',
    'deploy/synapse-in-container.sh',
    'VOLUME /data',
    'HEALTHCHECK',
  ]) {
    expect(text).toContain(line);
  }
  const begin = readFileSync('deploy/synapse-in-container.sh', 'utf8');
  expect(spawnSync('sh', ['-n', 'deploy/synapse-in-container.sh']).status).toBe(0);
  for (const user of ['synapse', 'synapse-local']) expect(text).toMatch(new RegExp(`useradd .* ${user}( |$)`, 'm'));
  // Whoever begins as root goes on as the service's user, on every way to the program.
  expect(begin.match(/^become .*"\$program"/m)).not.toBeNull();
});

it('the Compose file names only options that exist', () => {
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  const named = [...text.matchAll(/^ +(SYNAPSE_\w+):/gm)].map((match) => match[1]!.replace(/_FILE$/, ''));
  expect(named.length).toBeGreaterThan(4);
  const known = Object.values(OPTIONS).map(({ name }) => name as string);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

it('the Kubernetes manifest is whole, and names options and secrets that exist', () => {
  const documents = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const [balanced, budget, deployment] = documents.map((each) => each.toJS());
  expect([balanced.kind, budget.kind, deployment.kind]).toEqual(['Service', 'PodDisruptionBudget', 'Deployment']);
  const { spec, metadata } = deployment.spec.template;
  for (const selector of [
    balanced.spec.selector,
    budget.spec.selector.matchLabels,
    deployment.spec.selector.matchLabels,
  ]) {
    expect(metadata.labels).toMatchObject(selector);
  }
  expect(deployment.spec.strategy).toEqual({
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  });
  const [container] = spec.containers;
  expect(container.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
  expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
  expect(container.ports).toEqual([{ name: 'http', containerPort: 8080 }]);
  const known = Object.values(OPTIONS).flatMap(({ name }) => [name as string, `${name}_FILE`]);
  const names = container.env.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => !known.includes(name))).toEqual([]);
  // Every mount has its volume, and the other way round.
  const volumes = spec.volumes.map(({ name }: { name: string }) => name);
  expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
  // It waits longer than the service may take to stop.
  const value = (name: string) => Number(container.env.find((each: { name: string }) => each.name === name)?.value);
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(value('SYNAPSE_LAME_DUCK_SECONDS') + 10 + 10);
});

it('the Kubernetes manifest has the fields of the published API, and no others', () => {
  const text = readFileSync('deploy/kubernetes.yaml', 'utf8');
  const problems = (yaml: string): string[] =>
    parseAllDocuments(yaml).flatMap((each) =>
      (KubernetesObject.safeParse(each.toJS()).error?.issues ?? []).map(({ path }) => path.join('.')),
    );
  expect(problems(text)).toEqual([]);
  // What a slip of the pen would be.
  for (const [right, wrong] of [
    ['readOnlyRootFilesystem: true', 'readonlyRootFilesystem: true'],
    ['containerPort: 8080', 'containerPort: "8080"'],
    ['value: "15"', 'value: 15'],
    ['replicas: 2', 'replicas: two'],
    ['secretName: synapse', 'name: synapse'],
    ['maxSurge: 1', 'maxSurge: 1%%'],
    ['apiVersion: apps/v1', 'apiVersion: apps/v1beta1'],
    ['memory: 256Mi', 'memory: 256MB'],
  ] as const) {
    expect(text).toContain(right);
    expect(problems(text.replace(right, wrong)), wrong).not.toEqual([]);
  }
});

const compose = await locate('docker-compose', findCompose);
describeEngine(compose, 'the Compose file', (run) => {
  it('is understood by Compose', async () => {
    const file = join(folder, 'deploy', 'compose.yaml');
    mkdirSync(join(folder, 'deploy'));
    // Debian's Compose is older than names of projects.
    writeFileSync(file, readFileSync('deploy/compose.yaml', 'utf8').replace(/^name: .*\n/m, ''));
    writeFileSync(join(folder, 'deploy', 'nats_env'), 'NATS_PASSWORD=p1\n');
    const resolved = await run()(['-f', file, 'config'], folder);
    expect(resolved).toContain('SYNAPSE_PUBLIC_URL: http://localhost:8080');
    expect(resolved).toContain('dockerfile: deploy/Dockerfile');
  });
});

const systemd = await locate('systemd', () => fetchPackages('systemd', SYSTEMD));
describeEngine(systemd, 'the systemd unit', (root) => {
  const analyze = (args: string[]) => {
    const ended = spawnSync(join(root(), 'usr/bin/systemd-analyze'), args, {
      encoding: 'utf8',
      env: {
        LD_LIBRARY_PATH: `${libraryPath(root())}:${join(root(), 'usr/lib', TRIPLET, 'systemd')}`,
        SYSTEMD_UNIT_PATH: `${folder}:${join(root(), 'lib/systemd/system')}`,
      },
    });
    if (ended.error !== undefined) throw ended.error;
    return ended;
  };
  /** What it says about a unit: nothing, if all is well. It exits with 0 either way. */
  const verify = (name: string, text: string): string => {
    const unit = join(folder, name);
    writeFileSync(unit, text);
    const { stdout, stderr } = analyze(['verify', '--man=no', unit]);
    return stdout + stderr;
  };

  it('exposes little, and is not started again with a wrong configuration', () => {
    const args = ['security', '--offline=true', '--threshold=40', resolve('deploy/synapse.service')];
    const { status, stdout, stderr } = analyze(args);
    expect(status, stdout + stderr).toBe(0);
    expect(readFileSync('deploy/synapse.service', 'utf8')).toMatch(/^RestartPreventExitStatus=78$/m);
  });

  it('is well-formed', () => {
    const text = readFileSync('deploy/synapse.service', 'utf8')
      // The program and the folder in their final place.
      .replaceAll('/opt/synapse/node_modules/node/bin/node', process.execPath)
      .replaceAll('/opt/synapse', folder);
    expect(verify('synapse.service', text)).toBe('');
    for (const name of ['synapse-backup.service', 'synapse-backup.timer']) {
      expect(verify(name, readFileSync(join('deploy', name), 'utf8')), name).toBe('');
    }
    expect(verify('wrong.service', text.replace('Restart=on-failure', 'Restart=sometimes'))).toContain('sometimes');
  });
});
