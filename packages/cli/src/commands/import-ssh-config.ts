/** `synapse import ssh-config`: shows what it would make of an ssh configuration, asks, and makes it. */
import type { Machine, SecretEntry } from '@synapse/contract';
import { matchesHostLine } from '@synapse/contract/ssh-config';
import type { Api } from '../api.ts';
import { askHidden, confirm } from '../ask.ts';
import { type Action, listOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import {
  connectionOf,
  type ImportedMachine,
  type ImportPlan,
  type KeySource,
  planImport,
} from '../ssh-config/plan-import.ts';
import { homeOf, readConfigFiles } from '../ssh-config/read-config-files.ts';
import { printable, type Terminal, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';
import { testMachineAt } from './machine.ts';

/** One line of the table, and of the answer. */
interface Shown {
  readonly slug: string;
  readonly address: string | null;
  readonly through: readonly string[];
  readonly key: string | null;
  readonly host_key: boolean;
  readonly remarks: readonly string[];
  readonly made: boolean;
}

export const importSshConfig: Action = async ({ args, options, terminal, api }) => {
  const home = homeOf(terminal.env);
  const config = readConfigFiles(args[0], terminal.env);
  for (const place of config.broken) terminal.say(tell('ssh_config_broken', { place }));
  const service = api();
  const taken = options.dryRun === true ? await namesIfSignedIn(service, terminal) : await namesAt(service);
  const plan = await planImport(config, home, taken.secrets);
  const only = listOption(options.only) ?? ['*'];
  const wanted = plan.machines.filter(({ name }) => matchesHostLine(name, only));
  const source: KeySource = options.agent === true ? 'agent' : 'vault';
  const shown = wanted.map((machine) => show(machine, plan, source, taken.machines));
  if (options.dryRun === true) {
    terminal.answer({ machines: shown }, () => tableOf(shown));
    return;
  }
  terminal.say(tableOf(shown));
  const made = wanted.filter(({ slug }) => shown.some((one) => one.slug === slug && one.made));
  if (made.length === 0) throw new CliError(tell('import_nothing'));
  await confirm(terminal, tell('ask_import', { count: made.length }), options.yes === true);
  const secrets = source === 'agent' ? [] : await storeKeys(service, terminal, plan, made, options.keys === true);
  for (const { name, slug, hops } of made) {
    const connection = connectionOf(hops, plan.secrets, source);
    await service.call('POST', '/synapse/machines', { slug, label: name, kind: 'ssh', connection });
  }
  terminal.answer({ machines: shown, secrets }, () =>
    terminal.green(tell('imported', { machines: made.length, secrets: secrets.length })),
  );
  if (!terminal.json) await tryAll(service, terminal, made);
};

/** A few at a time. What does not answer is stored all the same: it may be down for now. */
const AT_ONCE = 4;
/** Does not wait for unreachable hosts: the service keeps trying by itself. */
const TRY_MS = 20_000;

async function tryAll(service: Api, terminal: Terminal, made: readonly ImportedMachine[]): Promise<void> {
  const left = [...made];
  const over = AbortSignal.timeout(TRY_MS);
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { slug } = next;
      terminal.progress(tell('machine_trying', { slug }));
      const { ok, message } = await testMachineAt(service, slug, over);
      terminal.say(
        ok
          ? tell('machine_answers', { slug })
          : tell('machine_away', { slug, reason: printable(message ?? tell('machine_unreachable')) }),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (error) {
    if (!over.aborted) throw error;
    terminal.say(tell('import_still_trying'));
  }
}

const REMARKS = {
  proxy_command: 'import_proxy_command',
  bad_port: 'import_bad_port',
  bad_host: 'import_bad_host',
  bad_user: 'import_bad_user',
  jump_loop: 'import_jump_loop',
} as const;

/** What there is already: nothing of it is replaced. */
async function namesAt(service: Api) {
  const { machines } = await service.call<{ machines: Machine[] }>('GET', '/synapse/machines');
  const { secrets } = await service.call<{ secrets: SecretEntry[] }>('GET', '/synapse/secrets');
  return { machines: new Set(machines.map(({ slug }) => slug)), secrets: new Set(secrets.map(({ name }) => name)) };
}

/** Without a service, it is only shown what the files say. */
async function namesIfSignedIn(service: Api, terminal: Terminal): ReturnType<typeof namesAt> {
  try {
    return await namesAt(service);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    terminal.say(tell('import_not_compared', { reason: error.message }));
    return { machines: new Set<string>(), secrets: new Set<string>() };
  }
}

function show(machine: ImportedMachine, plan: ImportPlan, source: KeySource, taken: ReadonlySet<string>): Shown {
  const [own, ...through] = machine.hops.map(({ user, host, port }) => `${user}@${host}:${port}`);
  const noKey = own !== undefined && connectionOf(machine.hops, plan.secrets, source) === null;
  const known = taken.has(machine.slug);
  const path = machine.hops[0]?.identity?.path ?? null;
  return {
    slug: machine.slug,
    address: own ?? null,
    through,
    key: source === 'agent' ? 'ssh-agent' : path,
    host_key: machine.hops.length > 0 && machine.hops.every(({ hostKey }) => hostKey !== null),
    remarks: [
      ...machine.remarks.map((remark) =>
        remark.kind === 'condition' ? tell('import_condition', { text: remark.text }) : tell(REMARKS[remark.kind]),
      ),
      ...(noKey ? [tell('import_no_key')] : []),
      ...(known ? [tell('import_exists')] : []),
    ],
    made: own !== undefined && !noKey && !known,
  };
}

function tableOf(shown: readonly Shown[]): string {
  return table(
    columns('import_head'),
    shown.map(({ slug, address, through, key, host_key, remarks, made }) => [
      tell(made ? 'yes' : 'no'),
      slug,
      address,
      through.join(' < ') || null,
      key,
      tell(host_key ? 'yes' : 'no'),
      remarks.join('; '),
    ]),
  );
}

/** Names each key, and sends none before the person has agreed. */
async function storeKeys(
  service: Api,
  terminal: Terminal,
  plan: ImportPlan,
  machines: readonly ImportedMachine[],
  agreed: boolean,
): Promise<string[]> {
  const identities = new Map(
    machines.flatMap(({ hops }) =>
      hops.flatMap(({ identity }) => (identity === null ? [] : [[identity.path, identity]])),
    ),
  );
  for (const path of identities.keys()) {
    terminal.say(printable(tell('import_key', { path, name: plan.secrets.get(path)! })));
  }
  await confirm(terminal, tell('ask_import_keys', { count: identities.size }), agreed, '--keys');
  // Stopping at a question stores nothing.
  const values: [name: string, value: string][] = [];
  for (const [path, { text, locked, certificate }] of identities) {
    const name = plan.secrets.get(path)!;
    values.push([name, text]);
    if (certificate !== null) values.push([`${name}_CERT`, certificate]);
    if (!locked) continue;
    values.push([`${name}_PASSPHRASE`, await passphraseOf(terminal, path, text)]);
  }
  for (const [name, value] of values) {
    await service.call('PUT', `/synapse/secrets/${encodeURIComponent(name)}`, { value });
  }
  return values.map(([name]) => name);
}

/** Tried here before anything is stored: a wrong one is asked for again. */
async function passphraseOf(terminal: Terminal, path: string, key: string): Promise<string> {
  const instead = tell('import_locked', { path });
  const { opensKey } = await import('../ssh-config/opens-key.ts');
  for (;;) {
    const passphrase = await askHidden(terminal, tell('ask_key_passphrase', { path }), instead);
    if (opensKey(key, passphrase)) return passphrase;
    terminal.say(tell('import_wrong_passphrase', { path }));
  }
}
