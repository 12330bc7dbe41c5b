/**
 * What the Git hook adds to a commit, with the service running, dead, and hanging, compared with a clone without the
 * hook. Commits are made in turns, so that a disturbance affects all of them. `node bench/hook.ts [rounds]`
 */
import { installHook } from '../packages/cli/src/hook/index.ts';
import { openGate } from '../test/hook/gate.ts';
import { openRig } from '../test/hook/rig.ts';
import { startService } from '../test/service.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const rounds = Number(process.argv[2] ?? 60);
const service = await startService({ SYNAPSE_LOG_LEVEL: 'silent' });
const user = await service.newUser('free');
const rig = await openRig(service, user);
const [dead, hanging] = [await openGate(service.url), await openGate(service.url)];
await dead.set('dead');
await hanging.set('hanging');

const cases: { name: string; url: string | null; clone: string; times: number[] }[] = [];
for (const [name, url] of Object.entries({
  'no hook': null,
  'service there': service.url,
  'service dead': dead.url,
  'service hanging': hanging.url,
})) {
  const clone = await rig.clone(name.replace(' ', '-'), { hook: false });
  const { project, passwordFile, env } = rig;
  if (url !== null) {
    const settings = { url, project, username: user.username, passwordFile };
    await installHook({ clones: [clone], settings, env });
  }
  cases.push({ name, url, clone, times: [] });
}

const commit = async (clone: string, message: string): Promise<number> => {
  const started = performance.now();
  await rig.run(clone, 'git', ['commit', '-q', '--allow-empty', '-m', message]);
  return performance.now() - started;
};
for (let round = 0; round < rounds + 3; round++) {
  for (const { clone, times } of cases) {
    const took = await commit(clone, `Commit ${round}`);
    // The first ones warm the caches.
    if (round >= 3) times.push(took);
  }
}

const plain = median(cases[0]!.times);
report({ name: 'a commit without the hook, median', value: plain, unit: 'ms' });
for (const { name, times } of cases.slice(1)) {
  report({ name: `added by the hook, ${name}, median`, value: median(times) - plain, unit: 'ms', atMost: 100 });
}

await Promise.all([dead.close(), hanging.close()]);
await rig.close();
await service.stop();
