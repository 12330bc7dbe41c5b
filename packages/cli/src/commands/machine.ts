/** `synapse machine …`. */
import type { Machine, MachineCheck } from '@synapse/contract';
import type { Api } from '../api.ts';
import { confirm } from '../ask.ts';
import { type Action, type Call, given, listOption, type OptionValue, textOption } from '../call.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

type NewlyMade = Machine & { readonly enrollment?: unknown };

export const addMachine: Action = async ({ args, options, terminal, api }) => {
  const body = given({
    slug: args[0],
    kind: options.kind,
    label: textOption(options.label),
    containers: listOption(options.containers),
    tags: listOption(options.tags),
    default_container: textOption(options.defaultContainer),
    default_cwd: textOption(options.defaultCwd),
    sudo_secret: orNone(options.sudoSecret),
    connection: connectionOf(options),
  });
  if (options.test === true) await assertReached(api(), body);
  const machine = await api().call<NewlyMade>('POST', '/synapse/machines', body);
  terminal.answer(machine, () => tell('machine_registered', { slug: machine.slug, kind: machine.kind }));
  if (machine.enrollment !== undefined) terminal.say(tell('enrollment', { what: describe(machine.enrollment) }));
  return undefined;
};

/** Throws what a command on it would be told. */
async function assertReached(service: Api, wish: unknown): Promise<void> {
  const tried = await service.call<MachineCheck>('POST', '/synapse/machines/check', wish);
  if (!tried.ok) throw new CliError(printable(tried.message ?? tell('machine_unreachable')));
}

/** `-` takes away what is there. */
function orNone(value: OptionValue): string | null | undefined {
  const text = textOption(value);
  return text === '-' ? null : text;
}

export const changeMachine: Action = async ({ args, options, terminal, api }) => {
  const change = given({
    label: textOption(options.label),
    statut: textOption(options.statut),
    default_cwd: orNone(options.defaultCwd),
    sudo_secret: orNone(options.sudoSecret),
  });
  if (Object.keys(change).length === 0) throw usageError(tell('machine_nothing'));
  const machine = await api().call<Machine>('PATCH', `/synapse/machines/${encodeURIComponent(args[0]!)}`, change);
  terminal.answer(machine, () => tell('machine_changed', { slug: machine.slug }));
  return undefined;
};

function connectionOf(options: Call['options']): Record<string, unknown> | undefined {
  const connection = given({
    socket: textOption(options.socket),
    host: textOption(options.host),
    port: options.port,
    user: textOption(options.user),
    key_secret: textOption(options.keySecret),
    password_secret: textOption(options.passwordSecret),
    passphrase_secret: textOption(options.passphraseSecret),
    certificate_secret: textOption(options.certificateSecret),
    agent: options.agent === true ? true : undefined,
    host_key: textOption(options.hostKey),
    ca_secret: textOption(options.caSecret),
    cert_secret: textOption(options.certSecret),
  });
  return Object.keys(connection).length === 0 ? undefined : connection;
}

function describe(enrollment: unknown): string {
  if (typeof enrollment === 'string') return enrollment;
  const { command, token } = enrollment as { command?: string; token?: string };
  return command ?? token ?? JSON.stringify(enrollment);
}

export const listMachines: Action = async ({ options, terminal, api }) => {
  const tag = textOption(options.tag);
  const query = tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`;
  const { machines } = await api().call<{ machines: Machine[] }>('GET', `/synapse/machines${query}`);
  terminal.answer({ machines }, () =>
    table(
      columns('machines_head'),
      machines.map((machine) => [
        machine.slug,
        machine.kind,
        machine.statut,
        tell(machine.confirmed ? 'yes' : 'no'),
        tell(machine.connected ? 'yes' : 'no'),
        machine.containers.join(',') || '-',
        machine.tags.join(',') || '-',
        machine.label,
      ]),
    ),
  );
  return undefined;
};

/** What other tags it has stays as it is. */
export const tagMachine: Action = async ({ args, terminal, api }) => {
  const [slug = '', ...words] = args;
  const path = `/synapse/machines/${encodeURIComponent(slug)}`;
  const { tags: before } = await api().call<Machine>('GET', path);
  const taken = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
  const given = words.filter((word) => !word.startsWith('-'));
  const tags = [...before.filter((tag) => !taken.includes(tag)), ...given];
  const machine = await api().call<Machine>('PATCH', path, { tags: [...new Set(tags)] });
  terminal.answer(machine, () => tell('machine_tagged', { slug, tags: machine.tags.join(', ') || '-' }));
  return undefined;
};

export const testMachine: Action = async ({ args, terminal, api }) => {
  const path = `/synapse/machines/${encodeURIComponent(args[0]!)}/test`;
  const tested = await api().call<{ ok: boolean; code?: string; message?: string }>('POST', path);
  terminal.answer(tested, () =>
    tested.ok
      ? terminal.green(tell('machine_answers', { slug: args[0]! }))
      : terminal.red(printable(tested.message ?? tell('machine_unreachable'))),
  );
  return tested.ok ? EXIT.ok : EXIT.failed;
};

export const removeMachine: Action = async ({ args, options, terminal, api }) => {
  await confirm(terminal, tell('ask_forget_machine', { slug: args[0]! }), options.yes === true);
  await api().call('DELETE', `/synapse/machines/${encodeURIComponent(args[0]!)}`);
  terminal.answer({ deleted: true }, () => tell('machine_forgotten', { slug: args[0]! }));
  return undefined;
};
