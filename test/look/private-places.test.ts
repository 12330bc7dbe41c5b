/**
 * What the sandbox hides and what the judge calls private is the same: else a read that nobody was asked about fails, or
 * shows what somebody would have been asked about.
 */
import { linkSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FILES, PRIVATE_IN_HOMES, PRIVATE_PLACES } from '@synapse/contract';
import { judge } from '@synapse/judge';
import { confine, createLocalExecutor, findSandbox, mechanismOf, shellQuote } from '@synapse/runner';
import { afterAll, expect, it } from 'vitest';
import { run } from '../executors/run-command.ts';
import { removeAtEnd } from '../left-behind.ts';

const folder = removeAtEnd(mkdtempSync('/var/tmp/synapse-private-'));
const own = join(folder, 'of-the-one-who-runs-it');
/** The program that makes the sandbox does without a module; here it is read as strictly as it would be with one. */
const executor = createLocalExecutor({ own: [own], environment: { PERL5OPT: '-Mstrict' } });
afterAll(() => executor.close());
const { sandbox, system } = await findSandbox(executor, { container: null, signal: AbortSignal.timeout(45_000) });

/** One file for each pattern. */
const sample = (glob: string): string => glob.replaceAll('**', 'deep/one').replaceAll('*', 'one');

const PRIVATE = [
  ...PRIVATE_FILES.map(sample),
  ...PRIVATE_IN_HOMES.filter((place) => place.startsWith('.')).map((place) => `${place}/any`),
  ...[
    '.env~',
    '..env.swp',
    '#.env#',
    'id_rsa.old',
    'deploy.key.bak',
    'prod.tfvars.1',
    '.git/credentials',
    'Passwords.TXT',
  ],
  ...['local-key.pem', 'application.pem', 'client-cert-key.pem', 'tls.pem', 'db-credentials.yml', 'a/secrets/api'],
];

/** They look alike, and hold nothing. */
const OPEN = [
  ...['README.md', 'app.log', 'src/main.ts', 'src/secrets/vault.ts', 'docs/secrets.md', 'forgot-password.tsx'],
  ...['password-reset.html', 'credentials.go', 'private_key.rs', 'passwords_controller.rb', 'test_password.py'],
  ...['cert.pem', 'fullchain.pem', 'server.crt.pem', 'cacert.pem', 'ca-certificates.pem', 'cert1.pem'],
  ...['.env.example', 'secrets.sample', 'x/.ssh/config', 'x/.ssh/known_hosts', 'x/.ssh/one.pub', 'environment.yml'],
  ...[
    'keys.json',
    'main.go.bak',
    'app.log.1',
    'tokens.csv',
    'history.txt',
    'monkey',
    'Mail/send.php',
    'mbox.c',
    '.github/ci.yml',
  ],
];

const isPrivateToJudge = (path: string): boolean =>
  judge(`cat ${shellQuote(path)}`, { cwd: '/', home: null }).effects.includes('sensitive');

it('a place that the sandbox hides is private to the judge, with all in it', () => {
  const known = PRIVATE_PLACES.map(sample).flatMap((place) => [place, `${place}/any`]);
  expect(known.filter((path) => !isPrivateToJudge(path))).toEqual([]);
  const homes = ['/root', '/home/ann', '/Users/ann', '~'];
  const inHomes = homes.flatMap((home) => PRIVATE_IN_HOMES.map((place) => `${home}/${place}/any`));
  const unknown = inHomes.filter(
    (path) => !judge(`cat ${path}`, { cwd: '/', home: null }).effects.includes('sensitive'),
  );
  expect(unknown).toEqual([]);
});

it.runIf(sandbox !== null)('a file that the sandbox hides is private to the judge, and no other is', async () => {
  const files = [...new Set([...PRIVATE, ...OPEN])].map((name, at) => join(folder, `${at}`, name));
  for (const path of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `canary of ${path}\n`);
  }
  const confined = confine(executor, { mechanism: mechanismOf(sandbox!), system: system! }, 'here', () => undefined);
  const { stdout } = await run(confined, 'grep -rh canary . 2>/dev/null', { cwd: folder });
  const printed = stdout.toString();
  const shown = files.filter((path) => printed.includes(`canary of ${path}\n`));
  expect(shown).toEqual(files.filter((path) => !isPrivateToJudge(path)));
  expect(shown).toEqual(files.slice(-OPEN.length));
});

it.runIf(sandbox !== null)('a file that is private under one of its names is under none of them shown', async () => {
  const work = join(folder, 'many-names');
  mkdirSync(join(work, 'kept'), { recursive: true });
  for (const name of ['.env', 'plain']) {
    writeFileSync(join(work, name), `canary of ${name}\n`);
    linkSync(join(work, name), join(work, 'kept', `${name}-again`));
    linkSync(join(work, name), join(work, `same-as${name}`));
  }
  const confined = confine(executor, { mechanism: mechanismOf(sandbox!), system: system! }, 'here', () => undefined);
  const { stdout } = await run(confined, 'grep -r canary . 2>/dev/null | sort', { cwd: work });
  expect(stdout.toString()).toBe(
    ['kept/plain-again', 'plain', 'same-asplain'].map((name) => `./${name}:canary of plain\n`).join(''),
  );
});

it.runIf(sandbox !== null)('nothing in it reads the files of the one who runs it', async () => {
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'state'), 'canary of the owner\n');
  writeFileSync(join(folder, 'beside'), 'beside it\n');
  const confined = confine(executor, { mechanism: mechanismOf(sandbox!), system: system! }, 'here', () => undefined);
  const command = `cat '${own}/state' "$SYNAPSE_OWN_PLACES"/*; cat '${folder}/beside'; env`;
  const { stdout } = await run(confined, command, { cwd: '/' });
  expect(stdout.toString()).toContain('beside it');
  expect(stdout.toString()).not.toMatch(/canary|SYNAPSE_OWN_PLACES/);
});
